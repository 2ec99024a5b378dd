//! A page whose moves are known.

use std::fs;

use golfchess_testing::Run;

use crate::folder::Folder;

/// Plays every typed move, without rules, and answers an empty text with the next move of a
/// plan: the Scholar's Mate for White, the fool's mate for Black.
pub const PLANNED: &str = r"<script>{
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

/// A folder with the project's templates and a page that follows the plan.
pub fn planned() -> Folder {
    let workspace = Folder::new();
    let pages = workspace.path().join("pages");
    fs::create_dir(&pages).expect("a folder");
    fs::write(pages.join("index_TMP_D_S_AB.html"), PLANNED).expect("written");
    workspace
}

pub fn duel(workspace: &Folder, arguments: &[&str]) -> Run {
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

pub fn refused(run: &Run, message: &str) {
    assert_eq!((run.code, run.out.as_str()), (2, ""), "{run:?}");
    assert!(run.err.contains(message), "{run:?}");
}
