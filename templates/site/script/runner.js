// Runs a page of the catalog unchanged in a frame of its own: its prompts are
// answered by a list, its dialogs are kept. A page that an event starts is
// started again by the same event, which spares compiling it for each game.

// What starts an `onload` of an SVG element; Firefox has a name of its own for it.
const startEvents = ['load', 'SVGLoad'];

class Runner {
  constructor(html) {
    this.html = html;
    this.frame = undefined;
    this.loaders = [];
  }

  // `answers` holds [text or null, think time in ms] for each prompt. When they
  // have run out, the page is ended; the last entry of the log is then the
  // prompt that is open.
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
    // The driver ends a page whose answers have run out by an error of its own.
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
    realm.document.open(); // takes the handlers of a window with it
    // Not every browser sends the event at once: theirs are dropped, `run` sends its own.
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

// A prompt's text in the one form that the reference writes: no white space at
// the end of a line or of the text.
const canonical = shown => shown.trimEnd().split('\n')
  .map(line => line.trimEnd())
  .map(line => line.replace(/[！-～]/g, glyph => String.fromCodePoint(glyph.codePointAt() - 65248)))
  .join('\n');
