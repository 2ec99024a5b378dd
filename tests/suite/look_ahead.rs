//! Pages that look ahead choose good moves.

use crate::support::workspace::generate;

#[test]
fn pages_that_look_ahead_open_with_a_move_that_gives_them_most_moves() {
    for page in ["index_S_AB", "index_TMP_D_S_AB", "index_TMP_D_SU_AB"] {
        let shown = generate(&["replay", page, "", "--host", "embedded"]).good();
        let shown = shown.replace(' ', "");
        let has = |row: &str| shown.contains(row);
        // No move of White's leaves it more than the 30 moves after e2e4.
        assert!(has("____P___") || has("＿＿＿＿Ｐ＿＿＿"), "{shown}");
    }
}

#[test]
fn an_arbiter_that_looks_ahead_avoids_stalemate() {
    let page = "index_TMP_DF_S_AB";
    // Sam Loyd's stalemate in ten moves, without the last one, c8e6.
    let moves = "e2e3 a7a5 d1h5 a8a6 h5a5 h7h5 h2h4 a6h6 a5c7 f7f6 c7d7 e8f7 d7b7 d8d3 b7b8 d3h7 \
                 b8c8 f7g6";
    let replay = |last: &str| {
        let words: Vec<&str> = ["replay", page, "--host", "embedded"]
            .into_iter()
            .chain(moves.split_whitespace())
            .chain([last])
            .collect();
        generate(&words).good()
    };
    assert!(replay("c8e6").contains("alert: SM"));
    let own = replay("");
    assert!(!own.contains("alert: SM"), "{own}");
}
