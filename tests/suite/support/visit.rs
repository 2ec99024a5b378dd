//! Visits to any address in Firefox and WebKitGTK, driven by scripts.

use std::time::{Duration, Instant};

use golfchess_parity::host::{Firefox, HostError, Kind, WebKit};
use serde_json::{Value, json};

/// How long a page may take to load, on a busy machine.
const LOAD_TIMEOUT: Duration = Duration::from_secs(120);

/// How long a script may take: some wait for a page that plays many games.
const SCRIPT_TIMEOUT: Duration = Duration::from_secs(600);

/// How often WebKit is asked whether a page has loaded.
const POLL: Duration = Duration::from_millis(50);

/// A tab of a browser that visits addresses.
pub trait Visitor: Send {
    /// Opens an address and waits until it has loaded.
    fn visit(&mut self, address: &str) -> Result<(), HostError>;

    /// The value of an expression that gives a text, or a promise of one.
    fn ask(&mut self, expression: &str) -> Result<String, HostError>;

    /// Presses a key where the focus is: a character, or its WebDriver code.
    fn press(&mut self, key: char) -> Result<(), HostError>;

    /// The uncaught errors since the last call. WebKitGTK does not report those of a script that runs
    /// while its page loads.
    fn errors(&mut self) -> Result<Vec<String>, HostError>;
}

/// Starts Firefox or WebKitGTK.
pub fn visitor(kind: Kind) -> Result<Box<dyn Visitor>, HostError> {
    Ok(match kind {
        Kind::Chrome | Kind::Embedded => panic!("{kind} visits no addresses"),
        Kind::Firefox => Box::new(Firefox::launch()?),
        Kind::WebKit => Box::new(WebKitVisit {
            browser: WebKit::launch()?,
            errors: Vec::new(),
        }),
    })
}

fn lost(error: impl std::fmt::Display) -> HostError {
    HostError::Lost(error.to_string())
}

/// A key that goes down and up, for both protocols.
fn key_actions(key: char) -> Value {
    let action = |kind| json!({"type": kind, "value": key.to_string()});
    let actions = [action("keyDown"), action("keyUp")];
    json!([{"type": "key", "id": "keyboard", "actions": actions}])
}

impl Visitor for Firefox {
    fn visit(&mut self, address: &str) -> Result<(), HostError> {
        let params = json!({"context": self.context(), "url": address, "wait": "complete"});
        let method = "browsingContext.navigate";
        let loaded = self.call_within(method, params, LOAD_TIMEOUT)?;
        loaded
            .map(|_| ())
            .ok_or_else(|| lost("a page does not load"))
    }

    fn ask(&mut self, expression: &str) -> Result<String, HostError> {
        let params = json!({
            "expression": expression,
            "target": {"context": self.context()},
            "awaitPromise": true,
            "resultOwnership": "none",
        });
        let method = "script.evaluate";
        let result = self.call_within(method, params, SCRIPT_TIMEOUT)?;
        let result = result.ok_or_else(|| lost("a script does not end"))?;
        match result["result"]["value"].as_str() {
            Some(text) => Ok(text.to_owned()),
            None => Err(lost(&result)),
        }
    }

    fn press(&mut self, key: char) -> Result<(), HostError> {
        let params = json!({"context": self.context(), "actions": key_actions(key)});
        let pressed = self.call_within("input.performActions", params, LOAD_TIMEOUT)?;
        pressed
            .map(|_| ())
            .ok_or_else(|| lost("a key is not pressed"))
    }

    fn errors(&mut self) -> Result<Vec<String>, HostError> {
        let error = |event: &Value| {
            let params = &event["params"];
            let is_error = event["method"] == "log.entryAdded" && params["level"] == "error";
            is_error.then(|| params["text"].to_string())
        };
        let mut errors = Vec::new();
        while let Some(error) = self.event(error)? {
            errors.push(error);
        }
        Ok(errors)
    }
}

/// WebKitGTK with the errors of the pages that it has left.
struct WebKitVisit {
    browser: WebKit,
    errors: Vec<String>,
}

/// Whether a page has loaded; collects its errors from then on.
const OPENED: &str = "(() => {
  if (document.readyState != 'complete' || location.href == 'about:blank') return 'no';
  if (!window.uncaught) {
    window.uncaught = [];
    addEventListener('error', event => uncaught.push(event.message));
    addEventListener('unhandledrejection', event => uncaught.push(String(event.reason)));
  }
  return 'yes';
})()";

impl WebKitVisit {
    /// Opens an address and waits until an expression has a value.
    fn go(&mut self, address: &str, expression: &str, value: &str) -> Result<(), HostError> {
        let body = json!({"url": address});
        self.browser.post("/url", body, LOAD_TIMEOUT)?;
        let until = Instant::now() + LOAD_TIMEOUT;
        // A script that runs while the document changes fails.
        while !self.ask(expression).is_ok_and(|text| text == value) {
            if Instant::now() > until {
                return Err(lost("a page does not load"));
            }
            std::thread::sleep(POLL);
        }
        Ok(())
    }
}

impl Visitor for WebKitVisit {
    fn visit(&mut self, address: &str) -> Result<(), HostError> {
        self.errors = self.errors()?;
        // The driver does not wait. An empty page between the two tells them apart.
        self.go("about:blank", "location.href", "about:blank")?;
        self.go(address, OPENED, "yes")
    }

    fn ask(&mut self, expression: &str) -> Result<String, HostError> {
        let script = format!(
            "const done = arguments[arguments.length - 1];
             Promise.resolve().then(() => {expression})
               .then(text => done({{ text }}), error => done({{ error: String(error) }}))"
        );
        let limit = json!({"script": SCRIPT_TIMEOUT.as_millis() as u64});
        self.browser.post("/timeouts", limit, LOAD_TIMEOUT)?;
        let body = json!({"script": script, "args": []});
        let path = "/execute/async";
        let done = self.browser.post(path, body, SCRIPT_TIMEOUT)?;
        match done["text"].as_str() {
            Some(text) => Ok(text.to_owned()),
            None => Err(lost(&done)),
        }
    }

    fn press(&mut self, key: char) -> Result<(), HostError> {
        let body = json!({"actions": key_actions(key)});
        self.browser.post("/actions", body, LOAD_TIMEOUT)?;
        Ok(())
    }

    fn errors(&mut self) -> Result<Vec<String>, HostError> {
        let text = self.ask("JSON.stringify((window.uncaught ?? []).splice(0))")?;
        let mut errors = std::mem::take(&mut self.errors);
        errors.extend(serde_json::from_str::<Vec<String>>(&text).map_err(lost)?);
        Ok(errors)
    }
}
