//! Undoes a packed script as its own decoder does.

use super::literal;

/// The script that a packed script runs; `None` if it is none of the forms that the packer writes.
pub(super) fn decode(packed: &str) -> Option<String> {
    let units = pairs(packed).or_else(|| entries(packed))?;
    String::from_utf16(&units).ok()
}

/// See [`super::pairs`].
fn pairs(packed: &str) -> Option<Vec<u16>> {
    let (text, rest) = literal::read(packed.strip_prefix("eval(")?)?;
    let rest = rest.strip_prefix(".replace(/")?;
    let (pattern, rest) = rest.split_at(rest.find("/g,i=>")?);
    let (table, rest) = literal::read(rest.strip_prefix("/g,i=>")?)?;
    let substr = |place: usize| &table[place.min(table.len())..(place + 2).min(table.len())];
    let mut units = Vec::new();
    if pattern == "." {
        (rest == ".substr(i.charCodeAt(),2)||i))").then_some(())?;
        for unit in text {
            let found = match unit {
                // The class `.` has no line ends.
                0x0a | 0x0d | 0x2028 | 0x2029 => &[],
                _ => substr(usize::from(unit)),
            };
            match found {
                [] => units.push(unit),
                found => units.extend(found),
            }
        }
        return Some(units);
    }
    let ranges = class(pattern.strip_prefix('[')?.strip_suffix(']')?);
    let remainder = rest
        .strip_prefix(".substr(i.charCodeAt()%")?
        .strip_suffix(",2)))")?;
    let remainder: usize = remainder.parse().ok().filter(|remainder| *remainder > 0)?;
    for unit in text {
        match ranges
            .iter()
            .any(|[first, last]| (first..=last).contains(&&unit))
        {
            true => units.extend(substr(usize::from(unit) % remainder)),
            false => units.push(unit),
        }
    }
    Some(units)
}

/// See [`super::entries`].
fn entries(packed: &str) -> Option<Vec<u16>> {
    let rest = packed.strip_prefix("for(")?;
    let text = rest.chars().next()?;
    let (mut payload, rest) = literal::read(rest.strip_prefix(text)?.strip_prefix('=')?)?;
    let mut letters = rest.strip_prefix(';')?.chars();
    let token = letters.next()?;
    let rest = letters.as_str().strip_prefix(&format!("={text}.match`["))?;
    let (pattern, rest) = rest.split_at(rest.find(']')?);
    let rest = rest.strip_prefix(&format!("]`;{text}="))?;
    let parts = rest.chars().next()?;
    let rest = rest.strip_prefix(parts)?.strip_prefix(".join(")?;
    let entry = rest.chars().next()?;
    let expected = format!("{entry}))[{entry},...{parts}]={text}.split({token});eval({text})");
    (rest == expected).then_some(())?;
    let ranges = class(pattern);
    let is_token = |unit: &u16| {
        ranges
            .iter()
            .any(|[first, last]| (first..=last).contains(&unit))
    };
    while let Some(at) = payload.iter().position(is_token) {
        let token = payload[at];
        let mut pieces = payload.split(|unit| *unit == token);
        let entry = pieces.next()?;
        let pieces: Vec<&[u16]> = pieces.collect();
        payload = pieces.join(entry);
    }
    Some(payload)
}

/// The ranges of a class without escapes.
fn class(pattern: &str) -> Vec<[u16; 2]> {
    let units: Vec<u16> = pattern.encode_utf16().collect();
    let mut ranges = Vec::new();
    let mut rest = &units[..];
    while let [first, after @ ..] = rest {
        match after {
            [dash, last, after @ ..] if *dash == u16::from(b'-') => {
                ranges.push([*first, *last]);
                rest = after;
            }
            _ => {
                ranges.push([*first, *first]);
                rest = after;
            }
        }
    }
    ranges
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn each_form_is_undone() {
        for (packed, script) in [
            (
                "eval('\\x05\u{1}\u{2}!\\n'.replace(/./g,i=>'_ab'.substr(i.charCodeAt(),2)||i))",
                "\u{5}abb!\n",
            ),
            (
                "eval(\"\u{1}KL!\".replace(/[\u{1}-\u{1f}K-M]/g,i=>'_ab'.substr(i.charCodeAt()%43,2)))",
                "ab!",
            ),
            (
                "eval('K\u{1}c'.replace(/[\u{1}-\u{1f}K-M]/g,i=>'_ab12345678901234567890123456789xyz'\
                 .substr(i.charCodeAt()%43,2)))",
                "xyabc",
            ),
            (
                "for(_='ab\u{1}\u{1}c\u{2}\u{2}x\u{1}\\'';i=_.match`[\u{1}-\u{1f}]`;_=b.join(a))\
                 [a,...b]=_.split(i);eval(_)",
                "abcxab'",
            ),
        ] {
            assert_eq!(decode(packed).as_deref(), Some(script), "{packed:?}");
        }
    }

    #[test]
    fn other_scripts_are_not_undone() {
        for script in [
            "",
            "alert(1)",
            "eval('a')",
            "eval('a'.replace(/./g,i=>'b'.substr(i.charCodeAt(),3)||i))",
            "eval('a'.replace(/[]/g,i=>'b'.substr(i.charCodeAt()%0,2)))",
            "for(_='a';i=_.match`[b]`;_=b.join(a))[a,...b]=_.split(i);eval(_);alert()",
            "for(_='a';i=_.match`[b]`;_=b.join(a))[b,...a]=_.split(i);eval(_)",
        ] {
            assert_eq!(decode(script), None, "{script}");
        }
    }
}
