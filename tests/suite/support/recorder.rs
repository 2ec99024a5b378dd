//! Runs a script without a browser and records what it shows.

use rquickjs::{CatchResultExt, Context, Ctx, Runtime};

use super::host::eval;

/// Records what a script shows. Objects are shown as JSON with a mark before it.
const DRIVER: &str = r"
    const shown = [], timers = [], answers = ['3', 'hello', '7', 'x'];
    let seed = 1, now = 0, handle = 0;
    const text = value => typeof value == 'string' ? value : Object.is(value, -0) ? '-0'
        : Object(value) === value ? '\u0001' + (JSON.stringify(value) ?? typeof value)
        : typeof value == 'bigint' ? value + 'n' : String(value);
    const show = word => (...values) => { shown.push([word, ...values.map(text)].join(' ')); };
    globalThis.console = {};
    for (const word of ['log', 'info', 'warn', 'error', 'debug']) console[word] = show(word);
    globalThis.window = globalThis.self = globalThis;
    globalThis.alert = show('alert');
    globalThis.confirm = (...values) => (show('confirm')(...values), true);
    globalThis.prompt = (...values) => (show('prompt')(...values), answers.shift() ?? null);
    const timer = repeats => (call, delay = 0, ...values) => {
        timers.push({ handle: ++handle, at: now + +delay, every: repeats && Math.max(1, +delay), call, values });
        return handle;
    };
    globalThis.setTimeout = timer(false);
    globalThis.setInterval = timer(true);
    globalThis.clearTimeout = globalThis.clearInterval = old => {
        const at = timers.findIndex(timer => timer.handle == old);
        if (at >= 0) timers.splice(at, 1);
    };
    Math.random = () => (seed = seed * 16807 % 2147483647) / 2147483647;
    globalThis.$take = () => shown;
    globalThis.$fail = name => { shown.push('error ' + name); };
    globalThis.$next = () => {
        const [first] = timers.sort((a, b) => a.at - b.at || a.handle - b.handle);
        if (!first || shown.length > 200) return false;
        now = Math.max(now, first.at);
        if (first.every) first.at = now + first.every;
        else timers.shift();
        typeof first.call == 'function' ? first.call(...first.values) : (0, eval)(first.call);
        return true;
    };
";

/// How often the engine asks whether to stop a script: after 20 million steps.
const MOST: usize = 2_000;

/// What a script shows, a line each. A script without an end is stopped, which is an error.
pub fn shown(script: &str) -> Vec<String> {
    let runtime = Runtime::new().expect("a runtime");
    // The engine asks after a number of steps.
    let mut left = MOST;
    runtime.set_interrupt_handler(Some(Box::new(move || {
        left = left.saturating_sub(1);
        left == 0
    })));
    let context = Context::full(&runtime).expect("a context");
    context.with(|ctx| {
        eval(&ctx, &format!("(() => {{{DRIVER}}})()")).expect("the driver");
        step(&ctx, script);
    });
    let run_jobs = || {
        while runtime.is_job_pending() {
            if runtime.execute_pending_job().is_err() {
                context.with(|ctx| step(&ctx, "throw Error()"));
            }
        }
    };
    run_jobs();
    for _ in 0..200 {
        let is_left = context.with(|ctx| {
            let left = ctx.eval::<bool, _>("$next()").catch(&ctx);
            left.unwrap_or_else(|error| {
                fail(&ctx, &error.to_string());
                true
            })
        });
        run_jobs();
        if !is_left {
            break;
        }
    }
    context.with(|ctx| ctx.eval("$take()").expect("lines"))
}

fn step(ctx: &Ctx<'_>, script: &str) {
    if let Err(error) = eval(ctx, script) {
        fail(ctx, &error);
    }
}

/// Shows the name of an error: its text names variables.
fn fail(ctx: &Ctx<'_>, error: &str) {
    let name = error.trim_start_matches("Error: ").split(':').next();
    let name = serde_json::to_string(name.unwrap_or_default().trim()).expect("a text");
    eval(ctx, &format!("$fail({name})")).expect("shown");
}
