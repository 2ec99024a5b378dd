//! Which packages of a list of names are drawn beside those of the lock file.

use fastrand::Rng;

/// A stratum: packages whose summaries have one of these words, and how many of them are drawn.
pub struct Stratum {
    pub name: &'static str,
    words: &'static [&'static str],
    pub count: usize,
}

const GAMES: [&str; 9] = [
    "game",
    "games",
    "demo",
    "canvas",
    "webgl",
    "arcade",
    "puzzle",
    "animation",
    "js13k",
];

/// Few packages: a registry is asked for each of them.
pub const STRATA: [Stratum; 3] = [
    Stratum {
        name: "games",
        words: &GAMES,
        count: 6,
    },
    Stratum {
        name: "typescript",
        words: &["typescript"],
        count: 8,
    },
    Stratum {
        name: "pages",
        words: &[
            "slides",
            "slideshow",
            "boilerplate",
            "examples",
            "website",
            "landing",
            "theme",
            "template",
            "html5",
        ],
        count: 8,
    },
];

/// Packages for their pages alone: at most so many are fetched, until there are enough pages. What is shown with a
/// picture, a list or a menu often comes with a page that shows it.
pub const PAGED: Stratum = Stratum {
    name: "more pages",
    words: &["jquery", "slider", "carousel", "lightbox"],
    count: 160,
};

/// A line of the list: name, version, downloads, summary.
fn package(line: &str) -> Option<(String, &str)> {
    let mut fields = line.split('\t');
    let (name, version) = (fields.next()?, fields.next()?);
    let is_version = version.starts_with(|first: char| first.is_ascii_digit());
    is_version.then(|| (format!("{name}@{version}"), fields.nth(1).unwrap_or("")))
}

impl Stratum {
    fn has(&self, summary: &str) -> bool {
        let summary = summary.to_lowercase();
        let mut words = summary.split(|letter: char| !letter.is_alphanumeric());
        words.any(|word| self.words.contains(&word))
    }

    /// Packages of the stratum in the order of the draw, without those that others have drawn. The first `count` are
    /// taken.
    pub fn drawn(&self, names: &str, rng: &mut Rng, taken: &[String]) -> Vec<String> {
        // The first line has the names of the columns.
        let all = names.lines().skip(1).filter_map(package);
        let mut found: Vec<String> = all
            .filter(|(name, summary)| self.has(summary) && !taken.contains(name))
            .map(|(name, _)| name)
            .collect();
        rng.shuffle(&mut found);
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: &str = "name\tversion\tdownloads\tsummary\n\
        a\t1.0.0\t5\tA small Game.\n\
        b\t2.0.0\t5\tgamepad tools\n\
        @c/d\t3.0.0\t5\tpuzzle, in canvas\n\
        e\t\t5\tgame\n\
        f\t1.0.0\t5\n";

    #[test]
    fn whole_words_of_summaries_count() {
        let mut drawn = STRATA[0].drawn(NAMES, &mut Rng::with_seed(1), &[]);
        drawn.sort();
        assert_eq!(drawn, ["@c/d@3.0.0", "a@1.0.0"]);
    }

    #[test]
    fn a_seed_draws_the_same_and_nothing_twice() {
        let names: String = (0..50)
            .map(|at| format!("p{at}\t1.0.0\t1\tgame\n"))
            .collect();
        let names = format!("name\n{names}");
        let draw =
            |seed, taken: &[String]| STRATA[0].drawn(&names, &mut Rng::with_seed(seed), taken);
        let first = draw(1, &[]);
        assert_eq!(first, draw(1, &[]));
        assert_ne!(first, draw(2, &[]));
        assert!(!draw(2, &first[..1]).contains(&first[0]));
    }
}
