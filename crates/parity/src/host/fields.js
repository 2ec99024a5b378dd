// What keys do to the element with the focus, as a browser does it: they write and delete text, move the caret and
// the focus, choose options, press buttons and send forms. (Events that a script sends have no such effects.)
// `send` sends an event to an element, and returns false if a handler prevents the effect. Returns
// - down, up: the effects of a key that goes down or up,
// - set: gives a field another text,
// - focus: moves the focus, and commits what was typed,
// - commit: sends `change` if something was typed since the last time.
(realm, send) => {
  const NO_TEXT = /^(button|submit|reset|image|checkbox|radio|range|color|file|hidden)$/;
  const is = (element, names) => names.split(' ').includes(element.localName);
  const hasText = element =>
    is(element, 'textarea') || is(element, 'input') && !NO_TEXT.test(element.type);
  const isFixed = field => field.readOnly || field.disabled;
  // Fields of which something was typed, and the texts of those with an unfinished value, such as `-` of a number.
  const edited = new Set(), unfinished = new WeakMap(), known = new WeakSet();
  const read = field => {
    const [text, value] = unfinished.get(field) ?? [];
    return value === field.value && text !== undefined ? text : field.value;
  };
  const write = (field, text) => {
    field.value = text;
    unfinished.set(field, [text, field.value]);
  };
  // The selection. Numbers and the like have none: there it is the end. So it is in a field of which no part was
  // selected yet: browsers differ.
  const selection = field => {
    const end = read(field).length;
    const { selectionStart: from, selectionEnd: to } = field;
    const isNew = !known.has(field) && from == 0 && to == 0;
    known.add(field);
    return from === null || isNew ? [end, end] : [from, to];
  };
  const select = (field, from, to = from) => {
    known.add(field);
    if (field.selectionStart !== null) field.setSelectionRange(from, to);
  };
  const replace = (field, from, to, data, inputType) => {
    const text = read(field), { maxLength } = field;
    const all = text.slice(0, from) + data + text.slice(to);
    if (isFixed(field) || all == text && from == to) return;
    if (data && maxLength >= 0 && all.length > maxLength) return;
    const settings = { data: data || null, inputType };
    if (!send(field, 'InputEvent', 'beforeinput', settings)) return;
    write(field, all);
    select(field, from + data.length);
    edited.add(field);
    send(field, 'InputEvent', 'input', { ...settings, cancelable: false });
  };
  const insert = (field, data, inputType = 'insertText') => {
    const [from, to] = selection(field);
    replace(field, from, to, data, inputType);
  };
  const remove = (field, isBackwards) => {
    let [from, to] = selection(field);
    const text = read(field);
    if (from == to && isBackwards) from -= [...text.slice(0, from)].at(-1)?.length ?? 0;
    else if (from == to) to += [...text.slice(to)][0]?.length ?? 0;
    replace(field, from, to, '', `deleteContent${isBackwards ? 'Backward' : 'Forward'}`);
  };
  const commit = (field = realm.document.activeElement) => {
    if (edited.delete(field)) send(field, 'Event', 'change', { cancelable: false });
  };
  const chosen = field => {
    send(field, 'Event', 'input', { cancelable: false });
    send(field, 'Event', 'change', { cancelable: false });
  };
  const focus = element => {
    const { activeElement } = realm.document;
    if (element == activeElement) return;
    commit(activeElement);
    if (!element) activeElement?.blur();
    else {
      if (hasText(element) && !known.has(element)) select(element, element.value.length);
      element.focus();
      if (!element.isContentEditable) return;
      const selection = realm.getSelection();
      selection.selectAllChildren(element);
      selection.collapseToEnd();
    }
  };

  const submit = field => {
    const { form } = field;
    if (!form) return;
    const isSubmit = ({ type }) => type == 'submit' || type == 'image';
    const all = [...form.elements, ...form.querySelectorAll('input[type=image]')];
    const button = all.find(isSubmit);
    if (button) button.click();
    else if (all.filter(hasText).length == 1) form.requestSubmit();
  };
  const lineOf = (field, at) => {
    const text = read(field);
    const after = text.indexOf('\n', at);
    return [text.lastIndexOf('\n', at - 1) + 1, after < 0 ? text.length : after];
  };
  const inText = {
    Backspace: field => remove(field, true),
    Delete: field => remove(field, false),
    Home: field => select(field, lineOf(field, selection(field)[0])[0]),
    End: field => select(field, lineOf(field, selection(field)[1])[1]),
    ArrowLeft: field => {
      const [from, to] = selection(field);
      select(field, from == to ? Math.max(0, from - 1) : from);
    },
    ArrowRight: field => {
      const [from, to] = selection(field);
      select(field, from == to ? to + 1 : to);
    },
    Enter: field => {
      if (is(field, 'textarea')) return insert(field, '\n', 'insertLineBreak');
      commit(field);
      submit(field);
    },
  };
  // Arrows change numbers, sliders and lists.
  const turn = (field, by) => {
    if (isFixed(field)) return;
    const before = field.value;
    if (is(field, 'select')) {
      const options = [...field.options], step = by > 0 ? -1 : 1;
      let at = field.selectedIndex + step;
      while (options[at]?.disabled) at += step;
      if (options[at]) field.selectedIndex = at;
    } else if (by > 0) field.stepUp();
    else field.stepDown();
    if (field.value != before) chosen(field);
  };
  const arrows = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 };
  const turns = (field, word) => {
    if (!arrows[word]) return false;
    if (is(field, 'select') || field.type == 'range') return true;
    return field.type == 'number' && /Up|Down/.test(word);
  };
  const tab = () => {
    const { document } = realm;
    const all = [...document.querySelectorAll(
      'a[href], button, input, select, textarea, summary, [tabindex], [contenteditable]')];
    const open = all.filter(element => {
      const isShown = element.getClientRects().length && realm.getComputedStyle(element).visibility == 'visible';
      return isShown && !element.disabled && element.tabIndex >= 0;
    });
    const order = element => element.tabIndex || Infinity;
    const sorted = open.map((element, at) => [order(element), at, element]);
    sorted.sort(([left, at], [right, other]) => left == right ? at - other : left - right);
    const next = sorted[sorted.findIndex(([, , element]) => element == document.activeElement) + 1];
    focus(next?.[2]);
    if (next && hasText(next[2])) select(next[2], 0, next[2].value.length);
  };
  const isButton = element => is(element, 'button summary') ||
    is(element, 'input') && /^(button|submit|reset|image|color|file)$/.test(element.type);
  const isBox = element => is(element, 'input') && /^(checkbox|radio)$/.test(element.type);

  const down = (element, word, text) => {
    if (word == 'Tab') tab();
    else if (turns(element, word)) turn(element, arrows[word]);
    else if (hasText(element)) {
      const effect = inText[word];
      if (effect) effect(element);
      else if ([...text].length == 1) insert(element, text);
    } else if (element.isContentEditable) {
      const { document } = realm;
      if (word == 'Backspace') document.execCommand('delete');
      else if ([...text].length == 1) document.execCommand('insertText', false, text);
    } else if (word == 'Enter') {
      if (isButton(element) || is(element, 'a') && element.href) element.click();
      else if (is(element, 'input select')) submit(element);
    }
  };
  const up = (element, word) => {
    if (word == 'Space' && (isButton(element) || isBox(element))) element.click();
  };
  const set = text => {
    const field = realm.document.activeElement;
    if (is(field ?? {}, 'select')) {
      const option = [...field.options].find(({ value, text: label }) => value == text || label == text);
      if (!option) throw `the list has no option ${text}`;
      option.selected = true;
      return chosen(field);
    }
    const isField = field && (hasText(field) || /^(range|color)$/.test(field.type));
    if (!isField) throw 'no field has the focus';
    if (isFixed(field)) return;
    const isSlider = !hasText(field);
    if (isSlider) write(field, text);
    else replace(field, 0, read(field).length, text, text ? 'insertReplacementText' : 'deleteContentBackward');
    if (isSlider) chosen(field);
    commit(field);
  };
  return { down, up, set, focus, commit };
}
