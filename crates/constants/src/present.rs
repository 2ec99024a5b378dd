//! The present constants: numbers from `catalog.toml`, expressions from the composed pages.

use std::path::Path;

use golfchess_pages::builder::Builder;
use golfchess_pages::catalog::Catalog;
use serde::Deserialize;

use crate::board::Board;
use crate::codes::{self, Codes, Kind};
use crate::open;
use crate::search::Choice;

/// The numbers of the choice `code` in `catalog.toml` that this search varies.
#[derive(Deserialize)]
struct Code {
    width: i64,
    king: i64,
    pawn: i64,
    black: i64,
    knight: i64,
    bishop: i64,
    /// The rook that has moved.
    moved: i64,
    queen: i64,
    castling: Option<i64>,
}

/// The present constants of each kind.
pub fn read_all(folder: &Path, kinds: &[&Kind]) -> Result<Vec<Choice>, String> {
    let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", folder.display());
    let catalog = Catalog::load(folder).map_err(|error| failed(&error))?;
    let builder = Builder::load(folder, &catalog).map_err(|error| failed(&error))?;
    kinds
        .iter()
        .map(|kind| read(&catalog, &builder, kind).map_err(|reason| failed(&reason)))
        .collect()
}

fn read(catalog: &Catalog, builder: &Builder, kind: &Kind) -> Result<Choice, String> {
    let text = |error: &dyn std::fmt::Display| error.to_string();
    let variant = catalog
        .variant(kind.variant)
        .map_err(|error| text(&error))?;
    let choices = &catalog.manifest().choices;
    let code = choices.iter().find(|choice| choice.name == "code");
    let code = code.ok_or("catalog.toml has no choice `code`")?;
    let spelling = match code.allowed(&variant.flags)[..] {
        [only] => &code.spellings[only],
        _ => return Err(format!("{} has several spellings of `code`", variant.name)),
    };
    let code: Code = spelling
        .value
        .clone()
        .try_into()
        .map_err(|error| format!("spelling {:?} of `code`: {error}", spelling.name))?;
    let source = builder.script(variant).map_err(|error| text(&error))?;
    of(&source.text, kind, &code).map_err(|reason| {
        format!(
            "{}: {reason}; after a change of a fragment's form, \
             adapt crates/constants/src/present.rs",
            kind.variant
        )
    })
}

/// The present choice for a kind, from its numbers and its composed source.
fn of(source: &str, kind: &Kind, code: &Code) -> Result<Choice, String> {
    let numbers = [
        code.king,
        code.pawn,
        code.knight,
        code.moved,
        code.bishop,
        code.queen,
    ];
    let black = (code.black != code.pawn).then_some(code.black);
    let codes = Codes::new(numbers, code.castling).with_black(black);
    let source = without_comments(source);
    let between = |start: &str, end: &str| {
        let found = source.split_once(start);
        let found = found.and_then(|(_, rest)| rest.split_once(end));
        let text = found.map(|(text, _)| text.trim().to_owned());
        text.ok_or_else(|| format!("there is nothing between `{start}` and `{end}`"))
    };
    // The assignment for a king that can be taken stands before the slide test.
    let captured = ["side = 0,", "typed = 1,"];
    let captured = captured.iter().find(|text| source.contains(**text));
    let captured = captured.ok_or("there is no assignment where a king can be taken")?;
    let mut items = vec![
        (
            "step",
            between(if kind.moves { " at =" } else { " to =" }, "&& (")?,
        ),
        ("typed", Board::new(code.width).typed()),
        ("filler", Board::new(code.width).filler()),
        ("letters", codes::spelt_letters(&codes)),
        ("king", codes::king(&codes)),
        ("slide", between(captured, ")")?),
        ("promotion", promotion(kind, &between)?),
        ("side", open::side(&codes).to_owned()),
    ];
    if kind.moves {
        items.push(("rights", between("board.map(value =>", "?")?));
        items.push(("castling", castling(&between("make(unit,", "make(1,")?)?));
    }
    if kind.draws {
        items.push(("dead", format!("[{}]", between("/[", "]")?)));
    }
    let named = |(name, text): (&str, String)| (name.to_owned(), text);
    Ok(Choice {
        codes,
        width: code.width,
        items: items.into_iter().map(named).collect(),
    })
}

/// The comparison in the test for castling, as an equality.
fn castling(test: &str) -> Result<String, String> {
    let test = test.replace("squares[at + step | target]", "behind");
    let is_comparison = |part: &&str| part.contains(['=', '>', '^']);
    let comparison = test.split(['&', '|']).map(str::trim).find(is_comparison);
    let comparison =
        comparison.ok_or_else(|| format!("`{test}` does not compare a rook and a king"))?;
    Ok(comparison.replace("!=", "==").replace('^', "=="))
}

/// Whether a pawn is promoted, and what the piece becomes then, and otherwise. With one run these
/// are two places: what a pawn becomes is known only when its move is played.
fn promotion(
    kind: &Kind,
    between: &dyn Fn(&str, &str) -> Result<String, String>,
) -> Result<String, String> {
    let moved = if kind.moves {
        let text = between("next[to] =", "next[captured")?;
        text.trim_end_matches(',').trim_end().to_owned()
    } else {
        let text = between("-value :", "||")?;
        // The end of the call around it.
        let text = text.trim_end().trim_end_matches(')').trim_end();
        let text = text.trim_end_matches(", -turn").trim_end();
        text.strip_suffix(')').unwrap_or(text).trim_end().to_owned()
    };
    if moved.contains('?') {
        return Ok(moved);
    }
    let last = between("next[piece", "? next : to] =")?;
    let chosen = between("? next : to] =", "board = next")?;
    let chosen = chosen.trim_end_matches(',').trim_end();
    Ok(format!("piece {last} ? {moved} : {chosen}"))
}

fn without_comments(source: &str) -> String {
    let lines = source.lines().map(|line| match line.split_once("//") {
        Some((code, _)) => code,
        None => line,
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::check;
    use crate::codes::KINDS;

    const SOURCE: &str = "
        board = [...'61542516'].flatMap();
        generate = (squares, side, typed) => {
          for (; piece > 0 && step + 42;)
              to = (target = squares[to]) < 1 & // the test
              17 / (
                piece - 3 | (step - side) % 4 ? piece : 5 + !target
              ) - 1 >> step * step * 65 / 81
              && (
                target + 2 ? side - turn || (
                  generate(
                    next = board.map((value, at) => at - to ? at - from && -value :
                      piece - 3 | to % 20 % 7 ? -piece : -4
                    )
                    , -turn
                  ) || (
                    from * 400 + to + 80601 ^ parseInt(typed.slice(0, 4), 20)
                  )
                ) : typed = 1,
                !target & piece > 3
              ) ? to + step : from + --step;
        }
        draw = at => 'rbqpkn_NKPQBR'[board[at]]
    ";

    const CODE: Code = Code {
        width: 20,
        king: 2,
        pawn: 3,
        black: 3,
        knight: 1,
        bishop: 5,
        moved: 6,
        queen: 4,
        castling: None,
    };

    #[test]
    fn the_present_choice_is_read_from_numbers_and_source() {
        let choice = of(SOURCE, &KINDS[0], &CODE).expect("all is there");
        assert_eq!(choice.width, 20);
        assert_eq!(choice.codes.letters(), "NKPQBR");
        assert_eq!(choice.item("king"), "t+2");
        assert_eq!(choice.item("slide"), "!target & piece > 3");
        assert_eq!(choice.item("typed"), "e*400+o+80601");
        assert_eq!(choice.cost(), 113);
        assert_eq!(check(choice.item("step"), 20, &choice.codes), Ok(()));
    }

    #[test]
    fn the_castling_test_becomes_an_equality() {
        for (test, equality) in [
            (
                "a) | squares[at + step | target] * b ^ 7 ||",
                "behind * b == 7",
            ),
            (
                "a) & b * squares[at + step | target] == 7 &&",
                "b * behind == 7",
            ),
            ("a) & a / b > 7 &&", "a / b > 7"),
        ] {
            assert_eq!(castling(test).as_deref(), Ok(equality));
        }
        assert!(castling("a) && ").is_err());
    }

    #[test]
    fn a_promotion_in_two_places_becomes_one() {
        let source = "
            -value : -piece), -turn) ||
            next[piece - 6 | to % 7 ? next : to] = 'rR', board = next";
        let between = |start: &str, end: &str| {
            let (_, rest) = source.split_once(start).ok_or(start)?;
            let (text, _) = rest.split_once(end).ok_or(end)?;
            Ok(text.trim().to_owned())
        };
        let read = promotion(&KINDS[1], &between);
        assert_eq!(read.as_deref(), Ok("piece - 6 | to % 7 ? -piece : 'rR'"));
    }

    #[test]
    fn a_missing_form_is_an_error_that_names_it() {
        let source = SOURCE.replace(" to =", " to +=");
        let error = of(&source, &KINDS[0], &CODE).expect_err("no step");
        assert!(error.contains(" to ="), "{error}");
    }

    #[test]
    fn every_kind_reads_from_the_present_fragments() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../templates");
        let kinds: Vec<&Kind> = KINDS.iter().collect();
        let present = read_all(&folder, &kinds).expect("the present constants");
        for choice in &present {
            let step = choice.item("step");
            assert_eq!(check(step, choice.width, &choice.codes), Ok(()));
        }
    }
}
