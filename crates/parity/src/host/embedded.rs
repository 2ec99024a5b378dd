//! A JavaScript engine in this process. It needs no browser and has no document.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use cpu_time::ThreadTime;
use html5gum::emitters::default::DefaultEmitter;
use html5gum::{StartTag, Token, Tokenizer};
use rquickjs::context::EvalOptions;
use rquickjs::{Array, CatchResultExt, Context, Ctx, Function, Runtime, Value};

use super::{DRIVER, Host, HostError, Kind, embedded_stage, no_mouse};
use crate::{Answer, Ending, Plan, Transcript};

/// The timeout of a page from one dialog to the next.
pub(super) const TIMEOUT: Duration = Duration::from_secs(4);

/// A timeout in processor time of this thread: on a busy machine a page waits for the processor.
#[derive(Clone)]
pub(super) struct Timeout {
    limit: Duration,
    /// The processor time of the thread at the last restart, in milliseconds.
    since: Arc<AtomicU64>,
}

impl Timeout {
    pub fn new(limit: Duration) -> Self {
        let since = Arc::new(AtomicU64::new(Self::now()));
        Self { limit, since }
    }

    fn now() -> u64 {
        let time = ThreadTime::now().as_duration();
        u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
    }

    pub fn restart(&self) {
        self.since.store(Self::now(), Ordering::Relaxed);
    }

    pub fn is_over(&self) -> bool {
        let worked = Self::now().saturating_sub(self.since.load(Ordering::Relaxed));
        Duration::from_millis(worked) > self.limit
    }
}

/// Limits the methods of arrays.
const LONG_ARRAYS: &str = include_str!("long_arrays.js");

/// The memory limit of a page in bytes.
const MEMORY: usize = 256 << 20;

/// A host without a browser.
pub(super) struct Embedded;

impl Host for Embedded {
    fn run(&mut self, page: &str, plans: &[&Plan]) -> Result<Vec<Transcript>, HostError> {
        let script = match plans.iter().any(|plan| plan.stage.is_some()) {
            true => only_script(page)?,
            false => script(page)?,
        };
        let mut transcripts = Vec::with_capacity(plans.len());
        for plan in plans {
            if plan.cells.is_some() {
                return Err(no_mouse());
            }
            let transcript = match &plan.stage {
                Some(stage) => embedded_stage::play(&script, &plan.answers, stage)?,
                None => play(&script, &plan.answers, plan.pace)?,
            };
            let hung = transcript.ending == Ending::Hung;
            transcripts.push(transcript);
            if hung {
                break;
            }
        }
        Ok(transcripts)
    }

    fn batch(&self) -> usize {
        60
    }
}

/// Plays a game to its end, or until the script takes too long.
pub(super) fn play(script: &str, answers: &[Answer], pace: u64) -> Result<Transcript, HostError> {
    let timeout = Timeout::new(TIMEOUT);
    let since_dialog = timeout.clone();
    let hung = Arc::new(AtomicBool::new(false));
    let report_hung = Arc::clone(&hung);
    let stop = move || {
        let stop = timeout.is_over();
        if stop {
            report_hung.store(true, Ordering::Relaxed);
        }
        stop
    };
    let tick = move |_: Value<'_>| since_dialog.restart();
    let (log, error) = run_script(script, (answers, pace), tick, stop)?;
    let hung = hung.load(Ordering::Relaxed);
    Ok(Transcript::from_log(&log, error.filter(|_| !hung), hung))
}

/// Runs a script with the driver. Returns the log and the uncaught error. `game` holds the answers and
/// the pace of a plan. `tick` gets each entry of the log. `stop` is called every few thousand steps; the
/// script ends when it returns true.
pub(crate) fn run_script(
    script: &str,
    (answers, pace): (&[Answer], u64),
    tick: impl Fn(Value<'_>) + 'static,
    stop: impl FnMut() -> bool + Send + 'static,
) -> Result<(Vec<String>, Option<String>), HostError> {
    in_engine(stop, |ctx, stopped| {
        let drive = || -> rquickjs::Result<Array<'_>> {
            let driver: Function<'_> = ctx.eval(DRIVER)?;
            let tick = Function::new(ctx.clone(), tick)?;
            let answers = ctx.json_parse(serde_json::to_string(answers).unwrap_or_default())?;
            driver.call((ctx.globals(), answers, tick, pace as f64))
        };
        let log = drive().catch(ctx)?;
        let mut options = EvalOptions::default();
        options.strict = false;
        let ended = ctx.eval_with_options::<(), _>(script, options).catch(ctx);
        let error = ended.map_err(|error| error.to_string().trim_end().to_owned());
        while !stopped.load(Ordering::Relaxed) && ctx.execute_pending_job() {}
        let lines: Result<Vec<String>, _> = log.iter().collect();
        Ok((lines?, error.err()))
    })
}

/// Does some work in a new engine, which calls `stop` every few thousand steps. The work can see
/// whether `stop` has returned true.
pub(super) fn in_engine<T>(
    stop: impl FnMut() -> bool + Send + 'static,
    work: impl FnOnce(&Ctx<'_>, &AtomicBool) -> Result<T, HostError>,
) -> Result<T, HostError> {
    let runtime = Runtime::new()?;
    runtime.set_memory_limit(MEMORY);
    let stopped = Arc::new(AtomicBool::new(false));
    let (seen, stop) = (Arc::clone(&stopped), Mutex::new(stop));
    let count = Arc::new(move |steps: f64| {
        // The data stays valid if `stop` panics, so a poisoned lock is safe to use.
        let mut stop = stop.lock().unwrap_or_else(PoisonError::into_inner);
        let is_over = (0..steps as u64).any(|_| stop());
        seen.fetch_or(is_over, Ordering::Relaxed);
        is_over
    });
    let of_engine = Arc::clone(&count);
    runtime.set_interrupt_handler(Some(Box::new(move || of_engine(1.0))));
    Context::full(&runtime)?.with(|ctx| {
        // The methods of arrays count the steps that the engine does not count.
        let limit: Function<'_> = ctx.eval(LONG_ARRAYS)?;
        let count = Function::new(ctx.clone(), move |steps: f64| count(steps))?;
        limit.call::<_, ()>((count,))?;
        work(&ctx, &stopped)
    })
}

/// The page's script as a browser runs it, for a game on a stage.
///
/// # Errors
/// There are several: they share their variables and go on after errors in ways that one text does not.
fn only_script(page: &str) -> Result<String, HostError> {
    let mut scripts = scripts(page)?;
    match scripts.len() {
        0 | 1 => Ok(scripts.pop().unwrap_or_default()),
        _ => Err(unsupported("document for several scripts")),
    }
}

/// All scripts of the page in one.
pub(super) fn script(page: &str) -> Result<String, HostError> {
    Ok(scripts(page)?.concat())
}

/// The page's scripts as a browser runs them. An event handler sees the properties of its element
/// before global variables, and assignments to read-only properties have no effect.
fn scripts(page: &str) -> Result<Vec<String>, HostError> {
    let mut scripts: Vec<String> = Vec::new();
    let mut inside = false;
    let mut emitter = DefaultEmitter::default();
    // `<b` in a script element is no tag.
    emitter.naively_switch_states(true);
    for token in Tokenizer::new_with_emitter(page, emitter) {
        let Ok(token) = token;
        match token {
            Token::StartTag(tag) => {
                inside = **tag.name == *b"script" && is_run(&tag)?;
                if inside {
                    scripts.push(String::new());
                }
                if let Some(handler) = tag.attributes.get(&b"onload"[..]) {
                    let handler = String::from_utf8_lossy(handler);
                    scripts.push(format!(
                        "with({{get x(){{return{{}}}},set x(_){{}},get y(){{return{{}}}},set y(_){{}}}})\
                         (function(event){{{handler}\n}})();"
                    ));
                }
            }
            Token::EndTag(_) => inside = false,
            Token::String(text) if inside => {
                if let Some(script) = scripts.last_mut() {
                    script.push_str(&String::from_utf8_lossy(&text));
                }
            }
            _ => {}
        }
    }
    scripts.retain(|script| !script.trim().is_empty());
    Ok(scripts)
}

/// Whether a script element has a classic script, and no data.
fn is_run(tag: &StartTag<()>) -> Result<bool, HostError> {
    if tag.attributes.contains_key(&b"src"[..]) {
        return Err(unsupported("document for scripts of other files"));
    }
    let kind = tag.attributes.get(&b"type"[..]);
    let kind = kind.map(|kind| String::from_utf8_lossy(kind).trim().to_ascii_lowercase());
    match kind.as_deref() {
        Some("module") => Err(unsupported("document for modules")),
        Some(kind) => Ok(kind.is_empty()
            || ["javascript", "ecmascript", "jscript", "livescript"]
                .iter()
                .any(|word| kind.contains(word))),
        None => Ok(true),
    }
}

fn unsupported(what: &str) -> HostError {
    HostError::Unsupported {
        host: Kind::Embedded,
        what: what.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Dialog, Ending};

    fn run(page: &str, answers: usize) -> Transcript {
        play(
            &script(page).expect("a script"),
            &vec![Answer::typed("e2e4"); answers],
            0,
        )
        .expect("an engine")
    }

    #[test]
    fn the_timeout_counts_the_work_of_a_thread_and_no_time_in_which_it_waits() {
        let timeout = Timeout::new(Duration::from_millis(50));
        std::thread::sleep(Duration::from_millis(200));
        assert!(!timeout.is_over());
        let started = ThreadTime::now();
        while started.elapsed() < Duration::from_millis(100) {}
        assert!(timeout.is_over());
        timeout.restart();
        assert!(!timeout.is_over());
    }

    #[test]
    fn scripts_of_onload_attributes_and_script_elements_run() {
        for page in [
            "<svg onload=\"x=1;alert(prompt('a')+event)\">",
            "<title>t</title><script>let event;alert(prompt('a')+event)</script>",
            "<script>let b=2,event;if(1<b)alert(prompt('a')+event)</script>",
        ] {
            let shown = run(page, 1);
            let alert = Dialog::Alert("e2e4undefined".into());
            assert_eq!(shown.dialogs, [Dialog::Prompt("a".into()), alert]);
            assert_eq!(shown.ending, Ending::Quiet);
        }
    }

    /// Data is no script, and an error in it would hide the script from a comparison.
    #[test]
    fn data_is_left_out_and_what_one_text_cannot_be_is_refused() {
        let data = "<script type=application/json>{\"a\":1}</script>";
        for page in [
            format!("{data}<script>alert(1)</script>"),
            "<script></script><script type='text/JavaScript'>alert(1)</script>".to_owned(),
        ] {
            assert_eq!(
                only_script(&page).expect("one script"),
                "alert(1)",
                "{page}"
            );
        }
        for page in [
            "<script>alert(1)</script><script>alert(2)</script>",
            "<body onload=alert(1)><script>alert(2)</script>",
            "<script type=module>alert(1)</script>",
            "<script src=a.js></script><script>alert(1)</script>",
        ] {
            let refused = only_script(page);
            assert!(
                matches!(refused, Err(HostError::Unsupported { .. })),
                "{page}"
            );
        }
    }

    #[test]
    fn methods_of_arrays_with_billions_of_holes_end() {
        for method in ["map(x=>x)", "join()", "indexOf(0)", "concat() + ''"] {
            let shown = run(
                &format!("<script>prompt(a=[]);a[4e9]=1;a.{method}</script>"),
                1,
            );
            let Ending::Threw(error) = &shown.ending else {
                panic!("{method}: {shown:?}");
            };
            assert!(error.contains("the array is too long"), "{error}");
        }
    }

    #[test]
    fn a_page_that_writes_long_arrays_without_end_is_stopped() {
        let page = "<script>prompt(a=[]);a[1e6]=1;for(;;)a+1</script>";
        assert_eq!(run(page, 1).ending, Ending::Hung);
    }

    #[test]
    fn a_page_that_does_not_end_is_stopped() {
        let shown = run("<script>prompt('a');for(;;);</script>", 1);
        assert_eq!((shown.dialogs.len(), shown.ending), (1, Ending::Hung));
        let shown = run("<script>for(;;)try{prompt('a')}catch{}</script>", 1);
        assert!(shown.dialogs.len() < 12);
        let shown = run("<script>for(;;)alert()</script>", 0);
        assert!(matches!(shown.ending, Ending::Threw(_)), "{shown:?}");
        let shown = run("<script>prompt();nothing()</script>", 1);
        assert!(matches!(shown.ending, Ending::Threw(error) if error.contains("nothing")));
    }

    #[test]
    fn time_passes_only_while_a_prompt_is_open() {
        let page = "<script>a=new Date;prompt();alert(new Date-a+' '+(Date.now()-a))</script>";
        let shown =
            play(&script(page).expect("a script"), &[Answer(None, 1_234)], 0).expect("an engine");
        assert_eq!(shown.dialogs[1], Dialog::Alert("1234 1234".into()));
    }

    #[test]
    fn time_passes_with_the_work_of_a_page_that_has_a_pace() {
        let page = "<script>a=new Date;[1,2].map(()=>[].map(b=>b));alert(new Date-a)</script>";
        for pace in [0, 7] {
            let shown = play(&script(page).expect("a script"), &[], pace).expect("an engine");
            assert_eq!(shown.dialogs[0], Dialog::Alert((3 * pace).to_string()));
        }
    }

    #[test]
    fn random_numbers_depend_only_on_the_first_think_time() {
        let page = "<script>a=[];for(i=99;i--;)a.push(Math.random());alert(a)</script>";
        let numbers = |think, text: &str| {
            let answers = [Answer(Some(text.to_owned()), think)];
            let shown = play(&script(page).expect("a script"), &answers, 0).expect("an engine");
            let Some(Dialog::Alert(numbers)) = shown.dialogs.into_iter().next() else {
                panic!("no alert");
            };
            let numbers = numbers
                .split(',')
                .map(|number| number.parse().expect("a number"));
            numbers.collect::<Vec<f64>>()
        };
        assert_eq!(numbers(1, "a"), numbers(1, "b"));
        assert_ne!(numbers(1, "a"), numbers(2, "a"));
        let some = numbers(0, "");
        assert!(some.iter().all(|number| (0.0..1.0).contains(number)));
        let mean = some.iter().sum::<f64>() / some.len() as f64;
        assert!((0.35..0.65).contains(&mean), "{mean}");
    }
}
