//! WebKitGTK, by classic WebDriver; it needs a display, which Xvfb gives.

use std::error::Error;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use ureq::Agent;

use super::process::Group;
use super::socket::lost;
use super::tab::{CALL_TIMEOUT, Tab, TabEvent, press_actions};
use super::{HostError, Kind, find};
use crate::Dialog;

/// How long the driver may take beyond a script's own time limit.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(10);

/// How often the driver is asked for a dialog: it sends no events.
const POLL: Duration = Duration::from_millis(4);

/// WebKitGTK's small browser, on a display of its own.
pub struct WebKit {
    agent: Agent,
    /// The address of the session.
    address: String,
    group: Group,
}

/// An answer that is not a success: WebDriver's code, and the message.
struct Refused {
    code: String,
    message: String,
}

impl From<Refused> for HostError {
    fn from(refused: Refused) -> Self {
        lost(format_args!("{}: {}", refused.code, refused.message))
    }
}

impl Refused {
    fn new(code: &str, message: impl ToString) -> Self {
        let (code, message) = (code.to_owned(), message.to_string());
        Self { code, message }
    }
}

impl WebKit {
    /// Starts a display, a driver and a browser.
    ///
    /// # Errors
    /// One of them is not installed, or does not start.
    pub fn launch() -> Result<Self, HostError> {
        find::start(Kind::WebKit, Self::start)
    }

    fn start(driver: &Path, mut group: Group) -> Result<Self, Box<dyn Error>> {
        // The server finds a free display, and prints its number.
        let mut xvfb = Command::new(find::display_program()?);
        xvfb.args(["-displayfd", "1", "-screen", "0", "640x480x24"])
            .args(["-nolisten", "tcp"]);
        let number = |line: &str| line.trim().parse::<u32>().ok();
        let display = group.spawn_until(xvfb, find::START_TIMEOUT, number)?;
        let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        let mut command = Command::new(driver);
        command
            .arg("--host=127.0.0.1")
            .arg(format!("--port={port}"))
            .env("DISPLAY", format!(":{display}"))
            .env("HOME", group.folder())
            .env("XDG_RUNTIME_DIR", group.folder())
            .env("GDK_BACKEND", "x11")
            // There is no session bus to ask, and no user whose settings count.
            .env("DBUS_SESSION_BUS_ADDRESS", "disabled:")
            .env("GSETTINGS_BACKEND", "memory")
            .env("NO_AT_BRIDGE", "1")
            .env("WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS", "1")
            .env("WEBKIT_DISABLE_COMPOSITING_MODE", "1")
            .env("LIBGL_ALWAYS_SOFTWARE", "1")
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        group.spawn(&mut command)?;
        let agent = Agent::config_builder()
            .http_status_as_error(false)
            .proxy(None)
            // The driver may close a connection that is idle.
            .max_idle_connections(0)
            .build();
        let mut webkit = Self {
            agent: agent.into(),
            address: format!("http://127.0.0.1:{port}/session"),
            group,
        };
        let until = Instant::now() + find::START_TIMEOUT;
        let always = json!({
            "pageLoadStrategy": "none",
            "unhandledPromptBehavior": "ignore",
            "webkitgtk:browserOptions": {"args": ["--automation"]},
        });
        let capabilities = json!({"capabilities": {"alwaysMatch": always}});
        loop {
            if webkit.group.has_exited() {
                return Err("the driver or its display has exited".into());
            }
            match webkit.call("", Some(&capabilities), CALL_TIMEOUT) {
                Ok(opened) => {
                    let id = opened["sessionId"].as_str().ok_or("no session")?;
                    webkit.address.push_str(&format!("/{id}"));
                    return Ok(webkit);
                }
                Err(refused) if Instant::now() > until => return Err(refused.message.into()),
                Err(_) => std::thread::sleep(Duration::from_millis(50)),
            }
        }
    }

    /// The result of a command of WebDriver.
    ///
    /// # Errors
    /// The command fails, or the browser does not work.
    pub fn post(&self, path: &str, body: Value, limit: Duration) -> Result<Value, HostError> {
        Ok(self.call(path, Some(&body), limit)?)
    }

    fn call(&self, path: &str, body: Option<&Value>, limit: Duration) -> Result<Value, Refused> {
        let address = format!("{}{path}", self.address);
        let limit = Some(limit);
        let lost = |error: ureq::Error| Refused::new("connection", error);
        let answer = match body {
            Some(body) => {
                let request = self.agent.post(&address).content_type("application/json");
                let request = request.config().timeout_global(limit).build();
                request.send(body.to_string())
            }
            None => {
                let request = self.agent.get(&address).config().timeout_global(limit);
                request.build().call()
            }
        };
        let mut answer = answer.map_err(lost)?;
        let answer = answer.body_mut().with_config().limit(u64::MAX);
        let answer = serde_json::from_str(&answer.read_to_string().map_err(lost)?);
        let mut answer: Value = answer.map_err(|error| Refused::new("answer", error))?;
        let value = answer["value"].take();
        match value["error"].as_str() {
            Some(code) => {
                let message = value["message"].as_str().unwrap_or_default();
                Err(Refused::new(code, message))
            }
            None => Ok(value),
        }
    }
}

impl Tab for WebKit {
    fn evaluate(&mut self, expression: &str, limit: Duration) -> Result<Option<String>, HostError> {
        self.post(
            "/timeouts",
            json!({"script": limit.as_millis() as u64}),
            CALL_TIMEOUT,
        )?;
        let body = json!({"script": format!("return {expression}"), "args": []});
        match self.call("/execute/sync", Some(&body), limit + ANSWER_TIMEOUT) {
            Ok(value) => match value.as_str() {
                Some(text) => Ok(Some(text.to_owned())),
                None => Err(lost(format_args!("not a text: {value}"))),
            },
            Err(refused) if matches!(&*refused.code, "script timeout" | "connection") => {
                *self = Self::launch()?;
                Ok(None)
            }
            Err(refused) => Err(refused.into()),
        }
    }

    fn load(&mut self, page: &str) -> Result<(), HostError> {
        let url = self.group.page_url(page).map_err(lost)?;
        self.post("/url", json!({ "url": url }), CALL_TIMEOUT)?;
        Ok(())
    }

    fn next_event(&mut self, limit: Duration) -> Result<Option<TabEvent>, HostError> {
        let until = Instant::now() + limit;
        loop {
            match self.call("/alert/text", None, CALL_TIMEOUT) {
                Ok(text) => {
                    let text = text.as_str().unwrap_or_default().to_owned();
                    // The driver does not tell the kind; only a prompt takes a text.
                    let typed = self.post("/alert/text", json!({"text": ""}), CALL_TIMEOUT);
                    return Ok(Some(TabEvent::Dialog(match typed {
                        Ok(_) => Dialog::Prompt(text),
                        Err(_) => Dialog::Alert(text),
                    })));
                }
                Err(refused) if refused.code == "no such alert" => {
                    if Instant::now() > until {
                        return Ok(None);
                    }
                    std::thread::sleep(POLL);
                }
                Err(refused) => return Err(refused.into()),
            }
        }
    }

    fn answer(&mut self, dialog: &Dialog, text: Option<&str>) -> Result<(), HostError> {
        if let (Dialog::Prompt(_), Some(text)) = (dialog, text) {
            self.post("/alert/text", json!({ "text": text }), CALL_TIMEOUT)?;
        }
        let way = if text.is_some() { "accept" } else { "dismiss" };
        self.post(&format!("/alert/{way}"), json!({}), CALL_TIMEOUT)?;
        Ok(())
    }

    fn press(&mut self, x: f64, y: f64, hold: Duration) -> Result<(), HostError> {
        let actions = json!({"actions": press_actions(x, y, hold)});
        self.post("/actions", actions, CALL_TIMEOUT)?;
        Ok(())
    }

    fn unload(&mut self, is_idle: bool) -> Result<(), HostError> {
        if is_idle {
            self.post("/url", json!({"url": "about:blank"}), CALL_TIMEOUT)?;
            // The next script must not meet the old document.
            let until = Instant::now() + CALL_TIMEOUT;
            while Instant::now() < until {
                if self.call("/url", None, CALL_TIMEOUT)? == "about:blank" {
                    return Ok(());
                }
                std::thread::sleep(POLL);
            }
        }
        *self = Self::launch()?;
        Ok(())
    }
}
