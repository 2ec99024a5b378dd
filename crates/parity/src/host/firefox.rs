//! Firefox without a window, by WebDriver BiDi on its own port.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{ChildStderr, Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::process::Group;
use super::socket::{Socket, lost};
use super::tab::{self, Limits, Tab, TabEvent};
use super::{Host, HostError, Kind, installed};
use crate::{Dialog, Plan, Transcript};

/// How long Firefox may take to offer its port, on a busy machine.
const START_TIMEOUT: Duration = Duration::from_secs(90);

/// How long a call may take that runs no script of a page.
const CALL_TIMEOUT: Duration = Duration::from_secs(60);

/// A tab that runs out of time costs a new browser.
const LIMITS: Limits = Limits {
    batch: Duration::from_millis(60),
    single: Duration::from_millis(400),
    call: Duration::from_secs(6),
};

/// How often a browser is started before it counts as broken.
const STARTS: usize = 3;

/// Preferences of the profile: no first run, no updates, no slow-script dialog, one process.
const PREFERENCES: &str = r#"
user_pref("app.normandy.enabled", false);
user_pref("app.update.disabledForTesting", true);
user_pref("browser.aboutwelcome.enabled", false);
user_pref("browser.cache.disk.enable", false);
user_pref("browser.safebrowsing.blockedURIs.enabled", false);
user_pref("browser.safebrowsing.downloads.enabled", false);
user_pref("browser.safebrowsing.malware.enabled", false);
user_pref("browser.safebrowsing.phishing.enabled", false);
user_pref("browser.search.update", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("browser.tabs.remote.separateFileUriProcess", false);
user_pref("datareporting.healthreport.uploadEnabled", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("dom.ipc.processCount", 1);
user_pref("dom.ipc.processPrelaunch.enabled", false);
user_pref("dom.max_script_run_time", 0);
user_pref("extensions.systemAddon.update.enabled", false);
user_pref("extensions.update.enabled", false);
user_pref("fission.autostart", false);
user_pref("media.gmp-manager.updateEnabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("prompts.windowPromptSubDialog", false);
user_pref("prompts.contentPromptSubDialog", false);
user_pref("services.settings.server", "data:,");
user_pref("toolkit.telemetry.reportingpolicy.firstRun", false);
"#;

/// Firefox without a window.
pub(super) struct Firefox {
    executable: PathBuf,
    pub(super) session: Session,
    group: Group,
}

impl Firefox {
    /// Starts a browser.
    pub fn launch() -> Result<Self, HostError> {
        let executable = installed(Kind::Firefox)?.path;
        let mut last = None;
        for _ in 0..STARTS {
            match start(&executable) {
                Ok((group, session)) => {
                    return Ok(Self {
                        executable,
                        session,
                        group,
                    });
                }
                Err(reason) => last = Some(reason),
            }
        }
        Err(HostError::Browser {
            browser: executable.display().to_string(),
            reason: last.unwrap_or_default(),
        })
    }

    fn restart(&mut self) -> Result<(), HostError> {
        let (group, session) = start(&self.executable).map_err(HostError::Lost)?;
        self.group = group;
        self.session = session;
        Ok(())
    }
}

fn start(executable: &Path) -> Result<(Group, Session), String> {
    let text = |error: std::io::Error| error.to_string();
    let mut group = Group::new().map_err(text)?;
    let profile = group.folder().join("profile");
    std::fs::create_dir(&profile).map_err(text)?;
    std::fs::write(profile.join("user.js"), PREFERENCES).map_err(text)?;
    let mut command = Command::new(executable);
    command
        .args([
            "--headless",
            "--no-remote",
            "--remote-debugging-port=0",
            "--profile",
        ])
        .arg(&profile)
        .arg("about:blank")
        .env("HOME", group.folder())
        .env("MOZ_DISABLE_CONTENT_SANDBOX", "1")
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    let child = group.spawn(&mut command).map_err(text)?;
    let stderr = child.stderr.take().ok_or("its stderr cannot be read")?;
    let address = address(stderr)?;
    let session = Session::open(&address).map_err(|error| error.to_string())?;
    Ok((group, session))
}

/// The address `HOST:PORT` that Firefox prints once it listens.
fn address(stderr: ChildStderr) -> Result<String, String> {
    let (send, received) = mpsc::channel();
    std::thread::spawn(move || {
        // The rest is read too: a full pipe would stop the browser.
        for line in BufReader::new(stderr).lines().map_while(Result::ok) {
            if let Some((_, address)) = line.split_once("ws://") {
                let _ = send.send(address.trim().to_owned());
            }
        }
    });
    received
        .recv_timeout(START_TIMEOUT)
        .map_err(|_| "it does not offer its debugging port".to_owned())
}

/// A WebDriver BiDi session with one tab.
pub(super) struct Session {
    pub socket: Socket,
    pub context: String,
}

impl Session {
    fn open(address: &str) -> Result<Self, HostError> {
        let mut session = Self {
            socket: Socket::open(&format!("ws://{address}/session"))?,
            context: String::new(),
        };
        let ignore = json!({"default": "ignore"});
        let capabilities = json!({"alwaysMatch": {"unhandledPromptBehavior": ignore}});
        session.call("session.new", json!({ "capabilities": capabilities }))?;
        let events = [
            "browsingContext.load",
            "browsingContext.userPromptOpened",
            "log.entryAdded",
        ];
        session.call("session.subscribe", json!({ "events": events }))?;
        session.open_tab()?;
        Ok(session)
    }

    fn open_tab(&mut self) -> Result<(), HostError> {
        let tab = self.call("browsingContext.create", json!({"type": "tab"}))?;
        let context = tab["context"].as_str().unwrap_or_default();
        self.context = context.to_owned();
        Ok(())
    }

    pub fn call(&mut self, method: &str, params: Value) -> Result<Value, HostError> {
        let result = self.call_within(method, params, CALL_TIMEOUT)?;
        result.ok_or_else(|| lost(format_args!("no answer to {method}")))
    }

    /// The result of a command; `None` if it takes longer than `limit`.
    pub fn call_within(
        &mut self,
        method: &str,
        params: Value,
        limit: Duration,
    ) -> Result<Option<Value>, HostError> {
        let request = json!({"method": method, "params": params});
        let Some(mut answer) = self.socket.request(request, limit)? else {
            return Ok(None);
        };
        if answer["type"] == "success" {
            return Ok(Some(answer["result"].take()));
        }
        let text = |key: &str| answer[key].as_str().unwrap_or_default();
        Err(lost(format_args!(
            "{method}: {}: {}",
            text("error"),
            text("message")
        )))
    }
}

impl Tab for Firefox {
    fn limits(&self) -> Limits {
        LIMITS
    }

    fn evaluate(&mut self, expression: &str, limit: Duration) -> Result<Option<String>, HostError> {
        let params = json!({
            "expression": expression,
            "target": {"context": self.session.context},
            "awaitPromise": false,
            "resultOwnership": "none",
        });
        let Some(result) = self.session.call_within("script.evaluate", params, limit)? else {
            self.restart()?;
            return Ok(None);
        };
        self.session.socket.forget_events();
        match result["result"]["value"].as_str() {
            Some(value) => Ok(Some(value.to_owned())),
            None => Err(HostError::Lost(
                result["exceptionDetails"]["text"].to_string(),
            )),
        }
    }

    fn load(&mut self, page: &str) -> Result<(), HostError> {
        let file = self.group.folder().join("page.html");
        std::fs::write(&file, page).map_err(|error| HostError::Lost(error.to_string()))?;
        self.session.socket.forget_events();
        let url = format!("file://{}", file.display());
        let params = json!({"context": self.session.context, "url": url, "wait": "none"});
        self.session.call("browsingContext.navigate", params)?;
        Ok(())
    }

    fn next_event(&mut self, limit: Duration) -> Result<Option<TabEvent>, HostError> {
        let until = Instant::now() + limit;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let Some(event) = self.session.socket.event(left)? else {
                return Ok(None);
            };
            let params = &event["params"];
            let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
            match event["method"].as_str() {
                Some("browsingContext.userPromptOpened") => {
                    let message = text(&params["message"]);
                    let dialog = match params["type"].as_str() {
                        Some("prompt") => Dialog::Prompt(message),
                        Some("confirm") => Dialog::Confirm(message),
                        _ => Dialog::Alert(message),
                    };
                    return Ok(Some(TabEvent::Dialog(dialog)));
                }
                Some("log.entryAdded")
                    if params["type"] == "javascript" && params["level"] == "error" =>
                {
                    return Ok(Some(TabEvent::Error(text(&params["text"]))));
                }
                _ => {}
            }
        }
    }

    fn answer(&mut self, _dialog: &Dialog, text: Option<&str>) -> Result<(), HostError> {
        let mut params = json!({"context": self.session.context, "accept": text.is_some()});
        if let Some(text) = text {
            params["userText"] = json!(text);
        }
        self.session
            .call("browsingContext.handleUserPrompt", params)?;
        Ok(())
    }

    fn unload(&mut self, at_rest: bool) -> Result<(), HostError> {
        // All tabs share a process, which the page may keep busy or hold with a dialog.
        if !at_rest {
            return self.restart();
        }
        let old = json!({"context": self.session.context, "promptUnload": false});
        self.session.open_tab()?;
        self.session.call("browsingContext.close", old)?;
        Ok(())
    }
}

impl Host for Firefox {
    fn run(&mut self, page: &str, plans: &[&Plan]) -> Result<Vec<Transcript>, HostError> {
        tab::run(self, page, plans)
    }

    fn batch(&self) -> usize {
        200
    }
}
