//! Games of a script in a browser, before the script becomes a page.

use std::sync::atomic::{AtomicBool, Ordering};

use super::games::Games;
use crate::host::{Host, HostError, LoggedGame};
use crate::{Oracle, Transcript};

/// The number of games of the first call that screens a script; each further call has twice as many.
const FIRST_CALL: usize = 3;

impl Games {
    /// The first of some games that a script fails in the host, which is faster than this process
    /// from the second game on. `None` if it fails none, or if the host cannot tell quickly.
    pub(super) fn screen(
        &self,
        script: &str,
        games: &[usize],
        stop: &AtomicBool,
    ) -> Result<Option<usize>, HostError> {
        let fixed = |at: &&usize| self.games[**at].plan.oracle != Oracle::PageChooses;
        let games: Vec<usize> = games.iter().filter(fixed).copied().collect();
        self.hosts.with(stop, |host| {
            let (mut left, mut count) = (&games[..], FIRST_CALL);
            while !left.is_empty() && !stop.load(Ordering::Relaxed) {
                let (some, rest) = left.split_at(count.min(left.len()));
                if let Some(at) = self.other_log(host, script, some)? {
                    // Global variables of the games before it may be the reason.
                    let again = self.other_log(host, script, &[at])?;
                    return Ok(again);
                }
                (left, count) = (rest, count * 2);
            }
            Ok(None)
        })
    }

    /// The first of some games in which a script writes another log, if its dialogs differ too.
    fn other_log(
        &self,
        host: &mut dyn Host,
        script: &str,
        games: &[usize],
    ) -> Result<Option<usize>, HostError> {
        let logged = |&at: &usize| LoggedGame {
            answers: &self.games[at].plan.answers,
            pace: self.games[at].plan.pace,
            log: &self.usual(at).log,
        };
        let logged: Vec<LoggedGame<'_>> = games.iter().map(logged).collect();
        let Some((index, log)) = host.first_difference(script, &logged)? else {
            return Ok(None);
        };
        let at = games[index];
        let is_prefix = self.usual(at).log.starts_with(&log);
        let shown =
            Transcript::from_log(&log, None, false).canonical(self.subject.reference.as_ref());
        let expected = self.games[at].plan.expected.get(..log.len());
        let differs = is_prefix || expected != Some(&shown.dialogs[..]);
        Ok(differs.then_some(at))
    }
}
