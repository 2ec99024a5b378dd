//! Processes that tests start.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command};
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

/// Sends each line of an output.
pub fn lines(output: impl Read + Send + 'static, send: Sender<String>) {
    std::thread::spawn(move || {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            if send.send(line).is_err() {
                break;
            }
        }
    });
}

/// Sends the parts of an output between line feeds and carriage returns.
pub fn pieces(output: impl Read + Send + 'static, send: Sender<String>) {
    std::thread::spawn(move || {
        let mut piece = Vec::new();
        for byte in BufReader::new(output).bytes().map_while(Result::ok) {
            if !matches!(byte, b'\n' | b'\r') {
                piece.push(byte);
                continue;
            }
            let text = String::from_utf8_lossy(&std::mem::take(&mut piece)).into_owned();
            if send.send(text).is_err() {
                break;
            }
        }
    });
}

/// Lets a process lead a group, to which its child processes belong.
pub fn lead_group(command: &mut Command) {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    #[cfg(not(unix))]
    let _ = command;
}

/// Interrupts one process.
pub fn interrupt(child: &Child) {
    send("INT", i32::try_from(child.id()).expect("a process"));
}

/// Interrupts all groups of [`groups_in`].
#[cfg(target_os = "linux")]
pub fn interrupt_groups_in(folder: &Path) {
    for leader in groups_in(folder) {
        send("INT", -i32::try_from(leader).expect("a group"));
    }
}

/// Sends a signal by its name, such as `TERM`, to a process, or with a negative number to a group.
pub fn send(name: &str, to: i32) {
    #[cfg(unix)]
    {
        use nix::sys::signal::{Signal, kill};
        let signal: Signal = format!("SIG{name}").parse().expect("a signal");
        kill(nix::unistd::Pid::from_raw(to), signal).expect("a process");
    }
    #[cfg(not(unix))]
    panic!("this system cannot send {name} to {to}");
}

/// Waits until a process has a handler for interrupts.
#[cfg(target_os = "linux")]
pub fn is_prepared(child: &Child) {
    const SIGINT: u64 = 2;
    let status = format!("/proc/{}/status", child.id());
    wait_until("gen handles interrupts", || {
        let text = fs::read_to_string(&status).expect("a process");
        let mask = text.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        let mask = u64::from_str_radix(mask.expect("a mask").trim(), 16).expect("hexadecimal");
        mask >> (SIGINT - 1) & 1 == 1
    });
}

/// Waits until a process may have a handler for interrupts.
#[cfg(not(target_os = "linux"))]
pub fn is_prepared(_: &Child) {
    std::thread::sleep(Duration::from_millis(500));
}

/// Waits until a browser whose temporary files go to a folder runs a renderer.
#[cfg(target_os = "linux")]
pub fn browsers_at_work(folder: &Path) {
    let is_renderer = |line: &String| line.contains("--type=renderer");
    wait_until("a browser has started", || {
        let groups = groups_in(folder);
        groups
            .into_iter()
            .flat_map(group)
            .any(|line| is_renderer(&line))
    });
}

/// Waits for a condition, as long as the processes of these tests make progress.
pub fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let mut progress = Progress::new();
    while !is_so() {
        assert!(progress.continues(), "no progress towards this: {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Watches whether the child processes of these tests use processor time. A busy machine slows them
/// down; a process that hangs uses none.
pub struct Progress {
    ticks: u64,
    since: Instant,
    looked: Instant,
    started: Instant,
}

impl Default for Progress {
    fn default() -> Self {
        Self::new()
    }
}

impl Progress {
    /// The time without progress after which a wait has failed.
    const STALLED: Duration = Duration::from_secs(90);

    /// The limit for processes that use processor time for ever.
    const LONGEST: Duration = Duration::from_secs(1_200);

    /// Starts to watch.
    pub fn new() -> Self {
        let now = Instant::now();
        Self {
            ticks: child_ticks(),
            since: now,
            looked: now,
            started: now,
        }
    }

    /// Whether there was progress in the last time.
    pub fn continues(&mut self) -> bool {
        if self.looked.elapsed() > Duration::from_secs(1) {
            self.looked = Instant::now();
            let ticks = child_ticks();
            if ticks != self.ticks {
                self.ticks = ticks;
                self.since = self.looked;
            }
        }
        self.since.elapsed() < Self::STALLED && self.started.elapsed() < Self::LONGEST
    }
}

/// The processor time of all descendants of this process.
#[cfg(target_os = "linux")]
fn child_ticks() -> u64 {
    let stat = |entry: fs::DirEntry| -> Option<(u32, u32, u64)> {
        let process = entry.file_name().to_str()?.parse().ok()?;
        let text = fs::read_to_string(entry.path().join("stat")).ok()?;
        // The name before it may hold spaces.
        let (_, fields) = text.rsplit_once(") ")?;
        let fields: Vec<&str> = fields.split(' ').collect();
        let ticks = fields
            .get(11..15)?
            .iter()
            .filter_map(|field| field.parse::<u64>().ok());
        Some((process, fields[1].parse().ok()?, ticks.sum()))
    };
    let entries = fs::read_dir("/proc").expect("processes").flatten();
    let processes: Vec<_> = entries.filter_map(stat).collect();
    let mut family = vec![std::process::id()];
    let mut sum = 0;
    while let Some(parent) = family.pop() {
        for (process, _, ticks) in processes.iter().filter(|(_, of, _)| *of == parent) {
            family.push(*process);
            sum += ticks;
        }
    }
    sum
}

/// On other systems only the longest time counts.
#[cfg(not(target_os = "linux"))]
fn child_ticks() -> u64 {
    use std::sync::atomic::{AtomicU64, Ordering};
    static CALLS: AtomicU64 = AtomicU64::new(0);
    CALLS.fetch_add(1, Ordering::Relaxed)
}

/// The running processes: each with its group and its folder in `/proc`.
#[cfg(target_os = "linux")]
fn running() -> impl Iterator<Item = (u32, std::path::PathBuf)> {
    let process = |entry: fs::DirEntry| {
        let text = fs::read_to_string(entry.path().join("stat")).ok()?;
        // The name before it may hold spaces.
        let (_, fields) = text.rsplit_once(") ")?;
        let mut fields = fields.split(' ');
        let has_ended = fields.next()? == "Z";
        let group = fields.nth(1)?.parse().ok()?;
        (!has_ended).then(|| (group, entry.path()))
    };
    let entries = fs::read_dir("/proc").expect("processes").flatten();
    entries.filter_map(process)
}

/// The command lines of the processes in a group.
#[cfg(target_os = "linux")]
pub fn group(leader: u32) -> Vec<String> {
    let mine = running().filter(|(of, _)| *of == leader);
    let lines = mine.filter_map(|(_, process)| fs::read(process.join("cmdline")).ok());
    lines
        .map(|line| String::from_utf8_lossy(&line).into_owned())
        .collect()
}

/// None: only Linux shows them.
#[cfg(not(target_os = "linux"))]
pub fn group(_: u32) -> Vec<String> {
    Vec::new()
}

/// None: only Linux shows them.
#[cfg(not(target_os = "linux"))]
pub fn groups_in(_: &Path) -> BTreeSet<u32> {
    BTreeSet::new()
}

/// The groups of the processes whose temporary files go to a folder or one below it.
#[cfg(target_os = "linux")]
pub fn groups_in(folder: &Path) -> BTreeSet<u32> {
    let mark = format!("TMPDIR={}", folder.display());
    let is_in = |process: &Path| {
        let variables = fs::read(process.join("environ")).unwrap_or_default();
        String::from_utf8_lossy(&variables)
            .split('\0')
            .any(|variable| variable.starts_with(&mark))
    };
    let mine = running().filter(|(_, process)| is_in(process));
    mine.map(|(group, _)| group).collect()
}
