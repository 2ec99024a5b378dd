//! `gen play`: the referee in a terminal, text for text what a page shows.

use anyhow::{Context, bail};
use golfchess::rules::{Game, Profile, Show};
use std::io::{self, BufRead, Write};
use std::process::ExitCode;
use std::time::Instant;

/// Play a variant in the terminal, text for text as its page shows it.
///
/// Each line of input answers one prompt; the end of the input cancels it.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The variant, by the name of its file without `.html`.
    #[arg(default_value = "index_TMP_D_SU")]
    variant: String,
}

/// Plays until the game ends or is cancelled; exit code 2 says what is wrong with the name.
pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    let (profile, show) = match variant(&args.variant) {
        Ok(variant) => variant,
        Err(error) => {
            let _ = writeln!(io::stderr(), "error: {error:#}"); // no panic without stderr
            return Ok(ExitCode::from(2));
        }
    };
    let played = referee(
        Game::new(profile),
        show,
        &mut io::stdin().lock(),
        &mut io::stdout().lock(),
    );
    match played {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(ExitCode::SUCCESS), // whoever closed the pipe has seen enough
    }
}

fn referee(
    mut game: Game,
    show: Show,
    input: &mut impl BufRead,
    output: &mut impl Write,
) -> io::Result<()> {
    while game.is_open() {
        writeln!(output, "{}", game.prompt_text(show))?;
        output.flush()?;
        let opened = Instant::now();
        let typed = read_line(input)?;
        game.answer(typed.as_deref(), opened.elapsed());
    }
    if let Some(code) = game.announcement(show) {
        writeln!(output, "{code}")?;
    }
    output.flush()
}

/// A line without its end; `None` at the end of the input. What is not UTF-8 is no legal move.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    if input.read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    let line = line.strip_suffix(b"\n").unwrap_or(&line);
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    Ok(Some(String::from_utf8_lossy(line).into_owned()))
}

/// The rules and the show flags of a file name: `index[_RULES][_D][_SHOW]`, or `index_L1`.
fn variant(name: &str) -> anyhow::Result<(Profile, Show)> {
    let read = || {
        let parts = name
            .strip_suffix(".html")
            .unwrap_or(name)
            .strip_prefix("index_")
            .context("it does not start with index_")?;
        let mut parts = parts.split('_').peekable();
        let mut rules = String::new();
        let is_rules = |part: &&str| !part.is_empty() && part.chars().all(|c| "TMP".contains(c));
        if let Some(part) = parts.next_if(is_rules) {
            rules.push_str(part);
        }
        rules.extend(parts.next_if_eq(&"D"));
        let show = match parts.next() {
            None if !rules.is_empty() => "",
            Some("L1") if rules.is_empty() => "",
            Some(show @ ("S" | "U" | "SU")) => show,
            Some(other) => bail!("{other:?} is not one of the parts that may stand there"),
            None => bail!("the variant without flags is index_L1"),
        };
        if let Some(rest) = parts.next() {
            bail!("{rest:?} comes after the end");
        }
        let show = Show {
            result: show.contains('S'),
            fullwidth: show.contains('U'),
        };
        Ok((rules.parse::<Profile>()?, show))
    };
    read().with_context(|| {
        format!(
            "{name:?} is not a variant: a name is index_L1, or index_ and the rules of TMP, D and \
             the shows of SU with _ between them, such as index_TM_U or index_TMP_D_SU"
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_36_names() {
        let mut variants = std::collections::HashSet::new();
        for rules in ["", "T", "M", "P", "TM", "TP", "MP", "TMP", "TMP_D"] {
            for show in ["", "S", "U", "SU"] {
                let parts: Vec<&str> = [rules, show]
                    .into_iter()
                    .filter(|part| !part.is_empty())
                    .collect();
                let name = match parts[..] {
                    [] => "index_L1".to_owned(),
                    _ => format!("index_{}", parts.join("_")),
                };
                let variant = variant(&name).unwrap();
                assert_eq!(variant.0, rules.replace('_', "").parse().unwrap(), "{name}");
                assert_eq!(variant.1.result, show.contains('S'), "{name}");
                assert_eq!(variant.1.fullwidth, show.contains('U'), "{name}");
                variants.insert(variant);
            }
        }
        assert_eq!(variants.len(), 36);
    }

    #[test]
    fn other_names_are_refused() {
        for name in [
            "",
            "index",
            "index_",
            "index__S",
            "index_TD",
            "index_D",
            "index_MT",
            "index_TMPD",
            "index_TMP_D_US",
            "index_TMP_SU_D",
            "index_L1_S",
            "index_TM_L1",
            "index_S_U",
            "Index_TMP",
            "index_TMP_",
            "index_T_M",
        ] {
            assert!(variant(name).is_err(), "{name}");
        }
    }
}
