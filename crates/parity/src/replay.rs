//! Converts answers to words of a command line and back.

use crate::{Answer, Oracle, Plan, Stage, Step};

/// The word for Cancel between other answers.
const CANCEL: &str = "@cancel";

/// The command that replays answers: `start`, the variant and the answers. Cancel at the end is left
/// out: every replay cancels the dialogs after the last answer.
pub fn command(start: &str, variant: &str, answers: &[Answer]) -> String {
    let last = answers.iter().rposition(|answer| answer.0.is_some());
    let words = answers[..last.map_or(0, |last| last + 1)].iter().map(word);
    let words: Vec<String> = words.map(|word| quoted(&word)).collect();
    let mut command = format!("{start} {variant}");
    // A word must not be read as an option.
    if words.iter().any(|word| word.starts_with('-')) {
        command.push_str(" --");
    }
    for word in words {
        command.push(' ');
        command.push_str(&word);
    }
    command
}

/// The same for a game of a plan: random numbers and steps are options. A scenario has a name.
pub(crate) fn of_plan(
    start: &str,
    plan: &Plan,
    steps: &[Step],
    variant: &str,
    answers: &[Answer],
) -> String {
    if plan.oracle == Oracle::Recorded {
        return format!("{start} --scenario {} {variant}", quoted(&plan.case));
    }
    let mut start = start.to_owned();
    if let Some(stage) = &plan.stage {
        if stage.seed != Stage::default().seed {
            start.push_str(&format!(" --seed {}", stage.seed));
        }
        for step in steps {
            start.push_str(&format!(" --step {}", quoted(&step.to_string())));
        }
    }
    command(&start, variant, answers)
}

/// One answer as a word: the text, and the think time in milliseconds after `@`. A text that holds
/// an `@` always has a think time after it.
pub fn word(answer: &Answer) -> String {
    let Answer(text, think) = answer;
    let Some(text) = text else {
        return CANCEL.to_owned();
    };
    if *think > 0 || text.contains('@') {
        format!("{text}@{think}")
    } else {
        text.clone()
    }
}

/// The answer that a word stands for.
pub fn read(word: &str) -> Answer {
    if word == CANCEL {
        return Answer::CANCEL;
    }
    let timed = word.rsplit_once('@').and_then(|(text, think)| {
        let digits = !think.is_empty() && think.bytes().all(|byte| byte.is_ascii_digit());
        let think = think.parse().ok().filter(|_| digits)?;
        Some(Answer(Some(text.to_owned()), think))
    });
    timed.unwrap_or_else(|| Answer::typed(word))
}

/// Whether a word holds an `@` that no think time follows. [`read`] takes such a word as text.
pub fn has_bad_think_time(word: &str) -> bool {
    word.contains('@') && read(word) == Answer::typed(word)
}

/// Quotes a word for a shell.
pub fn quoted(word: &str) -> String {
    let plain =
        |c: char| c.is_ascii_alphanumeric() || matches!(c, '@' | '-' | '+' | '_' | '.' | '/');
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    if word.chars().any(char::is_control) {
        let escaped: String = word
            .chars()
            .map(|c| match c {
                '\'' | '\\' => format!("\\{c}"),
                c if c.is_control() => format!("\\x{:02x}", c as u32),
                c => c.to_string(),
            })
            .collect();
        return format!("$'{escaped}'");
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_read_back_from_their_words() {
        for text in [
            "e2e4", "", "a@b", "@", "@5", "x@@7", "e2e4@", "\u{265e}", "5@0", "@cancel",
        ] {
            for think in [0, 1_500] {
                let answer = Answer(Some(text.to_owned()), think);
                assert_eq!(read(&word(&answer)), answer, "{text:?} {think}");
                assert!(!has_bad_think_time(&word(&answer)), "{text:?} {think}");
            }
        }
    }

    #[test]
    fn an_at_sign_without_a_number_after_it_is_a_bad_think_time() {
        for (word, is_bad) in [
            ("e2e3@abc", true),
            ("e2e3@", true),
            ("e2e3@-5", true),
            ("e2e3@5", false),
            ("e2e3", false),
        ] {
            assert_eq!(has_bad_think_time(word), is_bad, "{word}");
        }
    }

    #[test]
    fn a_shell_reads_the_words_of_a_command_back() {
        let answers = ["e2e4", "", "it's", "-1-1", "a\tb"].map(Answer::typed);
        assert_eq!(
            command("gen replay", "index_L1", &answers),
            r"gen replay index_L1 -- e2e4 '' 'it'\''s' -1-1 $'a\x09b'"
        );
        let cancelled = [Answer::CANCEL, Answer::typed("a"), Answer::CANCEL];
        assert_eq!(
            command("gen replay", "index_T", &cancelled),
            "gen replay index_T @cancel a"
        );
        assert_eq!(read("@cancel"), Answer::CANCEL);
        let timed = [Answer(Some("e2e4".into()), 900_000), Answer::CANCEL];
        assert_eq!(
            command("gen replay", "index_T", &timed),
            "gen replay index_T e2e4@900000"
        );
    }
}
