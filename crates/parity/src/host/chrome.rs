//! Chromium, by the DevTools protocol on a socket of its own.
//!
//! headless_chrome finds the browser, and knows its usual arguments and the messages of the protocol. It
//! would own one process only, and its connection takes 0.1 s for each call.

use std::error::Error;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use headless_chrome::browser::DEFAULT_ARGS;
use serde_json::{Value, json};

use super::process::Group;
use super::socket::{Socket, address, lost};
use super::tab::{CALL_TIMEOUT, Interrupted, Limits, Tab, TabEvent, dialog};
use super::{HostError, Kind, find};
use crate::Dialog;

/// No window, no use of the network, no sound.
const ARGUMENTS: [&str; 13] = [
    "--headless",
    // The browser takes a free port: another process could take one that is chosen here.
    "--remote-debugging-port=0",
    // Chromium refuses its sandbox to root.
    "--no-sandbox",
    "--disable-quic",
    "--disable-component-update",
    "--mute-audio",
    // Nobody uses the first window, which would load a start page.
    "--no-startup-window",
    // Dialogs without animations.
    "--animation-duration-scale=0",
    "--wm-window-animations-disabled",
    "--window-size=200,200",
    "--disable-gpu",
    // Each processor has a browser already.
    "--js-flags=--single-threaded",
    "--disable-software-rasterizer",
];

/// A Chrome or Chromium without a window.
pub(super) struct Chrome {
    socket: Socket,
    /// The tab and the session in which it is controlled.
    target: String,
    session: String,
    group: Group,
    /// The address from which pages load their files; nothing without one.
    home: String,
}

impl Chrome {
    pub fn launch() -> Result<Self, HostError> {
        find::start(Kind::Chrome, Self::start)
    }

    fn start(executable: &Path, mut group: Group) -> Result<Self, Box<dyn Error>> {
        let mut command = Command::new(executable);
        let profile = group.folder().join("profile");
        command
            .args(DEFAULT_ARGS)
            .args(ARGUMENTS)
            .arg(format!("--user-data-dir={}", profile.display()));
        let address = group.spawn_until(command, find::START_TIMEOUT, address)?;
        let mut chrome = Self {
            socket: Socket::open(&address)?,
            target: String::new(),
            session: String::new(),
            group,
            home: String::new(),
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
        self.go_home()
    }

    /// Opens the address from which pages load their files.
    fn go_home(&mut self) -> Result<(), HostError> {
        if self.home.is_empty() {
            return Ok(());
        }
        let gone = self.call("Page.navigate", json!({ "url": self.home }))?;
        if let Some(reason) = gone["errorText"].as_str() {
            return Err(lost(reason));
        }
        // A script that runs before would be gone with the last page.
        let until = Instant::now() + CALL_TIMEOUT;
        let state = "document.readyState + ' ' + location.href";
        let there = format!("complete {}", self.home);
        while self.evaluate(state, CALL_TIMEOUT)?.as_deref() != Some(&there) {
            if Instant::now() > until {
                return Err(lost(format_args!("{} does not load", self.home)));
            }
        }
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
        let request = self.request(method, params);
        self.socket.request(request, limit)
    }

    fn request(&self, method: &str, params: Value) -> Value {
        let mut request = json!({"method": method, "params": params});
        if !self.session.is_empty() {
            request["sessionId"] = json!(self.session);
        }
        request
    }

    /// Stops the script that runs in the tab. Starts another browser if this one does not answer.
    fn stop_script(&mut self) -> Result<(), HostError> {
        let stop = self.answer_within("Runtime.terminateExecution", json!({}), CALL_TIMEOUT)?;
        self.socket.forget_events();
        if stop.is_none() {
            let home = std::mem::take(&mut self.home);
            *self = Self::launch()?;
            self.home = home;
            self.go_home()?;
        }
        Ok(())
    }
}

/// What the page of a session does, if an event is about that.
fn of_page(event: &Value, session: &str) -> Option<TabEvent> {
    if event["sessionId"] != session {
        return None;
    }
    let params = &event["params"];
    match event["method"].as_str()? {
        "Page.javascriptDialogOpening" => Some(dialog(params)),
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
        // A script that runs out of time is stopped, and the tab is used again.
        Limits {
            batch: Duration::from_millis(15),
            single: Duration::from_millis(300),
            call: Duration::from_secs(3),
            dialogs: 400,
            stops_scripts: true,
        }
    }

    fn evaluate(&mut self, expression: &str, limit: Duration) -> Result<Option<String>, HostError> {
        let params = json!({"expression": expression, "returnByValue": true});
        let request = self.request("Runtime.evaluate", params);
        let more = self.group.patience(limit);
        let Some(answer) = self.socket.patient_request(request, limit, more)? else {
            self.stop_script()?;
            return Ok(None);
        };
        self.socket.forget_events();
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
        let Some(answer) = self.answer_within("Runtime.evaluate", params, limit)? else {
            self.stop_script()?;
            return Ok(None);
        };
        self.socket.forget_events();
        Ok(answer["result"]["result"]["value"]
            .as_str()
            .map(str::to_owned))
    }

    fn interrupted(&mut self) -> Result<Interrupted, HostError> {
        let run = "JSON.stringify(window.run ?? {done: [], log: []})";
        let run = self.evaluate(run, CALL_TIMEOUT)?;
        let run = run.ok_or_else(|| lost("no answer after an interrupted script"))?;
        serde_json::from_str(&run).map_err(lost)
    }

    fn visit(&mut self, address: &str) -> Result<(), HostError> {
        address.clone_into(&mut self.home);
        self.go_home()
    }

    fn load(&mut self, page: &str) -> Result<(), HostError> {
        let url = self.group.page_url(page).map_err(lost)?;
        self.socket.forget_events();
        self.call("Page.navigate", json!({ "url": url }))?;
        Ok(())
    }

    fn next_event(&mut self, limit: Duration) -> Result<Option<TabEvent>, HostError> {
        let session = &self.session;
        self.socket.event(limit, |event| of_page(event, session))
    }

    fn answer(&mut self, _dialog: &Dialog, text: Option<&str>) -> Result<(), HostError> {
        let params = json!({"accept": text.is_some(), "promptText": text.unwrap_or_default()});
        self.call("Page.handleJavaScriptDialog", params)?;
        Ok(())
    }

    fn press(&mut self, x: f64, y: f64, hold: Duration) -> Result<(), HostError> {
        let mut send = |kind: &str, button: &str| {
            let params = json!({"type": kind, "x": x, "y": y, "button": button, "clickCount": 1});
            self.call("Input.dispatchMouseEvent", params)
        };
        send("mouseMoved", "none")?;
        send("mousePressed", "left")?;
        std::thread::sleep(hold);
        send("mouseReleased", "left")?;
        Ok(())
    }

    fn can_detect_idle(&self) -> bool {
        true
    }

    fn is_idle(&mut self) -> Result<bool, HostError> {
        // The script of a page blocks this one until it ends or opens a dialog.
        let request = self.request("Runtime.evaluate", json!({"expression": "0"}));
        let session = &self.session;
        let is_of_page = |event: &Value| of_page(event, session).is_some();
        let answer = self
            .socket
            .answer_before_event(request, CALL_TIMEOUT, is_of_page)?;
        Ok(answer.is_some())
    }

    fn unload(&mut self, is_idle: bool) -> Result<(), HostError> {
        // A page that is not idle would disturb the next game.
        if !is_idle {
            let old = std::mem::take(&mut self.target);
            self.open_tab()?;
            self.call("Target.closeTarget", json!({ "targetId": old }))?;
        }
        Ok(())
    }
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use nix::sys::signal::{Signal, killpg};
    use nix::unistd::Pid;

    use super::*;

    #[test]
    fn a_script_has_its_time_while_the_browser_waits_for_the_processor() {
        const LIMIT: Duration = Duration::from_millis(200);
        let mut chrome = Chrome::launch().expect("a browser");
        let leader = chrome.group.leader().expect("a process");
        let group = Pid::from_raw(i32::try_from(leader).expect("a number"));
        // A stopped process is as one that others leave no time.
        killpg(group, Signal::SIGSTOP).expect("it stops");
        let resume = std::thread::spawn(move || {
            std::thread::sleep(LIMIT * 3);
            killpg(group, Signal::SIGCONT).expect("it goes on");
        });
        let value = chrome.evaluate("'a'", LIMIT);
        resume.join().expect("no panic");
        assert_eq!(value.expect("a browser").as_deref(), Some("a"));
        let endless = chrome.evaluate("for(;;);", LIMIT);
        assert_eq!(endless.expect("a browser"), None);
        let after = chrome.evaluate("'b'", CALL_TIMEOUT);
        assert_eq!(after.expect("a browser").as_deref(), Some("b"));
    }
}
