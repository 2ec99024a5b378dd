//! The search itself.

use std::cell::OnceCell;
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::slice;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use fastrand::Rng;
use rayon::prelude::*;

use super::edit::Edit;
use super::makers::{edits, without_comments};
use super::screen::{Fate, Screens};
use super::state::State;
use super::weigh::weight;
use crate::minify::{self, Setting};
use crate::parity::host::{HostError, Kind};
use crate::parity::{Answer, Effort, Options, Shard, Subject, Suite, VerifyError, verify};

/// So many candidates are tried between two looks at what has been found.
const CHUNK: u64 = 128;

/// How a search is to run.
#[derive(Debug, Clone, Copy)]
pub struct Course {
    /// It ends after so many candidates.
    pub candidates: u64,
    /// Whether pages of equal length count when brotli makes them smaller.
    pub even: bool,
    /// Where the proof of a saving is played.
    pub host: Kind,
    /// How much of each suite it is; not of perft, whose sequences are far more than all else.
    pub effort: Effort,
}

/// A change that makes the page shorter and that no game has told from the contract.
#[derive(Debug, Clone)]
pub struct Saving {
    /// The change, of the script that the saving before has left.
    pub edit: Edit,
    /// That script, its comments blank.
    pub script: String,
    /// Bytes of the page before.
    pub before: usize,
    /// Bytes of the page after.
    pub after: usize,
}

/// Why a search cannot begin or go on.
#[derive(Debug, thiserror::Error)]
pub enum GolfError {
    /// The variant itself is not right.
    #[error("{variant} cannot be golfed: {reason}; `gen verify {variant}` says more")]
    Wrong {
        /// The variant.
        variant: String,
        /// What it fails.
        reason: String,
    },
    /// The page of a candidate cannot be made.
    #[error(transparent)]
    Minify(#[from] minify::Error),
    /// The host of the proof does not work.
    #[error(transparent)]
    Proof(#[from] VerifyError),
}

/// A search on one variant.
pub struct Golfer {
    subject: Subject,
    setting: Setting,
    state: State,
    course: Course,
    screens: Screens,
    base: Base,
    seen: Mutex<HashSet<u64>>,
    /// Whether the first script has been seen to be right.
    sound: bool,
}

/// The script that is being changed.
struct Base {
    script: String,
    edits: Vec<Edit>,
    names: HashSet<String>,
    weight: usize,
    bytes: usize,
    brotli: usize,
}

impl Base {
    fn new(script: String, setting: &Setting) -> Result<Self, minify::Error> {
        let built = minify::minify(&script, setting)?;
        let names: HashSet<String> = built.names.iter().map(|name| name.name.clone()).collect();
        Ok(Self {
            edits: edits(&script)?,
            weight: weight(&script, &names).map_or(0, |(weight, _)| weight),
            bytes: built.page.len(),
            brotli: crate::measure::brotli_size(built.page.as_bytes()),
            names,
            script,
        })
    }
}

impl Golfer {
    /// Takes up a search where its state has left it.
    ///
    /// # Errors
    /// The script cannot be made into a page.
    pub fn new(
        subject: Subject,
        setting: Setting,
        state: State,
        course: Course,
    ) -> Result<Self, GolfError> {
        let mut script = without_comments(&state.source).map_err(minify::Error::from)?;
        let first = script.clone();
        let screens = Screens::new(&subject, first, state.seed, &state.killers, course.host);
        for saving in &state.savings {
            script = saving.apply(&script);
        }
        Ok(Self {
            base: Base::new(script, &setting)?,
            subject,
            setting,
            state,
            course,
            screens,
            seen: Mutex::default(),
            sound: false,
        })
    }

    /// Bytes of the page as it stands.
    pub const fn bytes(&self) -> usize {
        self.base.bytes
    }

    /// How many candidates are single edits; those after them are pairs of edits.
    pub fn singles(&self) -> usize {
        self.base.edits.len()
    }

    /// What is to be remembered.
    pub fn state(&mut self) -> &State {
        self.state.killers = self.screens.killers();
        &self.state
    }

    /// Tries candidates until something is saved, the course is done, or `stop` says so. Gives the
    /// saving, or `None` at the end.
    ///
    /// # Errors
    /// The variant's own script does not keep the contract, or the host does not work.
    pub fn step(
        &mut self,
        stop: &AtomicBool,
        progress: impl Fn(&State),
    ) -> Result<Option<Saving>, GolfError> {
        while self.state.candidates() < self.course.candidates && !stop.load(Ordering::Relaxed) {
            let before = self.state.clone();
            match self.chunk(stop) {
                Ok(Some(saving)) => return Ok(Some(saving)),
                // An interrupt reaches the browsers too: what it has broken off is tried again by
                // the next run.
                _ if stop.load(Ordering::Relaxed) => self.state = before,
                done => {
                    done?;
                    progress(&self.state);
                }
            }
        }
        Ok(None)
    }

    /// Tries the next candidates.
    fn chunk(&mut self, stop: &AtomicBool) -> Result<Option<Saving>, GolfError> {
        self.demand_soundness(stop)?;
        let count = CHUNK.min(self.course.candidates - self.state.candidates());
        let numbers = self.state.next..self.state.next + count;
        let fates: Vec<(Fate, Option<Edit>)> = numbers
            .into_par_iter()
            .filter(|_| !stop.load(Ordering::Relaxed))
            .map(|number| self.candidate(number, stop))
            .collect::<Result<_, HostError>>()
            .map_err(VerifyError::from)?;
        self.state.next += count;
        let mut saved = Vec::new();
        for (fate, edit) in fates {
            if fate == Fate::Saved {
                saved.extend(edit);
            } else {
                *self.state.fates.entry(fate).or_default() += 1;
            }
        }
        let known = self.screens.games();
        for edit in saved {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let saving = self.adopt(&edit, known, stop)?;
            if saving.is_some() {
                return Ok(saving);
            }
        }
        Ok(None)
    }

    /// Plays the script that the search began with, once.
    fn demand_soundness(&mut self, stop: &AtomicBool) -> Result<(), GolfError> {
        if self.sound {
            return Ok(());
        }
        let page = minify::minify(&self.state.source, &self.setting)?.page;
        let flaw = self.screens.flaw(&page, stop);
        match flaw.map_err(VerifyError::from)? {
            Some(game) => Err(GolfError::Wrong {
                variant: self.subject.name.clone(),
                reason: format!("it fails the game \"{game}\""),
            }),
            None => {
                self.sound = true;
                Ok(())
            }
        }
    }

    /// The candidate of a number: first each edit by itself, then pairs by chance.
    fn candidate(&self, number: u64, stop: &AtomicBool) -> Result<(Fate, Option<Edit>), HostError> {
        let edits = &self.base.edits;
        let edit = match usize::try_from(number)
            .ok()
            .and_then(|number| edits.get(number))
        {
            Some(edit) => Some(edit.clone()),
            None => {
                let mut chance = Rng::with_seed(self.state.seed << 40 ^ number);
                let mut any = || &edits[chance.usize(..edits.len())];
                any().with(any())
            }
        };
        let fate = match &edit {
            Some(edit) => self.judge(edit, stop)?,
            None => Fate::Malformed,
        };
        Ok((fate, edit))
    }

    fn judge(&self, edit: &Edit, stop: &AtomicBool) -> Result<Fate, HostError> {
        let script = edit.apply(&self.base.script);
        let Some((weight, code)) = weight(&script, &self.base.names) else {
            return Ok(Fate::Malformed);
        };
        let even = self.course.even && weight == self.base.weight;
        if weight >= self.base.weight && !even {
            return Ok(Fate::Heavy);
        }
        let mut hasher = DefaultHasher::new();
        code.hash(&mut hasher);
        let fresh = self
            .seen
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(hasher.finish());
        if !fresh {
            return Ok(Fate::Known);
        }
        let shorter = OnceCell::new();
        let page = || shorter.get_or_init(|| self.shorter(&script)).clone();
        // Of scripts of equal weight most are no better, and few fail: the other way round.
        if even && page().is_none() {
            return Ok(Fate::NotShorter);
        }
        let fate = self.screens.judge(&code, page, stop)?;
        Ok(fate.unwrap_or(Fate::Saved))
    }

    /// The page of a script if it is shorter, or with [`Course::even`] at least lighter to send.
    fn shorter(&self, script: &str) -> Option<String> {
        let draft = minify::Draft::of(script, &self.setting).ok()?;
        let (bytes, base) = (draft.bytes(), &self.base);
        if bytes > base.bytes || bytes == base.bytes && !self.course.even {
            return None;
        }
        let page = draft.finish(&self.setting).ok()?.page;
        let lighter = || crate::measure::brotli_size(page.as_bytes()) < base.brotli;
        (bytes < base.bytes || lighter()).then_some(page)
    }

    /// Puts a saving to the games that are new since there were `known` ones, and to the proof;
    /// goes on from it if it stands, else remembers what killed it.
    fn adopt(
        &mut self,
        edit: &Edit,
        known: usize,
        stop: &AtomicBool,
    ) -> Result<Option<Saving>, GolfError> {
        let script = edit.apply(&self.base.script);
        let next = Base::new(script, &self.setting)?;
        let page = minify::minify(&next.script, &self.setting)?.page;
        let killed = self.screens.fails_since(known, &page, stop);
        if killed.map_err(VerifyError::from)? {
            *self.state.fates.entry(Fate::FailedAgain).or_default() += 1;
            return Ok(None);
        }
        if let Some(answers) = self.counterexample(page)? {
            self.screens.remember(&answers);
            *self.state.fates.entry(Fate::FailedProof).or_default() += 1;
            return Ok(None);
        }
        *self.state.fates.entry(Fate::Saved).or_default() += 1;
        let before = std::mem::replace(&mut self.base, next);
        self.state.savings.push(edit.clone());
        self.state.next = 0;
        Ok(Some(Saving {
            edit: edit.clone(),
            script: before.script,
            before: before.bytes,
            after: self.base.bytes,
        }))
    }

    /// The answers of a game by which the parity proof tells a page from the contract.
    fn counterexample(&self, page: String) -> Result<Option<Vec<Answer>>, GolfError> {
        let subject = Subject {
            page,
            readable: String::new(),
            ..self.subject.clone()
        };
        // Perft's sequences are far more than all else; the mirror needs a readable page.
        let mut most = Suite::ALL.to_vec();
        most.retain(|suite| !matches!(suite, Suite::Perft | Suite::Mirror));
        for (suites, effort) in [
            (most, self.course.effort),
            (vec![Suite::Perft], Effort::Usual),
        ] {
            let options = Options {
                suites,
                effort,
                seed: self.state.seed,
                host: self.course.host,
                shard: Shard::WHOLE,
                workers: self.course.host.workers(),
                fail_fast: true,
            };
            let verdict = verify(slice::from_ref(&subject), &options, &|_| {})?;
            if let Some(finding) = verdict.findings().next() {
                return Ok(Some(finding.answers.clone()));
            }
        }
        Ok(None)
    }
}
