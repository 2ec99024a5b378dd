//! An engine that speaks the Universal Chess Interface as a side of a duel.

use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};
use golfchess_rules::{Game, Move};

use crate::player::{Player, Turn};
use crate::times::Time;
use golfchess::output::help;

/// The time for an answer to a command other than `go`.
const TIMEOUT: Duration = Duration::from_secs(10);

/// The time for a move.
const MOVE_TIMEOUT: Duration = Duration::from_secs(120);

/// A command line, options and a limit.
pub struct EngineSide {
    /// The name for listings: the program.
    pub name: String,
    /// The program and its arguments.
    command: Vec<String>,
    /// Names and values.
    options: Vec<(String, String)>,
    /// What follows `go`.
    go: String,
}

impl EngineSide {
    /// A side from a command line such as `stockfish` and options such as `Skill Level=0`.
    pub fn new(command: &str, options: &[String], go: &str) -> Result<Self> {
        let words: Vec<String> = command.split_whitespace().map(str::to_owned).collect();
        let Some(program) = words.first() else {
            return Err(help::error(
                "--against is empty",
                "name a page, the command of an engine, or `random`",
            ));
        };
        let read = |option: &String| match option.split_once('=') {
            Some((name, value)) => Ok((name.trim().to_owned(), value.trim().to_owned())),
            None => Err(help::error(
                format!("the option `{option}` of the engine has no value"),
                "write --uci-option NAME=VALUE",
            )),
        };
        Ok(Self {
            name: program
                .rsplit(['/', '\\'])
                .next()
                .unwrap_or(program)
                .to_owned(),
            options: options.iter().map(read).collect::<Result<_>>()?,
            command: words,
            go: go.to_owned(),
        })
    }

    /// Starts the engine and sets its options.
    pub fn open(&self) -> Result<Engine> {
        let [program, arguments @ ..] = self.command.as_slice() else {
            bail!("there is no command of an engine");
        };
        let mut child = Command::new(located(program))
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| {
                help::with_help(
                    error,
                    format!("cannot start the engine `{program}`"),
                    "install it (Debian: apt-get install stockfish), name its path, or play \
                     --against random",
                )
            })?;
        let input = child.stdin.take().context("an engine without input")?;
        let output = child.stdout.take().context("an engine without output")?;
        let (send, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if send.send(line).is_err() {
                    break;
                }
            }
        });
        let mut engine = Engine {
            name: self.name.clone(),
            go: self.go.clone(),
            child,
            input,
            lines,
        };
        engine.prepare(&self.options)?;
        Ok(engine)
    }
}

/// The path of a program. Debian has games in a folder that is not always searched.
fn located(program: &str) -> PathBuf {
    let game = PathBuf::from("/usr/games").join(program);
    let is_searched = || {
        let path = std::env::var_os("PATH").unwrap_or_default();
        std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
    };
    match !program.contains('/') && game.is_file() && !is_searched() {
        true => game,
        false => PathBuf::from(program),
    }
}

/// A running engine. It ends with this value.
pub struct Engine {
    name: String,
    go: String,
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Engine {
    fn prepare(&mut self, options: &[(String, String)]) -> Result<()> {
        self.send("uci")?;
        let mut known = Vec::new();
        loop {
            let line = self.line(TIMEOUT, "uciok").map_err(|error| {
                let advice = "name a program that speaks the Universal Chess Interface";
                help::with_help(error, "the engine does not work", advice)
            })?;
            if line == "uciok" {
                break;
            }
            if let Some(option) = line.strip_prefix("option name ") {
                let name = option.split(" type ").next().unwrap_or(option);
                known.push(name.to_owned());
            }
        }
        for (name, value) in options {
            if !known.iter().any(|other| other.eq_ignore_ascii_case(name)) {
                return Err(help::error(
                    format!("the engine {} has no option `{name}`", self.name),
                    format!("its options are {}", known.join(", ")),
                ));
            }
            self.send(&format!("setoption name {name} value {value}"))?;
        }
        self.new_game()
    }

    fn send(&mut self, command: &str) -> Result<()> {
        let sent = writeln!(self.input, "{command}").and_then(|()| self.input.flush());
        // Why the text cannot be sent adds nothing.
        sent.map_err(|_| anyhow!("the engine {} ended at `{command}`", self.name))
    }

    /// The next line; `wanted` is what the engine should say.
    fn line(&mut self, timeout: Duration, wanted: &str) -> Result<String> {
        match self.lines.recv_timeout(timeout) {
            Ok(line) => Ok(line.trim().to_owned()),
            Err(RecvTimeoutError::Timeout) => bail!(
                "the engine {} did not say `{wanted}` within {} s",
                self.name,
                timeout.as_secs()
            ),
            Err(RecvTimeoutError::Disconnected) => {
                bail!("the engine {} ended before `{wanted}`", self.name)
            }
        }
    }
}

impl Player for Engine {
    fn new_game(&mut self) -> Result<()> {
        self.send("ucinewgame")?;
        self.send("isready")?;
        while self.line(TIMEOUT, "readyok")? != "readyok" {}
        Ok(())
    }

    fn choose(&mut self, game: &Game, _: u64) -> Result<Turn> {
        let moves = game.moves().iter().map(|mv| format!(" {mv}"));
        let position = format!("position startpos moves{}", moves.collect::<String>());
        self.send(&position)?;
        let start = Instant::now();
        self.send(&format!("go {}", self.go))?;
        loop {
            let line = self.line(MOVE_TIMEOUT, "bestmove")?;
            let Some(rest) = line.strip_prefix("bestmove ") else {
                continue;
            };
            let time = Some(Time {
                millis: start.elapsed().as_secs_f64() * 1000.0,
                work: None,
            });
            let word = rest.split(' ').next().unwrap_or(rest);
            let mv: Option<Move> = word.parse().ok();
            let legal = game.legal_moves();
            let Some(mv) = mv.filter(|mv| legal.contains(mv)) else {
                bail!(
                    "the engine {} plays `{word}`, which is not legal after `{position}`",
                    self.name
                );
            };
            return Ok(Turn { mv, time });
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.send("quit");
        // It may still think.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
