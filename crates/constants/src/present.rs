//! The choice that the fragments have now, read off a composed page.

use super::codes::{Codes, Kind};
use super::search::Choice;
use crate::tool::Tool;

/// The present choice for a kind, from `gen source`.
pub fn read(tool: &Tool, kind: &Kind) -> Result<Choice, String> {
    let source = tool.say(&["source", kind.variant])?;
    of(&source, kind).map_err(|reason| {
        format!(
            "{}: {reason}; if a fragment has changed its form, \
             tell xtask/src/constants/present.rs",
            kind.variant
        )
    })
}

/// The present choice for a kind, from its composed source.
fn of(source: &str, kind: &Kind) -> Result<Choice, String> {
    let source = without_comments(source);
    let between = |start: &str, end: &str| {
        let found = source.split_once(start);
        let found = found.and_then(|(_, rest)| rest.split_once(end));
        let text = found.map(|(text, _)| text.trim().to_owned());
        text.ok_or_else(|| format!("there is nothing between `{start}` and `{end}`"))
    };
    let reach: i64 = between("for (step = ", ";")?
        .parse()
        .map_err(|_| "the greatest step is no number".to_owned())?;
    // What a run makes of a king that can be taken, before it asks whether the piece slides on.
    let captured = ["side = 0,", "typed = 1,"];
    let captured = captured.iter().find(|text| source.contains(**text));
    let captured = captured.ok_or("nothing is done where a king can be taken")?;
    let letters = quoted(source.split_once("draw = at").map(|(_, rest)| rest));
    let letters = letters.and_then(|text| upper(&text));
    let letters = letters.ok_or("`draw` has no text of letters with `_` in the middle")?;
    let home = quoted(source.split_once("board = ").map(|(_, rest)| rest));
    let home = home.ok_or("`board` is given no text of the first rank")?;
    let mut items = vec![
        ("step", between("for (to = from;", "&& (")?),
        ("typed", typed(&source)?),
        ("letters", format!("'{letters}_{letters}'")),
        ("king", king(&source)?),
        ("slide", between(captured, ");")?),
        ("promotion", promotion(kind, &between)?),
    ];
    if kind.moves {
        items.push(("rights", between("board.map(value =>", "?")?));
        items.push((
            "castling",
            castling(&between(&format!("--step + {reach};"), "make(")?)?,
        ));
    }
    if kind.draws {
        items.push(("dead", format!("[{}]", between("/[", "]")?)));
    }
    Ok(Choice {
        codes: codes(&letters, &home)?,
        width: (reach - 2) / 2,
        items,
    })
}

/// What the test for castling compares, as an equality.
fn castling(test: &str) -> Result<String, String> {
    let test = test.split(['&', '|']).next().unwrap_or_default().trim();
    if test.contains("==") || test.contains('>') {
        return Ok(test.to_owned());
    }
    let equal = test.replace("!=", "==").replace('^', "==");
    match equal.contains("==") {
        true => Ok(equal),
        false => Err(format!("`{test}` does not compare a rook and a king")),
    }
}

/// Whether a pawn is promoted, and what the piece becomes then, and otherwise. With one run these
/// are two places: what a pawn becomes is known only when its move is played.
fn promotion(
    kind: &Kind,
    between: &dyn Fn(&str, &str) -> Result<String, String>,
) -> Result<String, String> {
    let moved = if kind.moves {
        let text = between("next[to] =", "next[captured]")?;
        text.trim_end_matches(',').trim_end().to_owned()
    } else {
        let text = between("-value :", ", -turn")?;
        // The end of the call around it.
        let text = text.trim_end();
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

/// The letters after the `_` in the middle; one on either side of it stands for a number without
/// a piece.
fn upper(letters: &str) -> Option<String> {
    let (before, after) = letters.split_at_checked(letters.len() / 2)?;
    let after = after.strip_prefix('_')?;
    (before.len() == after.len()).then(|| after.to_owned())
}

/// The first text in single quotes.
fn quoted(source: Option<&str>) -> Option<String> {
    let (_, rest) = source?.split_once('\'')?;
    let (text, _) = rest.split_once('\'')?;
    Some(text.to_owned())
}

fn king(source: &str) -> Result<String, String> {
    let step = source.split_once("for (to = from;");
    let test = step.and_then(|(_, rest)| rest.split_once("&& ("));
    let test = test.and_then(|(_, rest)| rest.split_once('?'));
    let (text, _) = test.ok_or("there is no test for a king after the step test")?;
    Ok(text.trim().to_owned())
}

fn typed(source: &str) -> Result<String, String> {
    let (before, _) = source
        .split_once("parseInt(typed")
        .ok_or("no typed move is compared")?;
    let start = before
        .rfind("from *")
        .ok_or("the typed move is compared with nothing")?;
    Ok(before[start..]
        .trim_end_matches(['!', '=', '^', ' ', '\n'])
        .to_owned())
}

/// The numbers, from the letters in their order and the first rank.
fn codes(letters: &str, home: &str) -> Result<Codes, String> {
    let letters = letters.to_uppercase();
    let all = |letter: char| {
        let places = letters
            .chars()
            .zip(1..)
            .filter(move |(other, _)| *other == letter);
        places.map(|(_, code)| code).collect::<Vec<i64>>()
    };
    let one = |letter: char| {
        let code = all(letter).first().copied();
        code.ok_or_else(|| format!("there is no {letter} among the letters `{letters}`"))
    };
    // Rooks stand in the corners: those that may castle where there are two kinds.
    let corner = home
        .chars()
        .next()
        .and_then(|digit| digit.to_digit(10))
        .map(i64::from);
    let rooks = all('R');
    let castling = corner.filter(|_| rooks.len() > 1);
    let rook = rooks.into_iter().find(|code| Some(*code) != castling);
    Ok(Codes {
        king: one('K')?,
        pawn: one('P')?,
        knight: one('N')?,
        rook: rook.ok_or("there is no rook among the letters")?,
        bishop: one('B')?,
        queen: one('Q')?,
        castling,
    })
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
    use super::super::check::check;
    use super::super::codes::KINDS;
    use super::*;

    const SOURCE: &str = "
        board = [...'61542516'].flatMap();
        generate = (squares, side, typed) => {
          for (step = 42; piece > 0 && --step + 42;)
            for (to = from;
              (target = squares[to += step]) < 1 & // the test
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
              );
        }
        draw = at => 'rbqpkn_NKPQBR'[board[at]]
    ";

    #[test]
    fn a_choice_is_read_off_the_source() {
        let choice = of(SOURCE, &KINDS[0]).expect("all is there");
        assert_eq!(choice.width, 20);
        assert_eq!(choice.codes.letters(), "NKPQBR");
        assert_eq!(choice.item("king"), "target + 2");
        assert_eq!(choice.item("slide"), "!target & piece > 3");
        assert_eq!(choice.item("typed"), "from * 400 + to + 80601");
        assert_eq!(choice.cost(), 103);
        assert_eq!(check(choice.item("step"), 20, &choice.codes), Ok(()));
    }

    #[test]
    fn a_number_without_a_piece_is_no_middle() {
        assert_eq!(upper("rqbrnp_k_K_PNRBQR").as_deref(), Some("K_PNRBQR"));
        assert_eq!(upper("rbqpkn_NKPQBR").as_deref(), Some("NKPQBR"));
        assert_eq!(upper("rbqpknNKPQBR"), None);
        let codes = codes("K_PNRBQR", "84671648").expect("all are there");
        assert_eq!(codes, Codes::new([1, 3, 4, 5, 6, 7], Some(8)));
    }

    #[test]
    fn what_is_compared_in_castling_is_an_equality() {
        for (test, equality) in [
            ("a * b ^ 7 || c || ", "a * b == 7"),
            ("a * b != 7 || c", "a * b == 7"),
            ("a - b == 7 & c &&", "a - b == 7"),
            ("a / b > 7 & c", "a / b > 7"),
        ] {
            assert_eq!(castling(test).as_deref(), Ok(equality));
        }
        assert!(castling("make() || ").is_err());
    }

    #[test]
    fn a_promotion_in_two_places_is_read_as_one() {
        let source = "
            -value : -piece), -turn)
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
    fn what_is_not_found_is_said() {
        let error = of(&SOURCE.replace("to = from", "to = there"), &KINDS[0]).expect_err("no step");
        assert!(error.contains("to = from"), "{error}");
    }
}
