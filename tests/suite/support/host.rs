//! Runs a page without a browser.

use html5gum::{Token, Tokenizer};
use rquickjs::{CatchResultExt, Context, Ctx, Runtime, context::EvalOptions};

use super::plan::{Answer, Plan};
use super::referee::Dialog;

/// Replaces what a page talks to. `plan` holds the answers; when they run out,
/// `prompt` throws, which ends every loop that does not catch it.
const DRIVER: &str = r#"
    const shown = [];
    let now = 1e12, turn = 0;
    globalThis.dialogsShown = () => shown;
    globalThis.prompt = text => {
        shown.push('?' + text);
        if (turn == plan.length) throw 'the plan has run out';
        const [answer, think] = plan[turn++];
        now += think;
        return answer;
    };
    globalThis.alert = text => { shown.push('!' + text); };
    globalThis.Date = class extends Date {
        constructor(...from) { from.length ? super(...from) : super(now); }
        static now() { return now; }
    };
"#;

/// The dialogs of a page that is given these answers, and the error it threw, if any.
pub fn run(page: &str, answers: &[Answer]) -> (Vec<Dialog>, Option<String>) {
    let runtime = Runtime::new().expect("a runtime");
    let context = Context::full(&runtime).expect("a context");
    context.with(|ctx| {
        let answers = serde_json::to_string(answers).expect("plain data");
        // In a function, so that its names are not those of a page.
        let plan = format!("(plan => {{{DRIVER}}})({answers})");
        eval(&ctx, &plan).expect("the driver");
        let error = eval(&ctx, &script(page)).err();
        let log: Vec<String> = ctx.eval("dialogsShown()").expect("the log");
        let dialogs = log.iter().map(|line| match line.split_at(1) {
            ("?", text) => Dialog::Prompt(trimmed(text)),
            (_, text) => Dialog::Alert(text.to_owned()),
        });
        (dialogs.collect(), error)
    })
}

/// The first difference between a page and a plan.
pub fn difference(page: &str, plan: &Plan) -> Option<String> {
    let (dialogs, error) = run(page, &plan.answers);
    if dialogs == plan.dialogs && error.is_none() {
        return None;
    }
    let at = (0..).find(|&at| dialogs.get(at) != plan.dialogs.get(at) || at >= dialogs.len())?;
    let answers: Vec<_> = plan.answers.iter().take(at).map(|(text, _)| text).collect();
    Some(format!(
        "dialog {at} differs\nexpected {:#?}\nshown    {:#?}\nerror    {error:?}\nafter    {answers:?}",
        plan.dialogs.get(at),
        dialogs.get(at),
    ))
}

/// Runs a sloppy script. The error is that of the script.
pub fn eval(ctx: &Ctx<'_>, script: &str) -> Result<(), String> {
    let mut options = EvalOptions::default();
    options.strict = false;
    ctx.eval_with_options::<(), _>(script, options)
        .catch(ctx)
        .map_err(|error| error.to_string())
}

/// The page's script as a browser would run it: an event handler sees the
/// properties of its element first, and assignments to some of them are lost.
fn script(page: &str) -> String {
    for token in Tokenizer::new(page) {
        let Ok(token) = token;
        if let Token::StartTag(tag) = token
            && let Some(handler) = tag.attributes.get(&b"onload"[..])
        {
            let handler = String::from_utf8_lossy(handler);
            return format!(
                "with({{get x(){{return{{}}}},set x(_){{}},get y(){{return{{}}}},set y(_){{}}}})\
                 (function(event){{{handler}\n}})()"
            );
        }
    }
    let start = page.find("<script>").expect("a script") + "<script>".len();
    let end = page.find("</script>").expect("its end");
    page[start..end].to_owned()
}

/// White space at the end of a line or of the text does not count.
fn trimmed(text: &str) -> String {
    let lines: Vec<_> = text.trim_end().lines().map(str::trim_end).collect();
    lines.join("\n")
}
