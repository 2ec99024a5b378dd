//! Assigns a short name to every name.
//!
//! The choice does not change the number of bytes, only the compressed size: a name that is used
//! often gets a letter that the rest of the page uses often.

use super::rename::{ALPHABET, Names};

/// The order in which letters are handed out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// a to z, then A to Z, `_` and `$`.
    Alphabet,
    /// The letters of the fixed text first, the most frequent before the others.
    Frequency,
    /// The letters of the fixed text last.
    Fresh,
}

impl Order {
    /// All orders; among equal results the first is preferred.
    pub const ALL: [Self; 3] = [Self::Frequency, Self::Alphabet, Self::Fresh];
}

/// A letter (or two, when there are more than 54 colours) for every colour.
/// Colours that hold an implicit global get none of the `reserved` letters, the others only if no
/// other letter is left: an event handler may then run as a plain function too.
pub fn assign(names: &Names<'_>, order: Order, reserved: &[String]) -> Vec<String> {
    let mut pool = pool(names, order, reserved);
    (0..names.colours())
        .map(|colour| {
            let forbidden = |name: &String| names.is_global(colour) && reserved.contains(name);
            let at = pool.iter().position(|name| !forbidden(name));
            at.map_or_else(|| format!("${colour}_"), |at| pool.remove(at))
        })
        .collect()
}

fn pool(names: &Names<'_>, order: Order, reserved: &[String]) -> Vec<String> {
    let mut letters: Vec<char> = ALPHABET.chars().collect();
    let blank = vec![" ".to_owned(); names.colours()];
    let fixed = names.spell(&blank);
    let count = |letter: &char| fixed.chars().filter(|c| c == letter).count();
    match order {
        Order::Alphabet => {}
        Order::Frequency => letters.sort_by_key(|letter| std::cmp::Reverse(count(letter))),
        Order::Fresh => letters.sort_by_key(count),
    }
    let is_reserved = |name: &String| reserved.contains(name);
    let mut ones: Vec<String> = letters.iter().map(char::to_string).collect();
    ones.sort_by_key(is_reserved);
    // Two letters each, for scripts with more names than there are letters.
    let twos = letters
        .iter()
        .flat_map(|first| letters.iter().map(move |second| format!("{first}{second}")))
        .filter(|name| !matches!(name.as_str(), "do" | "if" | "in"));
    ones.into_iter()
        .chain(twos)
        .filter(|name| !names.fixed().contains(name))
        // Enough even if all reserved names are skipped.
        .take(names.colours() + reserved.len())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reserved_letters_go_to_parameters_only_and_last() {
        let source = "score=1;grow=size=>size+score+grow";
        let names = Names::of(source, &[]).unwrap();
        let letters = assign(&names, Order::Alphabet, &["a".into()]);
        assert_eq!(names.spell(&letters), "b=1;c=d=>d+b+c");
        let reserved: Vec<String> = ('d'..='z').map(String::from).collect();
        let reserved = [
            reserved,
            ('A'..='Z').chain(['_', '$']).map(String::from).collect(),
        ]
        .concat();
        let names = Names::of("one=1;two=2;three=size=>one+two+three+size;three()", &[]).unwrap();
        let letters = assign(&names, Order::Alphabet, &reserved);
        assert_eq!(names.spell(&letters), "b=1;c=2;a=d=>b+c+a+d;a()");
    }

    #[test]
    fn no_name_gets_one_that_must_stay() {
        let names = Names::of("total=1;a=2;alert(total,a)", &["a".into()]).unwrap();
        let letters = assign(&names, Order::Alphabet, &[]);
        assert_eq!(names.spell(&letters), "b=1;a=2;alert(b,a)");
    }

    #[test]
    fn no_name_is_that_of_a_property_of_the_global_object() {
        for source in [
            "window.a=5;total=1;alert(window.a+total)",
            "self['a']=5;total=1;alert(this.a+total)",
            "(()=>self)().a=5;total=1;alert(self.a+total)",
        ] {
            let names = Names::of(source, &[]).unwrap();
            let spelt = names.spell(&assign(&names, Order::Alphabet, &[]));
            assert!(spelt.contains("b=1"), "{spelt}");
        }
    }

    #[test]
    fn more_names_than_letters_get_two() {
        let source: String = (0..70).map(|i| format!("v{i}w=1;v{i}w;")).collect();
        let names = Names::of(&source, &[]).unwrap();
        let mut letters = assign(&names, Order::Alphabet, &[]);
        let spelt = names.spell(&letters);
        assert_eq!(Names::of(&spelt, &[]).unwrap().colours(), 70);
        letters.sort();
        letters.dedup();
        assert_eq!(letters.len(), 70);
    }
}
