entry.onclick = event => {
  if (confirm('Delete ' + event.target.textContent + '?')) {
    event.target.remove();
    //% if N
    document.title = entries.children.length;
    //% endif
  }
};
