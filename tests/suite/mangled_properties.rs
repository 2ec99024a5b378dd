//! `gen minify --mangle-props`: short names of properties, and files whose properties must keep theirs.

use golfchess_script::{PropertyRules, shorten_properties};
use serde_json::Value;

use crate::generated::lines;
use crate::support::file::{folder, minify, write};
use crate::support::recorder::shown;
use crate::support::traps::Trap;
use crate::support::{generator, variable};

const GAME: &str = "\
class Ball {
  constructor(speed) { this.velocity = speed; this.bounces = 0; }
  moveOn() { this.bounces += this.velocity; return this; }
}
var game = { balls: [new Ball(3), new Ball(5)], lives: 3 };
game.balls.forEach(ball => ball.moveOn());
game.lives -= 1;
alert(game.lives + game.balls.map(ball => ball.moveOn().bounces).join());
";

/// It shows the names of its properties, but not where they are defined.
const DUMP: &str = "\
var state = read({ tally: 1, lives: 2 });
function read(object) { return [object]; }
state[0].tally++;
for (var key in state[0]) console.log(key, state[0][key], state[0].lives);
";

#[test]
fn properties_that_only_the_script_uses_get_short_names() {
    let workspace = folder();
    write(&workspace, "game.js", GAME);
    let words = "game.js --wrapper none --mangle-props";
    for metric in ["bytes", "chars", "gzip", "brotli", "zip"] {
        let small = minify(&workspace, &format!("{words} --metric {metric}"));
        assert!(
            small.err.contains("note: 5 short names of properties"),
            "{small:?}"
        );
        let script = small.good();
        assert_eq!(shown(&script), shown(GAME), "{script}");
        for name in ["velocity", "bounces", "moveOn", "balls", "lives"] {
            assert!(!script.contains(name), "{script}");
        }
    }
    let made = minify(&workspace, &format!("{words} --format json")).good();
    let made: Value = serde_json::from_str(&made).expect("JSON");
    let properties = &made["properties"];
    assert_eq!(properties["renamed"], 5, "{made}");
    assert_eq!(properties["names"][0]["name"], "balls", "{made}");
    assert_eq!(properties["names"][0]["uses"], 3, "{made}");
    assert_eq!(properties["kept"], Value::Null, "{made}");
    assert_eq!(made["compared"]["host"], "embedded", "{made}");

    let kept = minify(
        &workspace,
        &format!("{words} --keep-props balls,lives --keep-props moveOn"),
    );
    let script = kept.good();
    for name in ["moveOn", "balls", "lives"] {
        assert!(script.contains(name), "{script}");
    }
    assert!(!script.contains("velocity"), "{script}");
    let alone = minify(&workspace, "game.js --keep-props balls");
    assert_eq!(alone.code, 2, "{alone:?}");
}

#[test]
fn a_file_that_shows_the_names_of_its_properties_keeps_them() {
    let workspace = folder();
    write(&workspace, "dump.js", DUMP);
    let plain = minify(&workspace, "dump.js --wrapper none").good();
    let kept = minify(&workspace, "dump.js --wrapper none --mangle-props");
    let note =
        "note: properties keep their names: the file shows something else without their names";
    assert!(kept.err.contains(note), "{kept:?}");
    assert_eq!(kept.good(), plain);
    let unchecked = minify(
        &workspace,
        "dump.js --wrapper none --mangle-props --no-check",
    )
    .good();
    assert_ne!(shown(&unchecked), shown(DUMP), "{unchecked}");
    let made = minify(&workspace, "dump.js --mangle-props --format json").good();
    let made: Value = serde_json::from_str(&made).expect("JSON");
    assert_eq!(made["properties"]["renamed"], 0, "{made}");
    assert!(made["properties"]["kept"].is_string(), "{made}");
}

#[test]
fn the_reason_is_said_why_properties_keep_their_names() {
    let workspace = folder();
    for (file, text, reason) in [
        (
            "a.js",
            "alert(1)",
            "the scripts define none that only they use",
        ),
        (
            "b.js",
            "var p={tally:1};\nalert((0,eval)(prompt()),p.tally)",
            "b.js:2: this may run a text that uses properties by their names",
        ),
        (
            "c.html",
            "<script src=//a.invalid/a.js></script>\n<script>p={tally:1};alert(p.tally)</script>",
            "the script in a file that line 1 names may use them",
        ),
    ] {
        write(&workspace, file, text);
        let kept = minify(&workspace, &format!("{file} --mangle-props"));
        assert!(
            kept.err.contains(&format!("keep their names: {reason}")),
            "{kept:?}"
        );
        kept.good();
    }
    for (file, text, note) in [
        (
            "d.js",
            "p={tally:1};alert(p.tally,JSON.parse('1'))",
            "objects of texts",
        ),
        (
            "e.js",
            "p={tally:1};try{exports.q=p.tally}catch(e){}",
            "`exports` belongs to other code",
        ),
    ] {
        write(&workspace, file, text);
        let noted = minify(&workspace, &format!("{file} --mangle-props"));
        assert!(noted.err.contains(note), "{noted:?}");
        assert!(!noted.good().contains("tally"));
    }
}

#[test]
fn the_scripts_of_a_page_share_the_short_names() {
    let workspace = folder();
    let page = "\
<p id=board data-best-score=3></p><button onclick=game.restart()>b</button>\
<script>var game={tally:0,restart(){this.tally=0},paint(){board.title=this.tally+board.dataset.bestScore}}</script>\
<script>game.bestScore=2;game.tally+=5;game.paint();alert(game.tally+board.title)</script>";
    write(&workspace, "page.html", page);
    let small = minify(&workspace, "page.html --mangle-props --keep-html");
    assert!(
        small.err.contains("note: 1 short name of properties"),
        "{small:?}"
    );
    let result = small.good();
    let letter = result
        .split("game={")
        .nth(1)
        .and_then(|rest| rest.split(':').next());
    let letter = letter.expect("a short name");
    assert_eq!(letter.len(), 1, "{result}");
    assert!(result.contains(&format!("game.{letter}+=5")), "{result}");
    for name in [
        "restart(",
        "game.bestScore=2",
        "dataset.bestScore",
        "paint(",
    ] {
        assert!(result.contains(name), "{result}");
    }
    write(
        &workspace,
        "svg.html",
        "<svg onload='p={tally:1};alert(p.tally)'>",
    );
    let handler = minify(&workspace, "svg.html --mangle-props").good();
    assert!(!handler.contains("tally"), "{handler}");
}

#[test]
fn small_programs_show_the_same_with_short_properties() {
    let (mut different, mut renamed) = (Vec::new(), 0);
    let programs = Trap::all("scripts/");
    for program in programs.iter().filter(|program| !program.is_typed()) {
        let options = [
            "--wrapper",
            "none",
            "--mangle-props",
            "--no-check",
            "--format",
            "json",
        ];
        let Ok(result) = program.minified(&options) else {
            continue;
        };
        let made: Value = serde_json::from_str(&result).expect("JSON");
        let count = made["properties"]["renamed"].as_u64().expect("a number");
        renamed += usize::from(count > 0);
        let script = made["page"].as_str().expect("a script");
        let shows = |script: &str| shown(&program.driven(script));
        if count > 0 && shows(script) != shows(&program.text()) {
            different.push(program.file.clone());
        }
    }
    assert_eq!(different, [""; 0]);
    assert!(renamed > 5, "{renamed}");
}

/// Random scripts whose properties have names that no browser knows. Their texts do not show the names.
#[test]
fn random_scripts_show_the_same_with_short_properties() {
    let first = variable("GENERATED_SEED", 1);
    let mut renamed = 0;
    for seed in first..first + variable("GENERATED", 300) {
        let mut script = generator::script(seed);
        for (from, to) in [
            ("size", "extent"),
            ("next", "follower"),
            ("JSON.stringify", "String"),
        ] {
            script = script.replace(from, to);
        }
        let none = Default::default();
        let rules = PropertyRules {
            keep: &none,
            other: &none,
            sample: "",
        };
        let short = shorten_properties(&[&script], rules).expect(&script);
        renamed += usize::from(!short.names.is_empty());
        // Objects are shown with the names of their properties.
        let mut seen = lines(&short.scripts[0]).join("\n");
        for one in &short.names {
            let [old, new] = [&one.letter, &one.name].map(|name| format!("\"{name}\":"));
            seen = seen.replace(&old, &new);
        }
        assert_eq!(seen, lines(&script).join("\n"), "seed {seed}: {script}");
    }
    assert!(renamed > 0);
}
