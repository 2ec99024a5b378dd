//! Firefox without a window, by WebDriver BiDi on its own port.

use std::error::Error;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use serde_json::{Value, json};

use super::process::Group;
use super::socket::{Socket, address, lost};
use super::tab::{CALL_TIMEOUT, Tab, TabEvent, dialog, press_actions};
use super::{HostError, Kind, find};
use crate::Dialog;

/// Preferences of the profile: no first run, no updates, one process. Firefox itself sets others when its
/// port is open, such as no slow-script dialog.
const PREFERENCES: &str = r#"
user_pref("browser.aboutwelcome.enabled", false);
user_pref("browser.cache.disk.enable", false);
user_pref("browser.tabs.remote.separateFileUriProcess", false);
user_pref("dom.ipc.processCount", 1);
user_pref("dom.ipc.processPrelaunch.enabled", false);
user_pref("fission.autostart", false);
user_pref("media.gmp-manager.updateEnabled", false);
user_pref("prompts.windowPromptSubDialog", false);
user_pref("prompts.contentPromptSubDialog", false);
user_pref("toolkit.telemetry.reportingpolicy.firstRun", false);
"#;

/// Firefox without a window, with one tab.
pub struct Firefox {
    socket: Socket,
    context: String,
    group: Group,
}

impl Firefox {
    /// Starts a browser.
    ///
    /// # Errors
    /// It is not installed, or does not start.
    pub fn launch() -> Result<Self, HostError> {
        find::start(Kind::Firefox, Self::start)
    }

    fn start(executable: &Path, mut group: Group) -> Result<Self, Box<dyn Error>> {
        let profile = group.folder().join("profile");
        std::fs::create_dir(&profile)?;
        std::fs::write(profile.join("user.js"), PREFERENCES)?;
        let mut command = Command::new(executable);
        command
            .args(["--headless", "--no-remote", "--remote-debugging-port=0"])
            .arg("--profile")
            .arg(&profile)
            .arg("about:blank")
            .env("HOME", group.folder())
            .env("MOZ_DISABLE_CONTENT_SANDBOX", "1");
        let address = group.spawn_until(command, find::START_TIMEOUT, address)?;
        let mut firefox = Self {
            socket: Socket::open(&format!("{address}/session"))?,
            context: String::new(),
            group,
        };
        let ignore = json!({"default": "ignore"});
        let capabilities = json!({"alwaysMatch": {"unhandledPromptBehavior": ignore}});
        firefox.call("session.new", json!({ "capabilities": capabilities }))?;
        let events = ["browsingContext.userPromptOpened", "log.entryAdded"];
        firefox.call("session.subscribe", json!({ "events": events }))?;
        firefox.open_tab()?;
        Ok(firefox)
    }

    fn open_tab(&mut self) -> Result<(), HostError> {
        let tab = self.call("browsingContext.create", json!({"type": "tab"}))?;
        self.context = tab["context"].as_str().unwrap_or_default().to_owned();
        Ok(())
    }

    /// The browsing context of the tab.
    pub fn context(&self) -> &str {
        &self.context
    }

    fn call(&mut self, method: &str, params: Value) -> Result<Value, HostError> {
        let result = self.call_within(method, params, CALL_TIMEOUT)?;
        result.ok_or_else(|| lost(format_args!("no answer to {method}")))
    }

    /// The result of a command of WebDriver BiDi; `None` if it takes longer than `limit`.
    ///
    /// # Errors
    /// The command fails, or the browser does not work.
    pub fn call_within(
        &mut self,
        method: &str,
        params: Value,
        limit: Duration,
    ) -> Result<Option<Value>, HostError> {
        let request = json!({"method": method, "params": params});
        let Some(answer) = self.socket.request(request, limit)? else {
            return Ok(None);
        };
        result(method, answer).map(Some)
    }

    /// The next event in which `find` finds something, if it has arrived.
    ///
    /// # Errors
    /// The browser does not work.
    pub fn event<T>(&mut self, find: impl Fn(&Value) -> Option<T>) -> Result<Option<T>, HostError> {
        self.socket.event(Duration::ZERO, find)
    }
}

/// The result in an answer.
fn result(method: &str, mut answer: Value) -> Result<Value, HostError> {
    if answer["type"] == "success" {
        return Ok(answer["result"].take());
    }
    let text = |key: &str| answer[key].as_str().unwrap_or_default();
    Err(lost(format_args!(
        "{method}: {}: {}",
        text("error"),
        text("message")
    )))
}

/// What the page does, if an event is about that.
fn of_page(event: &Value) -> Option<TabEvent> {
    let params = &event["params"];
    match event["method"].as_str()? {
        "browsingContext.userPromptOpened" => Some(dialog(params)),
        "log.entryAdded" if params["type"] == "javascript" && params["level"] == "error" => {
            let error = params["text"].as_str().unwrap_or_default();
            Some(TabEvent::Error(error.to_owned()))
        }
        _ => None,
    }
}

impl Tab for Firefox {
    fn evaluate(&mut self, expression: &str, limit: Duration) -> Result<Option<String>, HostError> {
        let params = json!({
            "expression": expression,
            "target": {"context": self.context},
            "awaitPromise": false,
            "resultOwnership": "none",
        });
        let request = json!({"method": "script.evaluate", "params": params});
        let more = self.group.patience(limit);
        let Some(answer) = self.socket.patient_request(request, limit, more)? else {
            *self = Self::launch()?;
            return Ok(None);
        };
        self.socket.forget_events();
        let result = result("script.evaluate", answer)?;
        match result["result"]["value"].as_str() {
            Some(value) => Ok(Some(value.to_owned())),
            None => Err(lost(&result["exceptionDetails"]["text"])),
        }
    }

    fn load(&mut self, page: &str) -> Result<(), HostError> {
        let url = self.group.page_url(page).map_err(lost)?;
        self.socket.forget_events();
        let params = json!({"context": self.context, "url": url, "wait": "none"});
        self.call("browsingContext.navigate", params)?;
        Ok(())
    }

    fn next_event(&mut self, limit: Duration) -> Result<Option<TabEvent>, HostError> {
        self.socket.event(limit, of_page)
    }

    fn answer(&mut self, _dialog: &Dialog, text: Option<&str>) -> Result<(), HostError> {
        let mut params = json!({"context": self.context, "accept": text.is_some()});
        if let Some(text) = text {
            params["userText"] = json!(text);
        }
        self.call("browsingContext.handleUserPrompt", params)?;
        Ok(())
    }

    fn press(&mut self, x: f64, y: f64, hold: Duration) -> Result<(), HostError> {
        let actions = press_actions(x, y, hold);
        let params = json!({"context": self.context, "actions": actions});
        self.call("input.performActions", params)?;
        Ok(())
    }

    fn unload(&mut self, is_idle: bool) -> Result<(), HostError> {
        // All tabs share a process, which the page may keep busy or hold with a dialog.
        if !is_idle {
            *self = Self::launch()?;
            return Ok(());
        }
        let old = json!({"context": self.context, "promptUnload": false});
        self.open_tab()?;
        self.call("browsingContext.close", old)?;
        Ok(())
    }
}
