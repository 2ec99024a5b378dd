//! Starting and ending a browser.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, ChildStderr, Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::connection::Connection;
use crate::{Error, Tab};

/// A browser that programs control: nothing in the background, no first run, no questions.
const ARGUMENTS: &[&str] = &[
    "--headless",
    "--remote-debugging-port=0",
    "--disable-background-networking",
    "--enable-features=NetworkService,NetworkServiceInProcess",
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-breakpad",
    "--disable-client-side-phishing-detection",
    "--disable-component-extensions-with-background-pages",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-dev-shm-usage",
    "--disable-extensions",
    "--disable-features=TranslateUI",
    "--disable-gpu",
    "--disable-hang-monitor",
    "--disable-ipc-flooding-protection",
    "--disable-popup-blocking",
    "--disable-prompt-on-repost",
    "--disable-quic",
    "--disable-renderer-backgrounding",
    "--disable-sync",
    "--force-color-profile=srgb",
    "--metrics-recording-only",
    "--no-first-run",
    "--enable-automation",
    "--password-store=basic",
    "--use-mock-keychain",
    // Chromium refuses its sandbox to root.
    "--no-sandbox",
    "--disable-setuid-sandbox",
];

/// How to start a browser.
#[derive(Clone, Debug)]
pub struct LaunchOptions {
    /// The program.
    pub executable: PathBuf,
    /// The folder of its profile, made if it is missing.
    pub profile: PathBuf,
    /// More arguments.
    pub arguments: Vec<String>,
    /// More environment variables.
    pub environment: Vec<(String, String)>,
    /// How long the start and any call may take.
    pub timeout: Duration,
}

impl LaunchOptions {
    /// No more arguments and variables, and a timeout of two minutes.
    pub fn new(executable: PathBuf, profile: PathBuf) -> Self {
        Self {
            executable,
            profile,
            arguments: Vec::new(),
            environment: Vec::new(),
            timeout: Duration::from_secs(120),
        }
    }
}

/// A running browser without a window; dropping it ends the process.
pub struct Browser {
    process: Process,
    connection: Arc<Connection>,
}

/// A process that ends when it is dropped.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Browser {
    /// Starts a browser and connects to it.
    ///
    /// # Errors
    /// It does not start, offers no debugging port in time, or refuses the connection.
    pub fn launch(options: &LaunchOptions) -> Result<Self, Error> {
        let mut profile = std::ffi::OsString::from("--user-data-dir=");
        profile.push(&options.profile);
        let child = Command::new(&options.executable)
            .args(ARGUMENTS)
            .arg(profile)
            .args(&options.arguments)
            .envs(
                options
                    .environment
                    .iter()
                    .map(|(name, value)| (name, value)),
            )
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(Error::Start)?;
        let mut process = Process(child);
        let lines = lines(process.0.stderr.take());
        let address = address(&lines, options.timeout)?;
        let connection = Connection::open(&address, options.timeout)?;
        Ok(Self {
            process,
            connection: Arc::new(connection),
        })
    }

    /// The number of the browser's main process.
    pub fn process_id(&self) -> u32 {
        self.process.0.id()
    }

    /// Opens a tab with an empty page.
    ///
    /// # Errors
    /// The browser does not answer or has ended.
    pub fn new_tab(&self) -> Result<Tab, Error> {
        Tab::new(&self.connection)
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        self.connection.close();
    }
}

/// The lines of a browser's error output. The thread reads to the end: a full pipe would stop the
/// browser.
fn lines(stderr: Option<ChildStderr>) -> Receiver<String> {
    let (send, lines) = channel();
    thread::spawn(move || {
        let Some(stderr) = stderr else { return };
        let mut reader = BufReader::new(stderr);
        let mut line = Vec::new();
        while reader
            .read_until(b'\n', &mut line)
            .is_ok_and(|length| length > 0)
        {
            let _ = send.send(String::from_utf8_lossy(&line).trim_end().to_owned());
            line.clear();
        }
    });
    lines
}

/// The address of the debugging port, which the browser prints.
fn address(lines: &Receiver<String>, limit: Duration) -> Result<String, Error> {
    let until = Instant::now() + limit;
    let mut output: Vec<String> = Vec::new();
    loop {
        let left = until.saturating_duration_since(Instant::now());
        match lines.recv_timeout(left) {
            Ok(line) => match line.split_once("DevTools listening on ") {
                Some((_, address)) => return Ok(address.trim().to_owned()),
                None => output.push(line),
            },
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                let last = output.len().saturating_sub(3);
                return Err(Error::NoPort {
                    output: output[last..].join("; "),
                });
            }
        }
    }
}
