use std::sync::Arc;

use super::super::tab::{Limits, TabEvent};
use super::*;
use crate::{Expected, Player, Press};

/// A tab that shows nothing, and keeps the limits of its calls.
#[derive(Default)]
struct Idle(Vec<Duration>);

impl Tab for Idle {
    fn limits(&self) -> Limits {
        Limits {
            batch: Duration::ZERO,
            single: Duration::from_millis(300),
            call: Duration::from_secs(3),
            dialogs: 1,
            stops_scripts: true,
        }
    }

    fn evaluate(&mut self, _call: &str, limit: Duration) -> Result<Option<String>, HostError> {
        self.0.push(limit);
        Ok(Some("[]".to_owned()))
    }

    fn load(&mut self, _page: &str) -> Result<(), HostError> {
        Ok(())
    }

    fn next_event(&mut self, _limit: Duration) -> Result<Option<TabEvent>, HostError> {
        Ok(None)
    }

    fn answer(&mut self, _dialog: &Dialog, _text: Option<&str>) -> Result<(), HostError> {
        Ok(())
    }

    fn press(&mut self, _x: f64, _y: f64, _hold: Duration) -> Result<(), HostError> {
        Ok(())
    }

    fn unload(&mut self, _is_idle: bool) -> Result<(), HostError> {
        Ok(())
    }
}

/// A page of which each answer presses one cell.
#[derive(Debug)]
struct OnePress;

impl Reference for OnePress {
    fn play(&self, answers: &[Answer]) -> Expected {
        Expected {
            answers: answers.to_vec(),
            dialogs: Vec::new(),
        }
    }

    fn cells(&self, answers: &[Answer]) -> Option<Cells> {
        let press = Press { cell: 12, hold: 0 };
        Some(Cells {
            rows: 8,
            look: false,
            presses: vec![vec![press]; answers.len()],
        })
    }
}

/// A player that gives these numbers of answers in its turns, each after a time.
#[derive(Clone, Debug)]
struct InTurns(Vec<(usize, u64)>);

impl Player for InTurns {
    fn start(&self) -> Box<dyn Turns> {
        Box::new(self.clone())
    }
}

impl Turns for InTurns {
    fn next(&mut self, _shown: &[Dialog]) -> Vec<Answer> {
        let (count, time) = self.0.pop().unwrap_or_default();
        vec![Answer(Some(String::new()), time); count]
    }
}

#[test]
fn the_time_of_a_turn_grows_with_its_presses_and_the_ticks_of_a_clock() {
    let mut tab = Idle::default();
    let plan = Plan::new(&OnePress, "rules", "turns", &[]);
    // The last one is the first turn: a whole game.
    let plan = plan.with_player(Arc::new(InTurns(vec![(1, 90_000), (600, 0)])));
    improvise(&mut tab, "", &plan, &OnePress).expect("a game");
    let seconds: Vec<f64> = tab.0.iter().map(Duration::as_secs_f64).collect();
    assert_eq!(seconds, [13.0, 13.0 + 180.0, 13.0 + 27.3]);
}
