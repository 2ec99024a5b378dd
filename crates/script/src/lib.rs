#![doc = include_str!("../README.md")]
#![deny(missing_docs)]
#![forbid(unsafe_code)]

mod advice;
mod aliases;
mod called;
mod code;
mod compact;
mod compressor;
mod declared;
mod depth;
mod dialect;
mod distinct;
mod draft;
mod escape;
mod evaluated;
mod frame;
mod globals;
mod handler;
mod html;
mod inline;
mod inline_module;
mod joined;
mod kept;
mod letters;
mod lists;
mod lookup;
mod mangle;
mod module;
mod node;
mod numbers;
mod obstacle;
mod outside;
mod parameters;
mod positions;
mod private;
pub mod proposals;
mod props;
mod quotes;
mod rename;
mod rewrite;
mod risk;
pub mod script;
mod source_map;
mod spellings;
mod strategy;
mod symbols;
mod templates;
mod texts;
mod tiles;
mod trace;
mod typescript;
mod undeclared;
mod unused;
mod waits;
pub mod walk;
mod wrapper;

pub use advice::Advice;
pub use code::{Code, CodeKind, SplitError, code_of, split, value_range};
pub use compact::compact;
pub use depth::STACK;
pub use dialect::{Dialect, Language, dialect};
pub use draft::Draft;
pub use escape::ascii;
pub use frame::Frame;
pub use html::{is_classic_type, tokens as html_tokens};
pub use inline_module::{InlineModule, inline_module};
pub use joined::{BETWEEN, Joinable, is_strict};
pub use lookup::{is_global_object, names_by_text, names_by_unknown_text, words};
pub use module::Module;
pub use numbers::is_number;
pub use obstacle::Obstacle;
pub use outside::{doubtful_names, element_names, global_names, outside_names};
pub use positions::{Origins, Part, Place, Source, inline_map, source_number, way};
pub use props::{PropertyError, PropertyRules, ShortProperties, ShortProperty, shorten_properties};
pub use rename::{Names, Renaming};
pub use rewrite::max_edits;
pub use script::{ScriptError, dictionary};
pub use source_map::{Origin, identifier, source_map};
pub use spellings::{Spelling, spellings};
pub use strategy::Strategy;
pub use symbols::{NameKind, Symbol};
pub use texts::{joined_texts, look_into, returns, syntax_error, texts};
pub use trace::{TracedToken, aligned, name_origins, trace};
pub use typescript::{Untyped, module_without_types, without_types};
pub use unused::{unused_names, unused_words};
pub use waits::waits;
pub use wrapper::{Wrapper, is_utf8};

use std::ops::Range;

use golfchess_sizes::metric::Metric;
use serde::Serialize;

use advice::KEEP;

/// The wrappers of pages, and the names that scripts must keep.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MinifyOptions {
    /// The wrappers to choose from.
    pub wrappers: Vec<Wrapper>,
    /// Names that must not be renamed.
    pub keep: Vec<String>,
    /// What the smallest page has least of.
    pub metric: Metric,
    /// What to try beside [`Strategy::Own`]; if empty, all strategies but [`Strategy::MinifyJs`],
    /// which prints a message where it panics.
    pub strategies: Vec<Strategy>,
    /// Whether every browser must find the names of the script in the wrapper.
    pub portable: bool,
    /// Whether a good page at once counts more than the smallest one: [`Strategy::Own`] is tried only where nothing
    /// else makes a page.
    pub quick: bool,
    /// Whether names of properties, texts and other values that the script writes often become variables. They do so
    /// only where the metric is no compressed size.
    pub aliases: bool,
    /// Whether the script is ASCII whatever is around it.
    pub ascii: bool,
    /// The function whose body the script is, if it is one.
    pub frame: Option<Frame>,
}

impl MinifyOptions {
    fn strategies(&self) -> impl Iterator<Item = Strategy> {
        Strategy::ALL.into_iter().filter(|strategy| match strategy {
            Strategy::Own => true,
            other if self.strategies.is_empty() => *other != Strategy::MinifyJs,
            other => self.strategies.contains(other),
        })
    }
}

/// Why a script cannot become a page.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The composed script has an error.
    #[error("in the composed script, {0}")]
    Script(#[from] ScriptError),
    /// There are no statements.
    #[error("the script is empty")]
    Empty,
    /// No wrapper can hold the script.
    #[error("{}", unwrappable(.0))]
    Unwrappable(Vec<Obstacle>),
}

fn unwrappable(obstacles: &[Obstacle]) -> String {
    match obstacles.is_empty() {
        true => "with all short names that were tried, the script means something else".to_owned(),
        false => format!("no wrapper can hold the script{}", listed(obstacles)),
    }
}

/// The reasons of several wrappers, each once. The place of the first one is that of the error.
fn listed(obstacles: &[Obstacle]) -> String {
    let mut reasons: Vec<(Vec<String>, String)> = Vec::new();
    for obstacle in obstacles {
        let mut reason = obstacle.error.message.clone();
        if obstacle.error.line != obstacles[0].error.line {
            reason.push_str(&format!(" (`{}`)", obstacle.error.excerpt));
        }
        let wrapper = format!("`{}`", obstacle.wrapper);
        match reasons.iter_mut().find(|(_, other)| *other == reason) {
            Some((wrappers, _)) => wrappers.push(wrapper),
            None => reasons.push((vec![wrapper], reason)),
        }
    }
    let reasons: Vec<String> = reasons
        .iter()
        .map(|(wrappers, reason)| format!("in {}, {reason}", wrappers.join(" and ")))
        .collect();
    format!(": {}", reasons.join("; "))
}

impl Error {
    /// Where the error is, and an excerpt of this line of the composed script.
    pub fn place(&self) -> Option<(usize, &str)> {
        match self {
            Self::Script(error) => Some(error),
            Self::Empty => None,
            Self::Unwrappable(obstacles) => obstacles.first().map(|first| &first.error),
        }
        .map(|error| (error.offset, error.excerpt.as_str()))
    }

    /// What to write instead, each advice once.
    pub fn help(&self) -> Vec<Advice> {
        let obstacles = match self {
            Self::Script(error) => return error.help.iter().cloned().collect(),
            Self::Empty => return vec!["write a statement".into()],
            Self::Unwrappable(obstacles) if obstacles.is_empty() => {
                return vec![format!("keep the names of the script, each {KEEP}").into()];
            }
            Self::Unwrappable(obstacles) => obstacles.iter(),
        };
        let mut help: Vec<Advice> = Vec::new();
        for advice in obstacles.filter_map(|obstacle| obstacle.error.help.as_ref()) {
            if !help.contains(advice) {
                help.push(advice.clone());
            }
        }
        help
    }
}

/// Places of a script where the page may behave differently from the script, because the script
/// may find shortened names by their texts.
///
/// # Errors
/// An error in the script.
pub fn warnings(source: &str, keep: &[String]) -> Result<Vec<ScriptError>, Error> {
    Ok(lookup::Lookups::of(source, keep)?.warnings)
}

/// A candidate for the page.
#[derive(Debug, Clone, Serialize)]
pub struct Candidate {
    /// The strategy that made its script.
    pub strategy: Strategy,
    /// The wrapper around it.
    pub wrapper: String,
    /// Bytes of the page; `None` when the strategy failed or the wrapper cannot hold its script.
    pub bytes: Option<usize>,
}

/// A finished page and how it was made.
#[derive(Debug, Clone, Serialize)]
pub struct Minified {
    /// The page.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub page: String,
    /// The strategy that made the page's script.
    pub strategy: Strategy,
    /// Whether it has variables for what the script writes often ([`MinifyOptions::aliases`]).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub has_aliases: bool,
    /// The name of the page's wrapper.
    pub wrapper: String,
    /// Bytes of the script after each stage (composed, renamed, compacted), and of the page.
    pub stages: Vec<(&'static str, usize)>,
    /// All candidates.
    pub candidates: Vec<Candidate>,
    /// Why wrappers can hold no candidate.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub obstacles: Vec<Obstacle>,
    /// The readable names and their short names in the page.
    pub names: Vec<Renaming>,
}

impl Minified {
    /// Where the script is in the page; `None` when its wrapper is not among `wrappers`.
    pub fn script_range(&self, wrappers: &[Wrapper]) -> Option<Range<usize>> {
        let wrapper = wrappers.iter().find(|other| other.name == self.wrapper)?;
        wrapper.script_range(&self.page)
    }
}

/// The smallest page for a composed script by the metric of the options; among equals the one with
/// the fewest bytes, then the one whose gzip size is smallest, then the first in a fixed order. The same script and
/// options give the same page on every machine.
///
/// # Errors
/// An error in the script, or no wrapper that can hold it.
pub fn minify(source: &str, options: &MinifyOptions) -> Result<Minified, Error> {
    Draft::of(source, options)?.finish(options)
}

/// The page of a script that only loses its comments and white space; `None` if no wrapper holds it.
///
/// # Errors
/// An error in the script.
pub fn compact_page(
    source: &str,
    options: &MinifyOptions,
) -> Result<Option<Minified>, ScriptError> {
    let script = compact(source)?;
    // A handler is a function: names of its script are not global.
    let wrappers = options.wrappers.iter();
    let wrappers = wrappers.filter(|wrapper| !wrapper.is_handler());
    let pages = wrappers.filter_map(|wrapper| {
        let page = wrapper.wrap(&script)?;
        Some((options.metric.measure(&page), page, wrapper.name.clone()))
    });
    Ok(pages.min().map(|(_, page, wrapper)| Minified {
        has_aliases: false,
        stages: vec![
            ("composed", source.len()),
            ("compacted", script.len()),
            ("page", page.len()),
        ],
        page,
        strategy: Strategy::Own,
        wrapper,
        candidates: Vec::new(),
        obstacles: Vec::new(),
        names: Vec::new(),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_compact_page_keeps_all_names() {
        let options = minify_options();
        let made = compact_page("function sum( one ) { return one } // a", &options);
        let page = made.expect("a script").expect("a page").page;
        assert_eq!(page, "<script>function sum(one){return one}</script>");
        let none = compact_page("a = '</script>\"'", &options);
        assert!(none.expect("a script").is_none());
    }

    fn minify_options() -> MinifyOptions {
        let wrapper = |name: &str, open: &str, close: &str, reserved: &[&str]| Wrapper {
            name: name.into(),
            open: open.into(),
            close: close.into(),
            reserved: reserved.iter().map(|&name| name.to_owned()).collect(),
        };
        MinifyOptions {
            wrappers: vec![
                wrapper("svg", "<svg onload=\"", "\">", &["x", "y"]),
                wrapper("script", "<script>", "</script>", &[]),
            ],
            ..MinifyOptions::default()
        }
    }

    #[test]
    fn a_quick_page_has_short_names_and_no_gaps() {
        let quick = |strategies: &[Strategy], script: &str| {
            let options = MinifyOptions {
                quick: true,
                strategies: strategies.to_vec(),
                ..minify_options()
            };
            minify(script, &options).unwrap()
        };
        let script = "total = 1; // one\nalert(total + 1)";
        let page = quick(&[Strategy::OxcMinify], script);
        assert_eq!(page.page, "<svg onload=a=1,alert(a+1)>");
        assert_eq!(page.names[0].name, "total");
        let page = quick(&[Strategy::OxcMinify], "for (;alert(1););");
        assert_eq!(page.page, "<svg onload=for(;alert(1););>");
        assert_eq!(page.strategy, Strategy::OxcMinify);
        // What oxc's compressor refuses.
        let page = quick(&[Strategy::OxcMinify], "{function f(){}}");
        assert_eq!(page.strategy, Strategy::Own);
        assert_eq!(quick(&[], script).page.len(), page_len(script));
    }

    fn page_len(script: &str) -> usize {
        minify(script, &minify_options()).unwrap().page.len()
    }

    #[test]
    fn the_shorter_wrapper_wins_where_it_can_hold_the_script() {
        let page = minify("total = 1; // one\nalert(total)", &minify_options()).unwrap();
        assert_eq!(page.page.len(), "<svg onload=a=1;alert(a)>".len());
        let quoted = minify("alert('\" ' + 1)", &minify_options()).unwrap();
        assert_eq!(quoted.wrapper, "script");
    }

    #[test]
    fn implicit_globals_of_an_svg_handler_are_never_called_x_or_y() {
        let source: String = (0..30)
            .map(|i| format!("global{i} = {i}; global{i};"))
            .collect();
        let page = minify(&source, &minify_options()).unwrap();
        assert_eq!(page.wrapper, "svg");
        assert!(
            page.names
                .iter()
                .all(|name| name.letter != "x" && name.letter != "y")
        );
    }

    #[test]
    fn text_that_is_not_ascii_is_escaped() {
        let page = minify("alert('\u{265e}\u{e9}')", &minify_options()).unwrap();
        assert_eq!(page.page, r"<svg onload=alert('\u265e\xe9')>");
    }

    #[test]
    fn a_failure_without_a_wrapper_is_one_of_the_names() {
        for script in ["alert('\u{e9}')", "alert('&amp;')"] {
            let find = |wrapper: &Wrapper| Obstacle::find(wrapper, script, script, &[]);
            assert!(find(&minify_options().wrappers[0]).is_some());
            assert_eq!(find(&Wrapper::none()), None);
        }
        let error = Error::Unwrappable(Vec::new());
        assert!(
            error.to_string().contains("means something else"),
            "{error}"
        );
        assert_eq!(error.help().len(), 1);
    }

    #[test]
    fn a_script_without_statements_is_an_error() {
        for source in ["", " // nothing\n"] {
            let error = minify(source, &minify_options()).unwrap_err();
            assert!(matches!(error, Error::Empty), "{source}: {error}");
        }
    }

    #[test]
    fn text_that_no_wrapper_can_hold_is_an_error_with_the_reason_of_each() {
        let source = "ask=1;\nalert(String.raw`\u{e9}`,ask)";
        let error = minify(source, &minify_options()).unwrap_err();
        let reason = "in `svg` and `script`, `\u{e9}` is not ASCII";
        assert!(error.to_string().contains(reason), "{error}");
        let excerpt = "alert(String.raw`\u{e9}`,ask)";
        assert_eq!(error.place(), Some((24, excerpt)));
        assert!(
            error.help()[0].to_string().contains(r"`\u00e9`"),
            "{error:?}"
        );

        let mut options = minify_options();
        options.wrappers.pop();
        let error = minify("alert('1',`\" '`)", &options).unwrap_err();
        let reason = "no wrapper can hold the script: in `svg`, `\"` ends the attribute";
        assert_eq!(error.to_string(), reason);
        assert_eq!(error.place().unwrap().0, 11);
        assert!(error.help()[0].to_string().contains(r"`\x22`"), "{error:?}");

        let error = minify("alert(`a&lt;`)", &options).unwrap_err();
        let reason = "in `svg`, `&lt;` is a character reference of HTML";
        assert!(error.to_string().contains(reason), "{error}");
        assert_eq!(error.place().unwrap().0, 8);
    }

    #[test]
    fn a_script_that_a_handler_reads_differently_gets_another_wrapper() {
        for source in [
            "total=1;close(total)",
            "addEventListener('keydown',()=>alert(1))",
            "alert(this)",
            "show=()=>alert(this);show()",
        ] {
            let page = minify(source, &minify_options()).unwrap();
            assert_eq!(page.wrapper, "script", "{source}");
        }
        for source in [
            "function close(){alert(1)}close()",
            "window.close()",
            "function show(){alert(this)}show()",
        ] {
            let page = minify(source, &minify_options()).unwrap();
            assert_eq!(page.wrapper, "svg", "{source}");
        }
        let mut options = minify_options();
        options.wrappers.pop();
        options.keep = vec!["body".into()];
        let body = "body.title=`a b`";
        assert_eq!(minify(body, &options).unwrap().wrapper, "svg");
        options.portable = true;
        let error = minify(body, &options).unwrap_err().to_string();
        assert!(
            error.contains("in `svg`, not every browser finds `body`"),
            "{error}"
        );
        options.wrappers.push(Wrapper::style());
        assert_eq!(minify(body, &options).unwrap().wrapper, "style");
        options.wrappers.pop();
        let error = minify("total=1;close(total)", &options).unwrap_err();
        assert!(
            error.to_string().contains("`close` is a property"),
            "{error}"
        );
        assert_eq!(error.help(), [Advice::from("write `window.close`")]);
    }
}
