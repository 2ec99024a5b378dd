//! `cargo duel`: pages against random moves, pages and engines.

mod folder;

use std::fs;

use serde_json::Value;

use self::folder::{Folder, Run};

/// Plays every typed move, without rules, and answers an empty text with the next move of a
/// plan: the Scholar's Mate for White, the fool's mate for Black.
const PLANNED: &str = r"<script>{
    const start = 'rnbqkbnrpppppppp________________________________PPPPPPPPRNBQKBNR';
    const board = [...start], plan = ['e2e4', 'e7e5', 'd1h5', 'd8h4', 'f1c4', , 'h5f7'];
    const at = name => name.charCodeAt(0) - 97 + 8 * (8 - name[1]);
    for (let ply = 0; ply < 9; ply++) {
        const rows = board.join('').match(/.{8}/g).map(row => [...row].join(' '));
        const typed = prompt(rows.join('\n'));
        const move = typed || plan[ply];
        const [from, to] = [at(move), at(move.slice(2))];
        board[to] = board[from];
        board[from] = '_';
        if (!typed && move == 'h5f7') { alert('W#'); break; }
        if (!typed && move == 'd8h4') { alert('B#'); break; }
    }
}</script>";

/// An engine that loses to the plan, or says something else.
fn engine(workspace: &Folder, reply: &str) -> String {
    let text = format!(
        "#!/bin/sh
while read -r line; do
    set -- $line
    case $1 in
        uci) echo 'id name fake'; echo 'option name Skill Level type spin default 1'; echo uciok ;;
        setoption) echo \"$line\" >> options ;;
        ucinewgame) echo new >> started ;;
        isready) echo readyok ;;
        position) ply=$(($# - 3)) ;;
        go)
            set -- f2f3 e7e5 g2g4 b8c6 - g8f6
            shift $ply
            echo 'info depth 1 score cp 0'
            echo bestmove {reply} ;;
        quit) exit ;;
    esac
done
"
    );
    fs::write(workspace.path().join("engine.sh"), text).expect("written");
    "sh engine.sh".to_owned()
}

/// A folder with the project's templates and a page that follows the plan.
fn planned() -> Folder {
    let workspace = Folder::new();
    let pages = workspace.path().join("pages");
    fs::create_dir(&pages).expect("a folder");
    fs::write(pages.join("index_TMP_D_S_AB.html"), PLANNED).expect("written");
    workspace
}

fn duel(workspace: &Folder, arguments: &[&str]) -> Run {
    let fixed = "--host embedded --pages pages --quiet";
    let fixed: Vec<&str> = fixed.split(' ').collect();
    let is_given = |option: &str| arguments.contains(&option);
    let plies: &[&str] = if is_given("--plies") {
        &[]
    } else {
        &["--plies", "0"]
    };
    let games: &[&str] = if is_given("--games") {
        &[]
    } else {
        &["--games", "2"]
    };
    workspace.duel(&[&fixed, plies, games, arguments].concat())
}

fn refused(run: &Run, message: &str) {
    assert_eq!((run.code, run.out.as_str()), (2, ""), "{run:?}");
    assert!(run.err.contains(message), "{run:?}");
}

#[test]
#[cfg(unix)]
fn a_page_plays_an_engine_with_both_colours() {
    let workspace = planned();
    let engine = engine(&workspace, "$1");
    let arguments = [
        "--against",
        &engine,
        "--uci-option",
        "Skill Level=0",
        "--pgn",
        "games.pgn",
    ];
    let text = duel(&workspace, &arguments).good();
    assert!(
        text.starts_with("index_TMP_D_S_AB against sh: 2 games, seed 1\n"),
        "{text}"
    );
    assert!(
        text.contains(" 2      0       0  100.0 %              +∞  -291 to +∞\n"),
        "{text}"
    );
    assert!(
        text.contains("\n sh                    5 "),
        "five timed moves: {text}"
    );
    let sent = workspace.read("options");
    assert!(
        sent.lines()
            .all(|line| line == "setoption name Skill Level value 0"),
        "{sent}"
    );
    let pgn = workspace.read("games.pgn");
    for part in [
        "[White \"index_TMP_D_S_AB\"]\n[Black \"sh\"]\n[Result \"1-0\"]\n[Termination \"checkmate\"]\n",
        "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n",
        "[Round \"2\"]\n[White \"sh\"]\n[Black \"index_TMP_D_S_AB\"]\n[Result \"0-1\"]\n",
        "1. f3 e5 2. g4 Qh4# 0-1\n",
    ] {
        assert!(pgn.contains(part), "{part}: {pgn}");
    }
}

#[test]
#[cfg(unix)]
fn a_sequential_test_ends_a_duel() {
    let workspace = planned();
    let engine = engine(&workspace, "$1");
    let arguments = [
        "--against",
        &engine,
        "--sprt",
        "0,200",
        "--games",
        "500",
        "--format",
        "json",
    ];
    let json: Value = serde_json::from_str(&duel(&workspace, &arguments).good()).expect("JSON");
    assert_eq!(json["sprt"]["accepts_elo1"], true);
    let games = json["games"].as_u64().expect("games");
    assert!(games < 60 && json["wins"] == games, "{json}");
    assert_eq!(json["elo"]["difference"], Value::Null);
}

#[test]
#[cfg(unix)]
fn engines_that_do_not_work_are_errors() {
    let workspace = planned();
    let run = duel(&workspace, &["--against", "no-such-engine --flag"]);
    refused(&run, "cannot start the engine `no-such-engine`");
    assert!(
        run.err
            .contains("help: install it (Debian: apt-get install stockfish)")
    );
    let good = engine(&workspace, "$1");
    let run = duel(&workspace, &["--against", &good, "--uci-option", "Level=3"]);
    refused(&run, "the engine sh has no option `Level`");
    assert!(
        run.err.contains("help: its options are Skill Level\n"),
        "{run:?}"
    );
    let run = duel(&workspace, &["--against", &good, "--uci-option", "Level"]);
    refused(&run, "the option `Level` of the engine has no value");
    refused(
        &duel(&workspace, &["--against", "true"]),
        "the engine true ended ",
    );
    let bad = engine(&workspace, "e1e5");
    refused(
        &duel(&workspace, &["--against", &bad]),
        "the engine sh plays `e1e5`, which is not legal after `position startpos moves",
    );
}

#[test]
fn pages_that_cannot_play_are_refused() {
    refused(
        &Folder::new().duel(&["index_TMP_D_S"]),
        "index_TMP_D_S does not move by itself: it has no flag A",
    );
    let run = Folder::new().duel(&["index_S_A", "--against", "index_M_S_A"]);
    refused(&run, "index_S_A and index_M_S_A have different moves");
    let run = Folder::new().duel(&["index_S_A", "--against", "stockfish"]);
    refused(&run, "index_S_A does not know all moves of an engine");
    let run = Folder::new().duel(&["index_S_A", "--against", "index_S_B"]);
    refused(&run, "flag B also needs A");
    assert_eq!(Folder::new().duel(&["--sprt", "5,1"]).code, 2);
}

#[test]
fn a_page_that_moves_against_the_rules_is_an_error_with_its_game() {
    let workspace = planned();
    // After another opening the moves of the plan are not legal.
    fs::write(workspace.path().join("one.pgn"), "1. a3 a6 *\n").expect("written");
    let run = duel(&workspace, &["--openings", "one.pgn", "--plies", "1"]);
    refused(
        &run,
        "index_TMP_D_S_AB: no legal move leads to the board that the page shows:",
    );
    assert!(
        run.err.contains("gen replay --host embedded --pages pages"),
        "{run:?}"
    );
    let run = duel(&workspace, &["--openings", "one.pgn", "--plies", "3"]);
    refused(&run, "one.pgn has no game with an opening of 3 half-moves");
    refused(
        &duel(&workspace, &["--openings", "no.pgn"]),
        "cannot read the openings in no.pgn",
    );
}

#[test]
fn a_page_that_fails_is_an_error_with_the_reason() {
    let workspace = planned();
    // White can mate, so a page that ends quietly may have done so.
    fs::write(workspace.path().join("mate.pgn"), "1. e4 f6 2. a3 g5 *\n").expect("written");
    for (script, reason) in [
        ("", "the page ended the game, but the game goes on"),
        ("for(let i=5;i--;)prompt('');nothing()", "the page threw "),
        (
            "for(let i=5;i--;)prompt('');for(;;);",
            "the page did not answer in time",
        ),
    ] {
        let page = format!("<script>{script}</script>");
        fs::write(workspace.path().join("pages/index_TMP_D_S_AB.html"), page).expect("written");
        let run = duel(&workspace, &["--openings", "mate.pgn", "--plies", "4"]);
        refused(&run, reason);
    }
}

#[test]
fn a_page_plays_random_moves_and_another_page_the_same_from_the_same_seed() {
    let workspace = Folder::new();
    let play_in = |host: &str, against: &str, seed: &str| {
        let words = format!(
            "index_S_A --host {host} --games 2 --plies 4 --longest 12 --quiet \
             --against {against} --seed {seed} --pgn games.pgn"
        );
        let words: Vec<&str> = words.split_whitespace().collect();
        let text = workspace.duel(&words).good();
        assert!(text.contains(": 2 games, seed "), "{text}");
        workspace.read("games.pgn")
    };
    let play = |against: &str, seed: &str| play_in("embedded", against, seed);
    let games = play("random", "1");
    // The browser keeps the page open; the engine plays again from the start.
    assert_eq!(games, play_in("chrome", "random", "1"));
    assert_ne!(games, play("random", "2"));
    assert_eq!(games.matches("[Event ").count(), 2);
    let itself = play("index_S_A", "1");
    assert_eq!(itself.matches("index_S_A").count(), 4, "{itself}");
}

#[test]
fn a_page_with_a_board_plays_black_in_all_games_and_the_same_from_the_same_seed() {
    let workspace = Folder::new();
    let play = |words: &str| {
        let words = format!("--host chrome --games 2 --longest 6 --quiet --pgn games.pgn {words}");
        let words: Vec<&str> = words.split_whitespace().collect();
        workspace.duel(&words).good();
        workspace.read("games.pgn")
    };
    // The first has clocks: it replies at the next second.
    for page in ["index_TMP_D_SUC_AB", "index_SC_AB"] {
        let games = play(&format!("{page} --plies 4"));
        assert_eq!(games.matches(&format!("[Black \"{page}\"]")).count(), 2);
        assert_eq!(games, play(&format!("{page} --plies 4")));
        let moves: Vec<&str> = games
            .lines()
            .filter(|line| line.starts_with("1. "))
            .collect();
        assert!(moves.len() == 2 && moves[0] != moves[1], "{games}");
    }
    let other = play("index_SC_AB --against index_S_A");
    assert_eq!(other.matches("[White \"index_S_A\"]").count(), 2, "{other}");
    let other = play("index_S_A --against index_SC_AB");
    assert_eq!(other.matches("[White \"index_S_A\"]").count(), 2, "{other}");
}

#[test]
fn a_page_with_a_board_moves_in_positions_of_its_own_games() {
    let words = "index_SC_AB --positions 4 --quiet --format json";
    let words: Vec<&str> = words.split(' ').collect();
    let json: Value = serde_json::from_str(&Folder::new().duel(&words).good()).expect("JSON");
    assert_eq!(json["positions"], 4);
    assert_eq!(json["times"]["moves"], 4);
}

#[test]
fn a_page_with_a_board_that_does_not_reply_is_an_error_with_its_game() {
    let workspace = Folder::new();
    let pages = workspace.path().join("pages");
    fs::create_dir(&pages).expect("a folder");
    // A board of empty squares that never changes.
    let squares = "<table><script>for(i=64;i--;)document.write(`${i%8==7?'<tr>':''}<td onclick=1>_`)</script>";
    let page = format!("{squares}<style onload=1>");
    fs::write(pages.join("index_SC_AB.html"), page).expect("written");
    let words = "index_SC_AB --pages pages --plies 0 --games 2 --jobs 1 --quiet";
    let words: Vec<&str> = words.split(' ').collect();
    let run = workspace.duel(&words);
    refused(
        &run,
        "index_SC_AB: no legal move leads to the board that the page shows:\n_ _ _ _",
    );
    assert!(
        run.err.contains("gen replay --pages pages index_SC_AB "),
        "{run:?}"
    );
    assert!(run.err.contains(" @1000"), "{run:?}");
    let run = Folder::new().duel(&["index_SC_AB", "--against", "index_SUC_AB"]);
    refused(&run, "index_SC_AB and index_SUC_AB both play Black only");
    let run = Folder::new().duel(&["index_SC_AB", "--host", "embedded"]);
    refused(&run, "the embedded engine has no document");
}

#[test]
fn a_page_moves_in_positions_of_games_and_its_blunders_are_counted() {
    let workspace = planned();
    fs::write(workspace.path().join("games.pgn"), "1. e4 g6 2. d3 *\n").expect("written");
    let moves = |count: &str, format: &str| {
        let words = format!(
            "--host embedded --pages pages --quiet --openings games.pgn --positions {count} \
             --format {format}"
        );
        let words: Vec<&str> = words.split_whitespace().collect();
        workspace.duel(&words)
    };
    // The page plays e2e4, e7e5, and in the third position d1h5, where a pawn takes the queen.
    let text = moves("3", "table").good();
    assert!(
        text.starts_with("index_TMP_D_S_AB: 3 positions, 1 blunder, 33.3 %, seed 1, judge 2\n"),
        "{text}"
    );
    let fen = "rnbqkbnr/pppppp1p/6p1/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    let row = format!(" d1h5     a2a3        9  {fen}\n");
    assert!(text.contains(&row), "{text}");
    assert!(text.contains("ms per move"), "{text}");
    let json: Value = serde_json::from_str(&moves("3", "json").good()).expect("JSON");
    assert_eq!(
        (&json["positions"], &json["blunders"]),
        (&3.into(), &1.into())
    );
    assert_eq!(json["times"]["moves"], 3);
    assert_eq!(json["list"][0]["position"], fen);
    refused(
        &moves("4", "table"),
        "the games have 3 positions in which this page can move",
    );
    let run = workspace.duel(&["--positions", "3", "--games", "2"]);
    assert_eq!(run.code, 2, "{run:?}");
}

#[test]
fn a_judge_of_three_half_moves_sees_what_the_page_wins_back() {
    let workspace = planned();
    let page = PLANNED.replace("'d8h4', 'f1c4'", "'g8f6', 'f1c4'");
    let write = |name: &str, text: &str| {
        fs::write(workspace.path().join(name), text).expect("written");
    };
    write("pages/index_TMP_D_S_AB.html", &page);
    write("games.pgn", "1. e4 e5 2. Nf3 Nc6 *\n");
    let run = |words: &str| {
        let words = format!("--host embedded --pages pages --quiet {words}");
        let words: Vec<&str> = words.split_whitespace().collect();
        workspace.duel(&words)
    };
    let positions = "--positions 4 --openings games.pgn --format json";
    // Petrov's Defence: White's knight takes a pawn, and Black's knight takes one.
    for (judge, played) in [(2, vec!["g8f6"]), (3, vec![])] {
        let json = run(&format!("{positions} --judge {judge}")).good();
        let json: Value = serde_json::from_str(&json).expect("JSON");
        assert_eq!(json["judge"], judge);
        let list = json["list"].as_array().expect("a list");
        let blunders: Vec<&Value> = list.iter().map(|entry| &entry["played"]).collect();
        assert_eq!(blunders, played, "{json}");
    }
    refused(&run(&format!("{positions} --judge 5")), "5 is not in 2..=4");
    refused(&run("--judge 3"), "--positions <N>");
}

#[test]
fn a_duel_writes_no_file_that_it_reads() {
    let workspace = planned();
    let games = "1. e4 e5 *\n";
    fs::write(workspace.path().join("games.pgn"), games).expect("written");
    for (words, name) in [
        ("--openings games.pgn --pgn ./games.pgn", "games.pgn"),
        ("--pgn pages/index_TMP_D_S_AB.html", "index_TMP_D_S_AB.html"),
        ("--pgn templates/catalog.toml", "catalog.toml"),
    ] {
        let words: Vec<&str> = words.split(' ').collect();
        let run = duel(&workspace, &words);
        refused(&run, name);
        assert!(run.err.contains("--pgn would overwrite "), "{run:?}");
        assert!(run.err.contains("help: name another file"), "{run:?}");
    }
    assert_eq!(workspace.read("games.pgn"), games);
    assert_eq!(workspace.read("pages/index_TMP_D_S_AB.html"), PLANNED);
}

#[test]
fn a_negative_number_is_an_error_with_the_numbers_that_are_accepted() {
    let run = Folder::new().duel(&["--games", "-1"]);
    refused(&run, "expected a whole number from 1 on");
}

#[test]
#[cfg(unix)]
fn a_duel_that_is_stopped_says_its_score_and_writes_its_games() {
    let workspace = planned();
    let engine = engine(&workspace, "$1");
    let temporary = workspace.path().join("temporary");
    fs::create_dir(&temporary).expect("a folder");
    let words = "--host embedded --pages pages --plies 0 --games 10000 --jobs 1 --pgn games.pgn";
    let words: Vec<&str> = words.split(' ').chain(["--against", &engine]).collect();
    let run = workspace.stopped(&words, &temporary, || {
        // The engine starts twice, and again with each game.
        let started = fs::read_to_string(workspace.path().join("started"));
        started.is_ok_and(|text| text.lines().count() > 5)
    });
    assert_eq!(run.code, 130, "{run:?}");
    let score = "index_TMP_D_S_AB against sh: ";
    assert!(run.out.starts_with(score), "{run:?}");
    assert!(!run.out.contains(": 0 games"), "{run:?}");
    let end = "written: games.pgn; no process and no temporary file is left";
    assert!(run.err.contains(end), "{run:?}");
    assert!(workspace.read("games.pgn").starts_with('['));
    let left = fs::read_dir(&temporary).expect("a folder").count();
    assert_eq!(left, 0, "{run:?}");
}

#[test]
fn the_texts_of_the_program() {
    let folder = Folder::new();
    let mut text = String::new();
    for line in [
        "--help",
        "bars --help",
        "index_TMP_D_S",
        "index_S_A --against index_M_S_A --host embedded",
        "index_TMP_S_AB --against no-such-engine",
        "--sprt 5,1",
    ] {
        let words: Vec<&str> = line.split(' ').collect();
        let Run { code, out, err } = folder.duel(&words);
        text += &format!("$ cargo duel {line}\n");
        if code != 0 {
            text += &format!("[exit code {code}]\n");
        }
        text += &out;
        if !err.is_empty() {
            text += &format!("[stderr]\n{err}");
        }
        text.push('\n');
    }
    insta::with_settings!({ omit_expression => true }, {
        insta::assert_snapshot!("duel", text.trim_end());
    });
}
