// What is in the field becomes an entry; an empty field adds none.
add.onclick = () => {
  if (field.value) {
    entry = document.createElement('li');
    entry.append(field.value);
    //% if D
    //% include "delete.js"
    //% endif
    entries.append(entry);
    field.value = '';
    //% if N
    document.title = entries.children.length;
    //% endif
  }
};
//% if E
field.onkeydown = event => {
  if (event.key == 'Enter') add.onclick();
};
//% endif
