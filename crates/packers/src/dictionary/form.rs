//! A script in which names and orders can be exchanged.

use serde::{Deserialize, Serialize};

/// One choice of names and orders.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Form {
    /// The letter of each slot.
    #[serde(with = "letters")]
    pub(super) names: Vec<u8>,
    /// The order of the items of each group.
    #[serde(with = "words")]
    pub(super) orders: Vec<Vec<u8>>,
}

/// Letters as one text.
mod letters {
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(letters: &[u8], to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&String::from_utf8_lossy(letters))
    }

    pub(super) fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<Vec<u8>, D::Error> {
        String::deserialize(from).map(String::into_bytes)
    }
}

/// Orders as words of one text: `ba` is an exchange of two items.
mod words {
    use serde::{Deserialize, Deserializer, Serializer, de};

    pub(super) fn serialize<S: Serializer>(orders: &[Vec<u8>], to: S) -> Result<S::Ok, S::Error> {
        let letter = |item: &u8| char::from(b'a'.saturating_add(*item));
        let words = orders
            .iter()
            .map(|order| order.iter().map(letter).collect());
        to.serialize_str(&words.collect::<Vec<String>>().join(" "))
    }

    pub(super) fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<Vec<Vec<u8>>, D::Error> {
        let text = String::deserialize(from)?;
        let item = |letter: u8| letter.checked_sub(b'a');
        let orders = text
            .split_whitespace()
            .map(|word| word.bytes().map(item).collect());
        let orders: Option<Vec<Vec<u8>>> = orders.collect();
        orders.ok_or_else(|| de::Error::custom("an order has letters from `a` on"))
    }
}

/// A stretch of a script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Part {
    /// Text that stays.
    Text(Vec<u8>),
    /// The name of a slot.
    Name(usize),
    /// Items that may stand in another order.
    Items(Items),
}

/// Items with a separator between them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Items {
    /// The index of the order in [`Form::orders`]; several stretches may share it.
    pub(super) group: usize,
    /// What stands between the items in their first order, and in any other one.
    pub(super) separators: [Vec<u8>; 2],
    /// The parentheses that the items may have without a change of the meaning.
    pub(super) guard: Guard,
    /// The items.
    pub(super) items: Vec<Vec<Part>>,
}

/// Where parentheses change nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Guard {
    /// Nowhere.
    None,
    /// Around each item.
    Items,
    /// Around each item and around all of them.
    All,
}

/// The symbols of a script in one form.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Text {
    /// The symbols.
    pub(super) symbols: Vec<u8>,
    /// The slot of each symbol that is a name.
    pub(super) slots: Vec<Option<u16>>,
    /// The place of each symbol in the first form.
    pub(super) origins: Vec<u32>,
}

impl Text {
    /// The text of parts in a form.
    pub(super) fn of(parts: &[Part], form: &Form) -> Self {
        let mut text = Self::default();
        text.push(parts, form, &mut 0);
        text
    }

    fn push(&mut self, parts: &[Part], form: &Form, origin: &mut u32) {
        for part in parts {
            match part {
                Part::Text(symbols) => {
                    for &symbol in symbols {
                        self.push_symbol(symbol, None, origin);
                    }
                }
                Part::Name(slot) => {
                    let number = u16::try_from(*slot).ok();
                    self.push_symbol(form.names[*slot], number, origin);
                }
                Part::Items(items) => self.push_items(items, form, origin),
            }
        }
    }

    fn push_items(&mut self, items: &Items, form: &Form, origin: &mut u32) {
        let order = &form.orders[items.group];
        let lengths: Vec<u32> = items.items.iter().map(|item| length(item)).collect();
        let all: u32 = lengths.iter().sum();
        let mut between = *origin + all;
        let separator = items.separator(order);
        for (place, &item) in order.iter().enumerate() {
            let item = usize::from(item);
            if place > 0 {
                for &symbol in separator {
                    self.push_symbol(symbol, None, &mut between);
                }
            }
            let mut start = *origin + lengths[..item].iter().sum::<u32>();
            self.push(&items.items[item], form, &mut start);
        }
        *origin = between;
    }

    fn push_symbol(&mut self, symbol: u8, slot: Option<u16>, origin: &mut u32) {
        self.symbols.push(symbol);
        self.slots.push(slot);
        self.origins.push(*origin);
        *origin += 1;
    }
}

impl Items {
    fn separator(&self, order: &[u8]) -> &[u8] {
        &self.separators[usize::from(!order.is_sorted())]
    }
}

/// How many symbols parts have. (Both separators of items are as long.)
fn length(parts: &[Part]) -> u32 {
    let lengths = parts.iter().map(|part| match part {
        Part::Text(symbols) => u32::try_from(symbols.len()).unwrap_or(u32::MAX),
        Part::Name(_) => 1,
        Part::Items(items) => {
            let separators = items.separators[0].len() * items.items.len().saturating_sub(1);
            let items = items.items.iter().map(|item| length(item));
            items.sum::<u32>() + u32::try_from(separators).unwrap_or(u32::MAX)
        }
    });
    lengths.sum()
}

/// The symbols of parts in a form, with parentheses wherever they change nothing.
pub(super) fn guarded(parts: &[Part], form: &Form) -> Vec<u8> {
    let mut symbols = Vec::new();
    for part in parts {
        match part {
            Part::Text(text) => symbols.extend(text),
            Part::Name(slot) => symbols.push(form.names[*slot]),
            Part::Items(items) => {
                let (around_item, around_all) = match items.guard {
                    Guard::None => (false, false),
                    Guard::Items => (true, false),
                    Guard::All => (true, true),
                };
                let order = &form.orders[items.group];
                let written = order.iter().map(|&item| {
                    let item = guarded(&items.items[usize::from(item)], form);
                    match around_item {
                        true => [b"(", &item[..], b")"].concat(),
                        false => item,
                    }
                });
                let written: Vec<Vec<u8>> = written.collect();
                let joined = written.join(items.separator(order));
                symbols.extend(match around_all {
                    true => [b"(", &joined[..], b")"].concat(),
                    false => joined,
                });
            }
        }
    }
    symbols
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins_stay_with_the_symbols() {
        let items = |order: &[u8]| {
            let parts = [
                Part::Text(b"x=".to_vec()),
                Part::Items(Items {
                    group: 0,
                    separators: [b"<=".to_vec(), b">=".to_vec()],
                    guard: Guard::All,
                    items: vec![vec![Part::Name(0)], vec![Part::Text(b"12".to_vec())]],
                }),
                Part::Text(b";".to_vec()),
            ];
            let form = Form {
                names: vec![b'a'],
                orders: vec![order.to_vec()],
            };
            (Text::of(&parts, &form), guarded(&parts, &form))
        };
        let (plain, guarded) = items(&[0, 1]);
        assert_eq!(plain.symbols, b"x=a<=12;");
        assert_eq!(guarded, b"x=((a)<=(12));");
        let (swapped, guarded) = items(&[1, 0]);
        assert_eq!(swapped.symbols, b"x=12>=a;");
        assert_eq!(guarded, b"x=((12)>=(a));");
        let origin = |text: &Text, symbol: u8| {
            let at = text.symbols.iter().position(|other| *other == symbol);
            text.origins[at.unwrap()]
        };
        for symbol in *b"x12a;" {
            assert_eq!(origin(&plain, symbol), origin(&swapped, symbol));
        }
        assert_eq!(swapped.slots[6], Some(0));
        assert!(swapped.origins.iter().all(|origin| *origin < 8));
    }
}
