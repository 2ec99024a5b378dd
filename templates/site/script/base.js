// Shared by all pages of the site: start, language, clipboard.

const languages = ['en', 'tr'];
const listeners = [];

// Private windows may have no local storage.
const memory = {
  get: key => { try { return localStorage.getItem(key); } catch { return null; } },
  set: (key, value) => { try { localStorage.setItem(key, value); } catch { /* not stored */ } },
};

let language = 'en';

// A text in the current language, with `{name}` replaced by its value.
const texts = () => JSON.parse(document.getElementById('texts').textContent);
const filled = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
const text = (key, values = {}) => {
  const found = texts()[key];
  return found ? filled(found[language], values) : key;
};

// Puts a text into an element in all languages; CSS shows the current one.
const say = (element, key, values = {}) => {
  const found = texts()[key] ?? {};
  element.replaceChildren(...languages.map(name => {
    const part = document.createElement('span');
    part.lang = name;
    part.textContent = filled(found[name] ?? key, values);
    return part;
  }));
};

const onLanguage = callback => listeners.push(callback);

const speak = name => {
  language = languages.includes(name) ? name : 'en';
  document.documentElement.lang = language;
  const title = document.querySelector(`#title [lang=${language}]`);
  if (title) document.title = `${title.textContent} – golfchess`;
  for (const button of document.querySelectorAll('[data-language]')) {
    button.setAttribute('aria-pressed', button.dataset.language == language);
  }
  listeners.forEach(callback => callback(language));
};

const copy = async string => {
  try {
    await navigator.clipboard.writeText(string);
  } catch {
    // Pages opened from disk may not use the clipboard API.
    const area = document.createElement('textarea');
    area.value = string;
    document.body.append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
  }
};

const download = (name, string) => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([string], { type: 'text/html' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
};

const pages = {};
const page = (name, start) => { pages[name] = start; };

document.addEventListener('DOMContentLoaded', () => {
  const wanted = memory.get('golfchess-language') ?? navigator.language.slice(0, 2);
  speak(wanted);
  for (const button of document.querySelectorAll('[data-language]')) {
    button.addEventListener('click', () => {
      memory.set('golfchess-language', button.dataset.language);
      speak(button.dataset.language);
    });
  }
  pages[document.body.dataset.page]?.(document.querySelector('main'));
});
