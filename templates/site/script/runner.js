// Runs an unchanged page of the catalog in a frame. A list answers its prompts, and its
// dialogs are logged. A page that starts on an event is restarted with the same event,
// so that it is not compiled again for each game.

// Events that run `onload` of an SVG element; Firefox uses the second one.
const startEvents = ['load', 'SVGLoad'];

class Runner {
  constructor(html) {
    this.html = html;
    this.frame = undefined;
    this.loaders = [];
  }

  // `answers` has [text or null, think time in ms] for each prompt. After the last answer
  // the driver stops the page; the last entry of the log is then the open prompt.
  run(answers) {
    const again = this.loaders.length > 0 && this.error === undefined;
    if (!again) this.open();
    const realm = this.frame.contentWindow;
    realm.Date = this.date;
    const log = drive(realm, answers, () => {});
    let loaders = this.loaders;
    if (!again) {
      realm.document.write(this.html);
      realm.document.close();
      loaders = [...realm.document.querySelectorAll('svg[onload]')];
      const other = realm.document.querySelector('script, body[onload]');
      if (!other) this.loaders = loaders;
    }
    for (const loader of loaders) {
      for (const name of startEvents) loader.dispatchEvent(new realm.Event(name));
    }
    // The driver throws an error to stop a page after the last answer.
    if (log.filter(line => line[0] == '?').length > answers.length) this.error = undefined;
    return { log: [...log], error: this.error };
  }

  open() {
    this.close();
    this.frame = document.createElement('iframe');
    this.frame.hidden = true;
    this.frame.title = 'engine';
    document.body.append(this.frame);
    const realm = this.frame.contentWindow;
    realm.document.open(); // also removes the window's event handlers
    // Browsers send the event at different times: drop theirs; `run` dispatches its own.
    const drop = event => {
      if (event.isTrusted && event.target.localName == 'svg') event.stopImmediatePropagation();
    };
    for (const name of startEvents) realm.document.addEventListener(name, drop, true);
    this.date = realm.Date;
    this.error = undefined;
    realm.addEventListener('error', event => {
      this.error ??= event.message;
      event.preventDefault();
    });
  }

  close() {
    this.frame?.remove();
    this.loaders = [];
  }
}

// Normalizes a prompt's text as the reference does: ASCII letters, and no white space at
// the end of a line or of the text.
const canonical = shown => shown.trimEnd().split('\n')
  .map(line => line.trimEnd())
  .map(line => line.replace(/[！-～]/g, glyph => String.fromCodePoint(glyph.codePointAt() - 65248)))
  .join('\n');
