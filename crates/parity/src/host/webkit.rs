//! WebKitGTK, by classic WebDriver; it needs a display, which Xvfb gives.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::process::Group;
use super::tab::{self, Limits, Tab, TabEvent};
use super::{Host, HostError, Kind, installed, program};
use crate::{Dialog, Plan, Transcript};

/// How long display, driver and browser may take to start, on a busy machine.
const START_TIMEOUT: Duration = Duration::from_secs(60);

/// How long a call may take that runs no script of a page.
const CALL_TIMEOUT: Duration = Duration::from_secs(60);

/// How long the driver may take beyond a script's own time limit.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(10);

/// How often the driver is asked for a dialog: it sends no events.
const POLL: Duration = Duration::from_millis(4);

/// A tab that runs out of time costs a new browser.
const LIMITS: Limits = Limits {
    batch: Duration::from_millis(60),
    single: Duration::from_millis(400),
    call: Duration::from_secs(6),
};

/// How often a browser is started before it counts as broken.
const STARTS: usize = 3;

/// WebKitGTK's small browser, on a display of its own.
pub(super) struct WebKit {
    pub(super) session: Session,
    group: Group,
}

impl WebKit {
    /// Starts a display, a driver and a browser.
    pub fn launch() -> Result<Self, HostError> {
        let driver = installed(Kind::WebKit)?.path;
        let mut last = None;
        for _ in 0..STARTS {
            match start(&driver) {
                Ok((group, session)) => return Ok(Self { session, group }),
                Err(reason) => last = Some(reason),
            }
        }
        Err(HostError::Browser {
            browser: driver.display().to_string(),
            reason: last.unwrap_or_default(),
        })
    }

    fn restart(&mut self) -> Result<(), HostError> {
        let driver = installed(Kind::WebKit)?.path;
        let (group, session) = start(&driver).map_err(HostError::Lost)?;
        self.group = group;
        self.session = session;
        Ok(())
    }
}

fn start(driver: &Path) -> Result<(Group, Session), String> {
    let text = |error: std::io::Error| error.to_string();
    let mut group = Group::new().map_err(text)?;
    let display = start_display(&mut group)?;
    let port = TcpListener::bind("127.0.0.1:0")
        .and_then(|listener| listener.local_addr())
        .map_err(text)?
        .port();
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
    group.spawn(&mut command).map_err(text)?;
    let until = Instant::now() + START_TIMEOUT;
    loop {
        if group.has_exited() {
            return Err("the driver or its display has exited".to_owned());
        }
        match Session::open(port) {
            Ok(session) => return Ok((group, session)),
            Err(reason) if Instant::now() > until => return Err(reason),
            Err(_) => std::thread::sleep(Duration::from_millis(50)),
        }
    }
}

/// The program that gives the browser a display.
pub(super) fn display_program() -> Result<PathBuf, HostError> {
    let missing = HostError::NotInstalled {
        host: Kind::WebKit,
        program: "Xvfb",
    };
    program("Xvfb").ok_or(missing)
}

/// Starts an X server on a free display, whose number it writes to its standard output.
fn start_display(group: &mut Group) -> Result<u32, String> {
    let xvfb = display_program().map_err(|error| error.to_string())?;
    let mut command = Command::new(xvfb);
    command
        .args([
            "-displayfd",
            "1",
            "-screen",
            "0",
            "640x480x24",
            "-nolisten",
            "tcp",
        ])
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    let child = group
        .spawn(&mut command)
        .map_err(|error| error.to_string())?;
    let mut stdout = child.stdout.take().ok_or("its output cannot be read")?;
    let (send, received) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let mut text = Vec::new();
        let mut byte = [0];
        while matches!(stdout.read(&mut byte), Ok(1)) && byte[0] != b'\n' {
            text.push(byte[0]);
        }
        let _ = send.send(String::from_utf8_lossy(&text).trim().to_owned());
    });
    let number = received
        .recv_timeout(START_TIMEOUT)
        .map_err(|_| "Xvfb does not start".to_owned())?;
    number.parse().map_err(|_| "Xvfb does not start".to_owned())
}

/// A session of the driver.
pub(super) struct Session {
    port: u16,
    path: String,
}

/// An answer that is not a success: WebDriver's code, and the message.
pub(super) struct Refused {
    code: String,
    message: String,
}

impl From<Refused> for HostError {
    fn from(refused: Refused) -> Self {
        Self::Lost(format!("{}: {}", refused.code, refused.message))
    }
}

impl Session {
    fn open(port: u16) -> Result<Self, String> {
        let mut session = Self {
            port,
            path: String::new(),
        };
        let always = json!({
            "pageLoadStrategy": "none",
            "unhandledPromptBehavior": "ignore",
            "webkitgtk:browserOptions": {"args": ["--automation"]},
        });
        let body = json!({"capabilities": {"alwaysMatch": always}});
        let opened = session.call("POST", "/session", Some(body), CALL_TIMEOUT);
        let opened = opened.map_err(|refused| refused.message)?;
        let id = opened["sessionId"].as_str().ok_or("no session")?;
        session.path = format!("/session/{id}");
        Ok(session)
    }

    fn get(&self, path: &str) -> Result<Value, Refused> {
        self.call("GET", &format!("{}{path}", self.path), None, CALL_TIMEOUT)
    }

    pub fn post(&self, path: &str, body: Value, limit: Duration) -> Result<Value, Refused> {
        self.call("POST", &format!("{}{path}", self.path), Some(body), limit)
    }

    /// One request on a connection of its own, which the driver closes.
    fn call(
        &self,
        method: &str,
        path: &str,
        body: Option<Value>,
        limit: Duration,
    ) -> Result<Value, Refused> {
        let failed = |error: std::io::Error| Refused {
            code: "connection".to_owned(),
            message: error.to_string(),
        };
        let body = body.map(|body| body.to_string()).unwrap_or_default();
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).map_err(failed)?;
        stream.set_read_timeout(Some(limit)).map_err(failed)?;
        stream.set_nodelay(true).map_err(failed)?;
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Type: application/json; \
             charset=utf-8\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
            self.port,
            body.len()
        );
        stream.write_all(request.as_bytes()).map_err(failed)?;
        let answer = read_answer(&mut stream).map_err(failed)?;
        let mut answer: Value = serde_json::from_slice(&answer).map_err(|error| Refused {
            code: "answer".to_owned(),
            message: error.to_string(),
        })?;
        let value = answer["value"].take();
        match value["error"].as_str() {
            Some(code) => Err(Refused {
                code: code.to_owned(),
                message: value["message"].as_str().unwrap_or_default().to_owned(),
            }),
            None => Ok(value),
        }
    }
}

/// The body of an HTTP answer, by its length.
fn read_answer(stream: &mut TcpStream) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut buffer = [0; 16 << 10];
    loop {
        if let Some(head) = find(&bytes, b"\r\n\r\n") {
            let length = String::from_utf8_lossy(&bytes[..head])
                .lines()
                .filter_map(|line| line.split_once(':'))
                .find(|(name, _)| name.eq_ignore_ascii_case("content-length"))
                .and_then(|(_, length)| length.trim().parse::<usize>().ok());
            let body = &bytes[head + 4..];
            if length.is_some_and(|length| body.len() >= length) {
                return Ok(body.to_vec());
            }
        }
        let count = stream.read(&mut buffer)?;
        if count == 0 {
            let head = find(&bytes, b"\r\n\r\n").map_or(bytes.len(), |head| head + 4);
            return Ok(bytes.split_off(head));
        }
        bytes.extend_from_slice(&buffer[..count]);
    }
}

fn find(bytes: &[u8], part: &[u8]) -> Option<usize> {
    bytes.windows(part.len()).position(|window| window == part)
}

impl Tab for WebKit {
    fn limits(&self) -> Limits {
        LIMITS
    }

    fn evaluate(&mut self, expression: &str, limit: Duration) -> Result<Option<String>, HostError> {
        let timeouts = json!({"script": limit.as_millis() as u64});
        self.session.post("/timeouts", timeouts, CALL_TIMEOUT)?;
        let body = json!({"script": format!("return {expression}"), "args": []});
        match self
            .session
            .post("/execute/sync", body, limit + ANSWER_TIMEOUT)
        {
            Ok(value) => match value.as_str() {
                Some(text) => Ok(Some(text.to_owned())),
                None => Err(HostError::Lost(format!("not a text: {value}"))),
            },
            Err(refused) if matches!(&*refused.code, "script timeout" | "connection") => {
                self.restart()?;
                Ok(None)
            }
            Err(refused) => Err(refused.into()),
        }
    }

    fn load(&mut self, page: &str) -> Result<(), HostError> {
        let file = self.group.folder().join("page.html");
        std::fs::write(&file, page).map_err(|error| HostError::Lost(error.to_string()))?;
        let url = format!("file://{}", file.display());
        self.session
            .post("/url", json!({"url": url}), CALL_TIMEOUT)?;
        Ok(())
    }

    fn next_event(&mut self, limit: Duration) -> Result<Option<TabEvent>, HostError> {
        let until = Instant::now() + limit;
        loop {
            match self.session.get("/alert/text") {
                Ok(text) => {
                    let text = text.as_str().unwrap_or_default().to_owned();
                    // The driver does not tell the kind; only a prompt takes a text.
                    let typed = self
                        .session
                        .post("/alert/text", json!({"text": ""}), CALL_TIMEOUT);
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
            let body = json!({ "text": text });
            self.session.post("/alert/text", body, CALL_TIMEOUT)?;
        }
        let way = if text.is_some() { "accept" } else { "dismiss" };
        let path = format!("/alert/{way}");
        self.session.post(&path, json!({}), CALL_TIMEOUT)?;
        Ok(())
    }

    fn unload(&mut self, at_rest: bool) -> Result<(), HostError> {
        if !at_rest {
            return self.restart();
        }
        let blank = json!({"url": "about:blank"});
        self.session.post("/url", blank, CALL_TIMEOUT)?;
        // The next script must not meet the old document.
        let until = Instant::now() + CALL_TIMEOUT;
        while Instant::now() < until {
            let url = self.session.get("/url")?;
            if url == "about:blank" {
                return Ok(());
            }
            std::thread::sleep(POLL);
        }
        self.restart()
    }
}

impl Host for WebKit {
    fn run(&mut self, page: &str, plans: &[&Plan]) -> Result<Vec<Transcript>, HostError> {
        tab::run(self, page, plans)
    }

    fn batch(&self) -> usize {
        200
    }
}
