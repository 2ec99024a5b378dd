//! The speed of move generation: perft 5 of the start position, leaves visited one by one, ours
//! against cozy-chess and, where Node is at hand, against chess.js; measured in one run.

use criterion::Criterion;
use golfchess_rules::{MoveRules, Position, perft};
use std::cell::RefCell;
use std::hint::black_box;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

const DEPTH: u32 = 5;
const NODES: u64 = 4_865_609;

/// What the rules must reach: a quarter of cozy-chess and twenty times chess.js.
const COZY_SHARE: f64 = 0.25;
const CHESS_JS_FACTOR: f64 = 20.0;

fn cozy_perft(board: &cozy_chess::Board, depth: u32) -> u64 {
    let Some(rest) = depth.checked_sub(1) else {
        return 1;
    };
    let mut nodes = 0;
    board.generate_moves(|moves| {
        for mv in moves {
            let mut next = board.clone();
            next.play_unchecked(mv);
            nodes += cozy_perft(&next, rest);
        }
        false
    });
    nodes
}

/// Benchmarks a count of all nodes and returns the median time of one.
fn measure(criterion: &mut Criterion, name: &str, count: impl Fn() -> u64) -> Duration {
    assert_eq!(count(), NODES, "{name}");
    let times = RefCell::new(Vec::new());
    criterion.bench_function(&format!("perft 5, {name}"), |bencher| {
        bencher.iter_custom(|rounds| {
            let started = Instant::now();
            for _ in 0..rounds {
                black_box(count());
            }
            let took = started.elapsed();
            times.borrow_mut().push(took.div_f64(rounds as f64));
            took
        });
    });
    let mut times = times.into_inner();
    if times.is_empty() {
        times.push(Duration::MAX); // a filter on the command line has left this one out
    }
    times.sort_unstable();
    times[times.len() / 2]
}

/// The median time of chess.js for the same count; an error says why it cannot be measured.
fn chess_js() -> Result<Duration, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    run(folder.path(), "node", &["--version"])?;
    let quiet = [
        "install",
        "--no-audit",
        "--no-fund",
        "--silent",
        "chess.js@1",
    ];
    run(folder.path(), "npm", &quiet)?;
    // Its own perft makes every move of the last ply too, as ours does.
    let script = format!(
        "const {{ Chess }} = require('chess.js');
         const times = [];
         for (let round = 0; round < 5; round++) {{
             const chess = new Chess();
             const started = process.hrtime.bigint();
             if (chess.perft({DEPTH}) !== {NODES}) throw 'wrong count';
             times.push(Number(process.hrtime.bigint() - started));
         }}
         console.log(times.sort((a, b) => a - b)[2]);"
    );
    let nanos = run(folder.path(), "node", &["-e", &script])?;
    let nanos = nanos
        .trim()
        .parse()
        .map_err(|_| format!("node printed {nanos:?}"))?;
    Ok(Duration::from_nanos(nanos))
}

fn run(folder: &Path, program: &str, args: &[&str]) -> Result<String, String> {
    let output = Command::new(program)
        .args(args)
        .current_dir(folder)
        .output()
        .map_err(|error| format!("{program} does not start: {error}"))?;
    if !output.status.success() {
        let stderr = String::from_utf8_lossy(&output.stderr);
        return Err(format!("{program} fails: {}", stderr.trim()));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn speed(time: Duration) -> String {
    format!(
        "{:.1} million nodes/s",
        NODES as f64 / time.as_secs_f64() / 1e6
    )
}

fn main() {
    let mut criterion = Criterion::default()
        .sample_size(20)
        .measurement_time(Duration::from_secs(8))
        .configure_from_args();
    let start = Position::start();
    let ours = measure(&mut criterion, "golfchess", || {
        perft(&start, MoveRules::FIDE, DEPTH)
    });
    let board = cozy_chess::Board::default();
    let cozy = measure(&mut criterion, "cozy-chess", || cozy_perft(&board, DEPTH));
    criterion.final_summary();
    if std::env::args().all(|arg| arg != "--bench") {
        return; // run as a test: one round each, nothing to compare
    }

    println!("golfchess:  {}", speed(ours));
    println!("cozy-chess: {}", speed(cozy));
    let share = cozy.as_secs_f64() / ours.as_secs_f64();
    println!("golfchess / cozy-chess = {share:.2} (at least {COZY_SHARE} is asked for)");
    let mut slow = share < COZY_SHARE;
    match chess_js() {
        Ok(js) => {
            let factor = js.as_secs_f64() / ours.as_secs_f64();
            println!("chess.js:   {}", speed(js));
            println!(
                "golfchess / chess.js = {factor:.1} (at least {CHESS_JS_FACTOR} is asked for)"
            );
            slow |= factor < CHESS_JS_FACTOR;
        }
        Err(reason) => println!("chess.js is not compared: {reason}"),
    }
    if slow {
        println!("too slow");
        std::process::exit(1);
    }
}
