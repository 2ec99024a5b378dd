//! A duel: a page with the flag A plays against another page, an engine or random moves.

use std::mem;
use std::sync::{Arc, Mutex};

use anyhow::Result;
use golfchess::contract::Contract;
use golfchess::output::{Report, help, progress};
use golfchess::project::{Environment, Project, page_of, replay_command};
use golfchess::stop;
use golfchess_pages::catalog::Variant;
use golfchess_pages::files;
use golfchess_parity::host::Kind;
use golfchess_rules::{Draws, MoveRules, Profile};

use crate::args::{Args, LONGEST_TEST};
use crate::game::Played;
use crate::openings::Openings;
use crate::page::PageSide;
use crate::positions::{self, Moves};
use crate::report::Duel;
use crate::side::Side;
use crate::table::Table;
use crate::uci::EngineSide;
use crate::workers::locked;

/// Plays the games or moves in the positions, and prints the result.
pub fn run(env: &Environment, args: &Args) -> Result<Report> {
    let text = match args.positions {
        Some(count) => moves(env, args, count)?.export(args.format)?,
        None => games(env, args)?.export(args.format)?,
    };
    Ok(Report::good(text))
}

/// Lets the page move in some positions.
pub fn moves(env: &Environment, args: &Args, count: usize) -> Result<Moves> {
    let project = open(env)?;
    let variant = project.catalog.variant(&args.variant)?;
    let rules = rules(variant)?;
    positions::run(args, &page(&project, args, variant)?, rules, count)
}

/// The catalog, whose pages are chess pages.
fn open(env: &Environment) -> Result<Project> {
    let project = env.project()?;
    project.chess("cargo duel")?;
    Ok(project)
}

/// Plays the games.
pub fn games(env: &Environment, args: &Args) -> Result<Duel> {
    let project = open(env)?;
    let variant = project.catalog.variant(&args.variant)?;
    let rules = rules(variant)?;
    let side = page(&project, args, variant)?;
    let sides = [side, opponent(&project, args, variant)?];
    if sides.iter().all(Side::is_black) {
        return Err(help::error(
            format!("{} and {} both play Black only", sides[0], sides[1]),
            "name another side that is no page with C",
        ));
    }
    // An engine that is missing is an error before the first game.
    drop(sides[1].open()?);
    let openings = Openings::read(args.openings.as_deref(), args.plies, rules, args.seed)?;
    let most = match args.sprt {
        None => args.games.unwrap_or(100),
        Some(_) => args.games.unwrap_or(LONGEST_TEST),
    };
    let pairs = most.div_ceil(2);
    let bar = progress(
        "{msg} {bar:30} {pos}/{len} games {elapsed}",
        Some(2 * pairs),
    )?;
    let so_far = Arc::new(Mutex::new(Vec::new()));
    let names = [sides[0].to_string(), sides[1].to_string()];
    stop::report({
        let (so_far, names, pgn) = (Arc::clone(&so_far), names.clone(), args.pgn.clone());
        let (seed, sprt, format) = (args.seed, args.sprt, args.format);
        move |writes| {
            let played: Vec<Played> = mem::take(&mut *locked(&so_far));
            let report = || -> Result<String> {
                if let Some(file) = pgn {
                    writes.write(&file, pgn_of(&played, &names)?)?;
                }
                Duel::of(names, seed, &played, sprt).export(format)
            };
            stop::stopped(report().map(Report::good))
        }
    });
    let table = Table {
        args,
        so_far: &so_far,
        sides: &sides,
        openings: &openings,
        rules,
        pairs,
        bar: &bar,
    };
    let played = table.play_all()?;
    bar.finish_and_clear();
    if let Some(file) = &args.pgn {
        files::write(file, pgn_of(&played, &names)?)?;
    }
    Ok(Duel::of(names, args.seed, &played, args.sprt))
}

/// The games as PGN.
fn pgn_of(played: &[Played], names: &[String; 2]) -> Result<String> {
    let games = played.iter().zip(1..);
    let games = games.map(|(game, round)| game.pgn(round, [&names[0], &names[1]]));
    Ok(games.collect::<Result<Vec<_>>>()?.join("\n"))
}

/// The rules of the games: the moves of the page, and draws by themselves, so that every game ends.
fn rules(variant: &Variant) -> Result<Profile> {
    let moves = Contract::new(&variant.flags)?.rules.moves;
    Ok(Profile {
        moves,
        clock_seconds: None,
        increment_seconds: 0,
        draws: Draws {
            fifty_moves: true,
            seventy_five_moves: false,
            threefold: true,
            fivefold: false,
            dead_position: true,
            walls: false,
        },
        win_needs_mate: false,
    })
}

/// A page as a side.
fn page(project: &Project, args: &Args, variant: &Variant) -> Result<Side> {
    let name = &variant.name;
    if !variant.flags.has('A') {
        return Err(help::error(
            format!("{name} does not move by itself: it has no flag A"),
            "name a variant with A, such as index_TMP_D_S_AB",
        ));
    }
    let show = Contract::new(&variant.flags)?.show;
    if show.board && args.host == Kind::Embedded {
        return Err(help::error(
            format!("{name} has a board in its document, and the embedded engine has no document"),
            "use --host chrome, firefox or webkit",
        ));
    }
    Ok(Side::Page(PageSide {
        name: name.clone(),
        page: page_of(project, args.pages.as_deref(), variant)?,
        show,
        replay: replay_command(project, args.host, args.pages.as_deref()),
        host: args.host,
    }))
}

/// The other side.
fn opponent(project: &Project, args: &Args, first: &Variant) -> Result<Side> {
    let who = args.against.as_str();
    if who == "random" {
        return Ok(Side::Random);
    }
    let stem = format!("{}_", project.catalog.manifest().naming.stem);
    let own = rules(first)?.moves;
    if who.starts_with(&stem) {
        let variant = project.catalog.variant(who)?;
        if rules(variant)?.moves != own {
            return Err(help::error(
                format!("{} and {} have different moves", first.name, variant.name),
                "name two variants with the same flags M and P",
            ));
        }
        return page(project, args, variant);
    }
    let all = MoveRules {
        special_moves: true,
        promotion_choice: true,
        chess960: false,
    };
    if own != all {
        return Err(help::error(
            format!("{} does not know all moves of an engine", first.name),
            "name a variant with M and P, such as index_TMP_D_S_AB",
        ));
    }
    Ok(Side::Engine(EngineSide::new(
        who,
        &args.uci_option,
        &args.go,
    )?))
}
