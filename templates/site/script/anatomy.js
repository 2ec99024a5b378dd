// Shows the explanation of the part under the pointer.
page('anatomy', main => {
  const panel = main.querySelector('.now');
  const whole = main.querySelector('.whole');
  const parts = [...main.querySelectorAll('[data-part]')];
  let shown;

  const show = number => {
    if (number == shown) return;
    shown = number;
    parts.forEach(part => part.classList.toggle('lit', part.dataset.part == number));
    const explanation = document.getElementById(`part-${number}`).querySelector('.explanation').cloneNode(true);
    // Replace each reference to an earlier part by its text.
    for (const again of explanation.querySelectorAll('.again')) {
      again.replaceWith(document.getElementById(`remark-${again.dataset.remark}`).cloneNode(true));
    }
    explanation.querySelectorAll('[id]').forEach(part => part.removeAttribute('id'));
    panel.replaceChildren(...explanation.children);
  };

  panel.hidden = false;
  show(1);
  for (const area of [whole, main.querySelector('.strip')]) {
    for (const kind of ['pointerover', 'focusin']) {
      area.addEventListener(kind, event => {
        const part = event.target.closest('[data-part]');
        if (part) show(part.dataset.part);
      });
    }
  }
});
