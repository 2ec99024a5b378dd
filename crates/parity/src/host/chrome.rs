//! Chromium, by the DevTools protocol on a socket of its own.
//!
//! headless_chrome finds and starts the browser. Its connection takes 0.1 s for each call, so the
//! calls go over a second connection.

use std::time::Duration;

use serde_json::{Value, json};

use super::browser::Running;
use super::socket::{Socket, lost};
use super::tab::{self, Interrupted, Limits, Tab, TabEvent};
use super::{Host, HostError, LoggedGame};
use crate::{Dialog, Plan, Transcript};

/// How long a call may take that runs no script of a page.
const CALL_TIMEOUT: Duration = Duration::from_secs(60);

/// A script that runs out of time is stopped, and the tab is used again.
const LIMITS: Limits = Limits {
    batch: Duration::from_millis(15),
    single: Duration::from_millis(300),
    call: Duration::from_secs(3),
};

/// A Chrome or Chromium without a window.
pub(super) struct Chrome {
    /// Dropped first: the browser closes the connection when it ends.
    socket: Socket,
    /// The tab and the session in which it is controlled.
    target: String,
    session: String,
    running: Running,
}

impl Chrome {
    /// Starts a browser.
    ///
    /// # Errors
    /// There is no browser, or it does not start.
    pub fn launch() -> Result<Self, HostError> {
        let running = Running::start()?;
        let socket = Socket::open(&running.browser()?.get_ws_url())?;
        let mut chrome = Self {
            socket,
            target: String::new(),
            session: String::new(),
            running,
        };
        chrome.open_tab()?;
        Ok(chrome)
    }

    fn open_tab(&mut self) -> Result<(), HostError> {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        self.session.clear();
        let target = self.call("Target.createTarget", json!({"url": "about:blank"}))?;
        self.target = text(&target["targetId"]);
        let params = json!({"targetId": self.target, "flatten": true});
        let session = self.call("Target.attachToTarget", params)?;
        self.session = text(&session["sessionId"]);
        self.call("Page.enable", json!({}))?;
        self.call("Runtime.enable", json!({}))?;
        Ok(())
    }

    /// The result of a command to the tab, or to the browser while there is no tab.
    pub fn call(&mut self, method: &str, params: Value) -> Result<Value, HostError> {
        let answer = self.answer_within(method, params, CALL_TIMEOUT)?;
        let mut answer = answer.ok_or_else(|| lost(format_args!("no answer to {method}")))?;
        match answer["error"]["message"].as_str() {
            Some(error) => Err(lost(format_args!("{method}: {error}"))),
            None => Ok(answer["result"].take()),
        }
    }

    fn answer_within(
        &mut self,
        method: &str,
        params: Value,
        limit: Duration,
    ) -> Result<Option<Value>, HostError> {
        let mut request = json!({"method": method, "params": params});
        if !self.session.is_empty() {
            request["sessionId"] = json!(self.session);
        }
        self.socket.request(request, limit)
    }
}

/// What the page of a session does, if an event is about that.
fn of_page(event: &Value, session: &str) -> Option<TabEvent> {
    if event["sessionId"] != session {
        return None;
    }
    let params = &event["params"];
    match event["method"].as_str()? {
        "Page.javascriptDialogOpening" => {
            let message = params["message"].as_str().unwrap_or_default().to_owned();
            Some(TabEvent::Dialog(match params["type"].as_str() {
                Some("prompt") => Dialog::Prompt(message),
                Some("confirm") => Dialog::Confirm(message),
                _ => Dialog::Alert(message),
            }))
        }
        "Runtime.exceptionThrown" => {
            let details = &params["exceptionDetails"];
            let error = details["exception"]["description"].as_str();
            let error = error.or(details["text"].as_str()).unwrap_or_default();
            Some(TabEvent::Error(error.to_owned()))
        }
        _ => None,
    }
}

impl Tab for Chrome {
    fn limits(&self) -> Limits {
        LIMITS
    }

    fn evaluate(&mut self, expression: &str, limit: Duration) -> Result<Option<String>, HostError> {
        let params = json!({
            "expression": expression,
            "timeout": limit.as_millis() as u64,
            "returnByValue": true,
        });
        // The browser itself stops the script, but not one of a loaded page that this one waits for.
        let answer = self.answer_within("Runtime.evaluate", params, limit + CALL_TIMEOUT)?;
        self.socket.forget_events();
        let Some(answer) = answer else {
            *self = Self::launch()?;
            return Ok(None);
        };
        if answer["error"].is_object() {
            return Ok(None);
        }
        match answer["result"]["result"]["value"].as_str() {
            Some(value) => Ok(Some(value.to_owned())),
            None => Err(lost(&answer["result"]["exceptionDetails"])),
        }
    }

    fn evaluate_promise(
        &mut self,
        expression: &str,
        limit: Duration,
    ) -> Result<Option<String>, HostError> {
        let params = json!({"expression": expression, "awaitPromise": true, "returnByValue": true});
        let answer = self.answer_within("Runtime.evaluate", params, limit)?;
        self.socket.forget_events();
        let Some(answer) = answer else {
            let stop = self.answer_within("Runtime.terminateExecution", json!({}), CALL_TIMEOUT)?;
            if stop.is_none() {
                *self = Self::launch()?;
            }
            return Ok(None);
        };
        Ok(answer["result"]["result"]["value"]
            .as_str()
            .map(str::to_owned))
    }

    fn interrupted(&mut self) -> Result<Option<Interrupted>, HostError> {
        let run = self.evaluate("JSON.stringify(window.run ?? null)", CALL_TIMEOUT)?;
        let run = run.ok_or_else(|| lost("no answer after an interrupted script"))?;
        serde_json::from_str(&run).map_err(lost)
    }

    fn load(&mut self, page: &str) -> Result<(), HostError> {
        let file = self.running.folder().join("page.html");
        std::fs::write(&file, page).map_err(lost)?;
        self.socket.forget_events();
        let url = format!("file://{}", file.display());
        self.call("Page.navigate", json!({ "url": url }))?;
        Ok(())
    }

    fn next_event(&mut self, limit: Duration) -> Result<Option<TabEvent>, HostError> {
        while let Some(event) = self.socket.event(limit)? {
            let event = of_page(&event, &self.session);
            if event.is_some() {
                return Ok(event);
            }
        }
        Ok(None)
    }

    fn answer(&mut self, _dialog: &Dialog, text: Option<&str>) -> Result<(), HostError> {
        let params = json!({"accept": text.is_some(), "promptText": text.unwrap_or_default()});
        self.call("Page.handleJavaScriptDialog", params)?;
        Ok(())
    }

    fn tells_rest(&self) -> bool {
        true
    }

    fn is_at_rest(&mut self) -> Result<bool, HostError> {
        // The script of a page blocks this one until it ends or opens a dialog.
        let params = json!({"expression": "0"});
        let request = json!({
            "method": "Runtime.evaluate",
            "params": params,
            "sessionId": self.session,
        });
        let session = &self.session;
        self.socket
            .answers_before_event(request, CALL_TIMEOUT, |event| {
                of_page(event, session).is_some()
            })
    }

    fn unload(&mut self, at_rest: bool) -> Result<(), HostError> {
        // A page that has not come to rest would disturb the next game.
        if !at_rest {
            let old = std::mem::take(&mut self.target);
            self.open_tab()?;
            self.call("Target.closeTarget", json!({ "targetId": old }))?;
        }
        Ok(())
    }
}

impl Host for Chrome {
    fn run(&mut self, page: &str, plans: &[&Plan]) -> Result<Vec<Transcript>, HostError> {
        tab::run(self, page, plans)
    }

    fn first_other_log(
        &mut self,
        script: &str,
        games: &[LoggedGame<'_>],
    ) -> Result<Option<(usize, Vec<String>)>, HostError> {
        tab::first_other_log(self, script, games)
    }

    fn batch(&self) -> usize {
        400
    }
}
