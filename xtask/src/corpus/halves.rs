//! The halves of the corpus: one to work with, and one that only counts.

use sha2::{Digest, Sha256};

/// A half. All files of a package are in one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Half {
    /// Its losses are listed by name.
    Work,
    /// Nothing but its numbers is shown.
    Counted,
}

impl Half {
    pub const ALL: [Self; 2] = [Self::Work, Self::Counted];

    pub fn name(self) -> &'static str {
        match self {
            Self::Work => "work",
            Self::Counted => "counted",
        }
    }

    /// The half of a package: the first bit of the digest of its name, without the version.
    pub fn of(package: &str) -> Self {
        match Sha256::digest(package)[0] < 0x80 {
            true => Self::Work,
            false => Self::Counted,
        }
    }
}

/// The SHA-256 of some bytes, in hexadecimal digits.
pub fn digest(bytes: &[u8]) -> String {
    let digits = Sha256::digest(bytes);
    digits.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_bit_of_the_name_decides() {
        // echo -n ms | sha256sum
        let names = ["ms", "terser", "rollup", "vite"];
        for name in names {
            let is_high = digest(name.as_bytes()).starts_with(|digit: char| digit >= '8');
            assert_eq!(Half::of(name) == Half::Counted, is_high, "{name}");
        }
        let halves = names.map(Half::of);
        assert!(
            Half::ALL.iter().all(|half| halves.contains(half)),
            "{halves:?}"
        );
    }

    #[test]
    fn a_digest_is_that_of_sha256sum() {
        let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(digest(b"abc"), expected);
    }
}
