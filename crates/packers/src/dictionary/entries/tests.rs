use super::super::decode::decode;
use super::*;

fn packed(text: &str, entries: &[[usize; 2]], ascii: bool) -> Option<(String, u32)> {
    let alphabet = Alphabet::of(text).unwrap();
    let literal = Literal::for_text(&alphabet, &[], Some('"'), ascii);
    let text = Text {
        symbols: alphabet.symbols(text),
        ..Text::default()
    };
    let mut dictionary = Entries::new(&alphabet, &literal);
    let entry = |&[start, length]: &[usize; 2]| Entry { start, length };
    dictionary.entries = entries.iter().map(entry).collect();
    dictionary.follow(&text, None);
    let cost = dictionary.cost(&text);
    let (payload, class) = dictionary.pack(&text)?;
    let payload = literal.write(&alphabet, &payload);
    let letters = ['_', 'i', 'a', 'b'];
    Some((write(&payload, &class, letters), cost))
}

#[test]
fn entries_stand_before_the_text_and_hold_shorter_ones() {
    let text = "foo(bar);foo(bar);foo(1);bar";
    // `foo(bar);` with `foo(` in it, before `foo(`.
    let (script, cost) = packed(text, &[[0, 9], [0, 4]], false).unwrap();
    let start = "for(_='foo(==bar);>>>=1);bar';i=_.match`[=>]`;";
    assert!(script.starts_with(start), "{script:?}");
    assert_eq!(cost, "foo(==bar);>>>=1);bar".len() as u32 + 2);
    assert_eq!(decode(&script).as_deref(), Some(text));
}

#[test]
fn a_text_without_unused_characters_has_no_tokens() {
    let all: String = (' '..='~').collect();
    assert_eq!(packed(&format!("{all}abab"), &[[95, 2]], true), None);
    let without = all.replace(['#', '~'], "");
    let (script, _) = packed(&format!("{without}abab"), &[[93, 2]], true).unwrap();
    assert!(script.contains("match`[#]`"), "{script}");
    assert_eq!(decode(&script), Some(format!("{without}abab")));
}

#[test]
fn entries_without_tokens_cost_more_than_any_script_and_their_bytes() {
    // Of printable ASCII, only `#` and `~` are unused.
    let all: String = (' '..='~').filter(|c| !matches!(c, '#' | '~')).collect();
    let text = Text {
        symbols: format!("{all}ababab").into_bytes(),
        ..Text::default()
    };
    let alphabet = Alphabet::of("").unwrap();
    let literal = Literal::for_text(&alphabet, &[], None, true);
    let mut dictionary = Entries::new(&alphabet, &literal);
    let entry = |length| Entry { start: 93, length };
    let mut cost = |entries: &[Entry]| {
        dictionary.entries = entries.to_vec();
        dictionary.follow(&text, None);
        dictionary.cost(&text)
    };
    let possible = cost(&[entry(2), entry(4)]);
    assert!(possible < IMPOSSIBLE);
    // The third entry saves nothing: it is a token and its text. Nothing is for the class.
    let impossible = cost(&[entry(2), entry(4), entry(6)]);
    let class = 2;
    assert_eq!(impossible, IMPOSSIBLE + possible - class + 2);
}

#[test]
fn entries_that_save_nothing_go() {
    let alphabet = Alphabet::of("").unwrap();
    let literal = Literal::for_text(&alphabet, &[], None, false);
    let text = Text {
        symbols: b"abcdef1abcdef2abcdef3xy4xy".to_vec(),
        ..Text::default()
    };
    let mut dictionary = Entries::new(&alphabet, &literal);
    let (useful, useless) = (
        Entry {
            start: 0,
            length: 6,
        },
        Entry {
            start: 21,
            length: 2,
        },
    );
    dictionary.entries = vec![useless, useful];
    dictionary.polish(&text);
    assert_eq!(dictionary.entries, [useful]);
}
