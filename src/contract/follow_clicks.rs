//! Follows the choices of a page with C: with A it plays Black's moves.

use golfchess_parity::{
    Answer, Dialog, Difference, Effect, Ending, Mode, Plan, Transcript, Wanted,
};
use golfchess_rules::{Color, Move};

use super::follow::nothing_worse;
use super::{ClickReferee, Contract, board, clicks_of};

/// Judges a game in which the page had choices, or in which time was real. Each reading must be that of
/// a game which the page may have played.
pub(super) fn judge(contract: &Contract, plan: &Plan, shown: &Transcript) -> Option<Difference> {
    let is_real = plan.mode == Mode::RealDialogs;
    let Some(contract) = contract.opened(&plan.answers) else {
        return nothing_worse(shown);
    };
    let mut follower = Follower::new(&contract, is_real);
    let mut at = 0;
    let mut play = || {
        follower.first(&shown.dialogs, &mut at)?;
        let mut answers = plan.answers.iter();
        answers.try_for_each(|answer| follower.answer(answer, &shown.dialogs, &mut at))
    };
    let wanted = match play() {
        Err(wanted) => wanted,
        Ok(()) if shown.dialogs.len() == at && shown.ending == Ending::Quiet => return None,
        Ok(()) => Wanted::Nothing,
    };
    Some(Difference::new(at, wanted, shown))
}

/// Follows what a page shows.
#[derive(Clone, Debug)]
pub(crate) struct Follower {
    contract: Contract,
    /// The games that the page may be playing. They differ in the square from which the next click may
    /// move: the contract leaves open whether the page's own move counts as clicks.
    games: Vec<ClickReferee>,
    /// Whether time is real, so that only the clocks tell how much has passed.
    is_real: bool,
}

/// The most seconds that may pass between two readings where time is real.
const MOST_SECONDS: u64 = 30;

impl Follower {
    /// A follower of a new game.
    pub fn new(contract: &Contract, is_real: bool) -> Self {
        Self {
            contract: *contract,
            games: vec![ClickReferee::of(contract)],
            is_real,
        }
    }

    /// A game that the page may be playing.
    pub fn game(&self) -> Option<&ClickReferee> {
        self.games.first()
    }

    /// Follows what the page shows first: the reading `at`, which is counted up.
    ///
    /// # Errors
    /// What must be shown instead.
    pub fn first(&mut self, shown: &[Dialog], at: &mut usize) -> Result<(), Wanted> {
        self.contract = self
            .contract
            .drawn(shown.get(*at).map(|first| first.parts().1))?;
        self.games = vec![ClickReferee::of(&self.contract)];
        self.pass(0, shown.get(*at));
        self.compare(shown, at)
    }

    /// Follows an answer from the reading `at` on, which is counted up.
    ///
    /// # Errors
    /// What must be shown instead.
    pub fn answer(
        &mut self,
        answer: &Answer,
        shown: &[Dialog],
        at: &mut usize,
    ) -> Result<(), Wanted> {
        if answer.address().is_some() {
            return Ok(());
        }
        if answer.1 > 0 {
            self.pass(answer.1, shown.get(*at));
            self.compare(shown, at)?;
        }
        for click in clicks_of(answer.0.as_deref().unwrap_or_default()) {
            self.pass(click.hold, shown.get(*at));
            let clicked = |mut game: ClickReferee| {
                game.click(click.square);
                game
            };
            let games = self.games.drain(..).map(clicked).flat_map(chosen);
            self.games = games.collect();
            if self.is_real {
                self.pass(0, shown.get(*at));
            }
            self.compare(shown, at)?;
        }
        Ok(())
    }

    /// Lets time pass in all games: so much, or where time is real any whole seconds that the next
    /// reading allows.
    fn pass(&mut self, time: u64, next: Option<&Dialog>) {
        let games = std::mem::take(&mut self.games).into_iter();
        self.games = match (self.is_real, self.contract.rules.clock_seconds) {
            (true, Some(_)) => games.flat_map(|game| seconds(game, next)).collect(),
            _ => games.flat_map(|game| passed(game, time)).collect(),
        };
    }

    /// Keeps the games that the next reading shows.
    fn compare(&mut self, shown: &[Dialog], at: &mut usize) -> Result<(), Wanted> {
        let text = match shown.get(*at) {
            Some(Dialog::Effect(Effect::Cells, text)) => Some(board::without_time(text)),
            _ => None,
        };
        let show = self.contract.show;
        let agrees = |game: &&ClickReferee| {
            text.as_ref().is_some_and(|(text, time)| {
                board::agrees(&game.text(show), text)
                    && time.is_none_or(|time| is_on_time(game, time))
            })
        };
        let agreeing: Vec<ClickReferee> = self.games.iter().filter(agrees).cloned().collect();
        if agreeing.is_empty() {
            return Err(self.wanted());
        }
        self.games.clear();
        for game in agreeing {
            // Games that continue in the same way are one.
            if !self.games.iter().any(|other| other.continues_like(&game)) {
                self.games.push(game);
            }
        }
        *at += 1;
        Ok(())
    }

    /// What the page may show, in words.
    fn wanted(&self) -> Wanted {
        let texts = self.games.iter().map(|game| game.text(self.contract.show));
        let mut texts: Vec<String> = texts.collect();
        texts.dedup();
        if let [text] = &texts[..] {
            return Wanted::Dialog(Dialog::Effect(Effect::Cells, text.clone()));
        }
        let moves = self.games.iter().filter_map(|game| game.moves().last());
        let mut moves: Vec<String> = moves.map(Move::to_string).collect();
        moves.dedup();
        let moves = moves.join(" ");
        let now = texts.first().map_or("", String::as_str);
        Wanted::Choice(format!(
            "what follows one of the moves {moves}, such as\n{now}"
        ))
    }
}

/// A game after each number of seconds that the clocks of the next reading allow.
fn seconds(game: ClickReferee, next: Option<&Dialog>) -> Vec<ClickReferee> {
    let mut all = Vec::new();
    let mut now = vec![game];
    for _ in 0..MOST_SECONDS {
        now.retain(|game| may_have_passed(game, next));
        all.extend(now.iter().cloned());
        now = now
            .into_iter()
            .flat_map(|game| passed(game, 1_000))
            .collect();
    }
    all
}

/// Whether neither clock has less time than the next reading shows, before a move adds its increment.
fn may_have_passed(game: &ClickReferee, next: Option<&Dialog>) -> bool {
    let (Some(Dialog::Effect(Effect::Cells, text)), Some(clocks)) = (next, game.clocks()) else {
        return false;
    };
    let words = text.lines().next().unwrap_or_default().split(',').skip(1);
    let shown: Vec<u64> = words.filter_map(|word| word.parse().ok()).collect();
    let left = Color::ALL.map(|color| clocks.seconds(color));
    let more = game.profile().increment_seconds;
    let mut pairs = left.iter().zip(&shown);
    shown.len() == 2 && pairs.all(|(left, shown)| left + more >= *shown)
}

/// Whether the clocks of an open game show the real time since loading, give or take two seconds: a page
/// starts its clock when it has loaded, and a reading may be late.
fn is_on_time(game: &ClickReferee, time: u64) -> bool {
    const TOLERANCE: u64 = 2;
    let (Some(clocks), None) = (game.clocks(), game.outcome()) else {
        return true;
    };
    let first = game.profile().clock_seconds.unwrap_or_default();
    let added = game.moves().len() as u64 * game.profile().increment_seconds;
    let left: u64 = Color::ALL.map(|color| clocks.seconds(color)).iter().sum();
    (2 * first + added - left).abs_diff(time / 1_000) <= TOLERANCE
}

/// The games after a time: several if the page moves in it.
fn passed(mut game: ClickReferee, time: u64) -> Vec<ClickReferee> {
    let left = game.pass(time);
    let mut games = chosen(game);
    for game in &mut games {
        game.pass(left);
    }
    games
}

/// The game, or those after each move that the page may choose now.
fn chosen(game: ClickReferee) -> Vec<ClickReferee> {
    if !game.must_choose() {
        return vec![game];
    }
    let choices = game.choices().into_iter();
    choices.flat_map(|mv| game.chosen(mv)).collect()
}

#[cfg(test)]
#[path = "follow_clicks_tests.rs"]
mod tests;
