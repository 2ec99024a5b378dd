//! Traces the script of a page back to the composed script.
//!
//! Minifying keeps the syntax tree apart from names, except for the strategies that rewrite it. So
//! the trees of both scripts are walked side by side: equal nodes give pairs of positions, and the
//! tokens between them are matched in order. Where code has moved, equal runs of tokens are found ([`moved`]).

mod moved;

use std::collections::BTreeMap;

use oxc_allocator::Allocator;
use oxc_ast::AstType;
use oxc_ast::ast::Program;
use oxc_span::{GetSpan, SourceType};

use super::compressor;
use super::script::{self, ScriptError};
use super::strategy::Strategy;
use super::walk::{self, Step};
use super::{Minified, MinifyOptions, Names, compact};

/// A token of the script of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TracedToken {
    /// Byte offset in the page.
    pub start: usize,
    /// Byte offset after it.
    pub end: usize,
    /// Whether it is an operator, a bracket or a separator.
    pub punctuation: bool,
    /// Byte offset of its origin in the composed script; `None` where minifying made it.
    pub source: Option<usize>,
}

/// The tokens of a page's script in order, with their origins in the composed script.
///
/// # Errors
/// `source` is not the script of the page.
pub fn trace(
    source: &str,
    built: &Minified,
    options: &MinifyOptions,
) -> Result<Vec<TracedToken>, ScriptError> {
    let Some(range) = built.script_range(&options.wrappers) else {
        let message = "the page has none of the wrappers";
        return Err(ScriptError::at(source, 0, message));
    };
    let (open, script) = (range.start, &built.page[range]);
    let tokens = Outline::of(script)?;
    let original = Outline::of(source)?;
    let origins = match built.strategy {
        Strategy::Own | Strategy::MinifyJs => tokens.matched(&original),
        Strategy::Rewrite => moved::origins(source, &original, script, &tokens, built, options),
        Strategy::OxcMinify => {
            let compacted = compact(source)?;
            let middle = Outline::of(&compacted)?;
            let rewritten =
                compressor::tree(&compacted, SourceType::script(), tree).unwrap_or_default();
            let origins = middle.matched(&original);
            let anchors = anchors(&tokens.tree, &rewritten);
            let origin = |token: &(usize, usize)| {
                let at = anchors.get(&token.0)?;
                origins[middle.token_at(*at)?]
            };
            tokens.tokens.iter().map(origin).collect()
        }
    };
    let traced = tokens.tokens.iter().zip(origins);
    Ok(traced
        .map(|(&(start, end), source)| TracedToken {
            start: open + start,
            end: open + end,
            punctuation: is_punctuation(&script[start..end]),
            source,
        })
        .collect())
}

/// Where the first use of each of the page's names is in the composed script, in the order of
/// [`Minified::names`]; `None` where minifying made the name.
///
/// # Errors
/// `source` is not the script of the page.
pub fn name_origins(
    source: &str,
    built: &Minified,
    options: &MinifyOptions,
) -> Result<Vec<Option<usize>>, ScriptError> {
    let tokens = trace(source, built, options)?;
    let range = built.script_range(&options.wrappers).unwrap_or_default();
    let names = Names::frugal(&built.page[range.clone()], &options.keep)?;
    let origin = |place: usize| {
        let start = range.start + place;
        let token = tokens.binary_search_by_key(&start, |token| token.start);
        tokens[token.ok()?].source
    };
    Ok(names.first_places().into_iter().map(origin).collect())
}

/// The offsets of the tokens of a script, with those in another script that differs from it in names only.
pub fn aligned(script: &str, other: &str) -> BTreeMap<usize, usize> {
    let (Ok(script), Ok(other)) = (Outline::of(script), Outline::of(other)) else {
        return BTreeMap::new();
    };
    let starts = script.tokens.iter().map(|token| token.0);
    let same = starts.zip(script.matched(&other));
    same.filter_map(|(start, origin)| Some((start, origin?)))
        .collect()
}

/// The tokens and the tree of a script.
struct Outline<'s> {
    text: &'s str,
    /// Byte offsets of the first byte and after the last one, ascending.
    tokens: Vec<(usize, usize)>,
    tree: Node,
}

/// A node of a syntax tree.
#[derive(Debug, Default)]
pub(super) struct Node {
    /// `None` for the root.
    kind: Option<AstType>,
    /// The byte offset where it starts; `None` for a node that is not in the text.
    start: Option<usize>,
    children: Vec<Node>,
}

impl<'s> Outline<'s> {
    fn of(text: &'s str) -> Result<Self, ScriptError> {
        let arena = Allocator::default();
        let (program, tokens) = script::parse_with_tokens(&arena, text)?;
        Ok(Self {
            text,
            tokens,
            tree: tree(&program),
        })
    }

    fn token_at(&self, start: usize) -> Option<usize> {
        self.tokens
            .binary_search_by_key(&start, |token| token.0)
            .ok()
    }

    fn text_of(&self, token: usize) -> &'s str {
        let (start, end) = self.tokens[token];
        &self.text[start..end]
    }

    /// For each token the offset of the same token in another spelling of the script.
    fn matched(&self, other: &Self) -> Vec<Option<usize>> {
        let anchors = anchors(&self.tree, &other.tree);
        let anchored: Vec<Option<usize>> = self
            .tokens
            .iter()
            .map(|token| other.token_at(*anchors.get(&token.0)?))
            .collect();
        let mut origins = Vec::with_capacity(anchored.len());
        let mut next = 0;
        for (token, anchor) in anchored.iter().enumerate() {
            let origin = anchor.or_else(|| {
                let following = anchored[token..].iter().flatten().find(|&&at| at >= next);
                let end = following.copied().unwrap_or(other.tokens.len());
                (next..end).find(|&at| is_alike(other.text_of(at), self.text_of(token)))
            });
            next = origin.map_or(next, |origin| origin + 1);
            origins.push(origin.map(|origin| other.tokens[origin].0));
        }
        origins
    }
}

/// The syntax tree of a script, as far as positions need it.
pub(super) fn tree(program: &Program<'_>) -> Node {
    // The open nodes, from the root.
    let mut open = vec![Node::default()];
    walk::both(program, |step, node| {
        match step {
            Step::Enter => {
                let span = node.span();
                open.push(Node {
                    kind: Some(node.ty()),
                    start: (span.end > span.start).then_some(span.start as usize),
                    children: Vec::new(),
                });
            }
            Step::Leave => {
                if let Some(node) = open.pop()
                    && let Some(parent) = open.last_mut()
                {
                    parent.children.push(node);
                }
            }
        }
        true
    });
    open.swap_remove(0)
}

/// The starts of nodes in one tree with those of the same nodes in another tree. Where two nodes
/// have different numbers of children, only those before the first and after the last difference
/// count.
fn anchors(left: &Node, right: &Node) -> BTreeMap<usize, usize> {
    fn walk(left: &Node, right: &Node, anchors: &mut BTreeMap<usize, usize>) {
        // Of the nodes that start at one offset, the innermost comes last.
        anchors.extend(left.start.zip(right.start));
        let (left, right) = (&left.children[..], &right.children[..]);
        let same = |(left, right): &(&Node, &Node)| left.kind == right.kind;
        let equal = left.len() == right.len();
        let first = left
            .iter()
            .zip(right)
            .take_while(|pair| equal || same(pair));
        let first = first.count();
        let ends = left[first..].iter().rev().zip(right[first..].iter().rev());
        let ends = ends.take_while(same);
        for (left, right) in left[..first].iter().zip(right).chain(ends) {
            walk(left, right, anchors);
        }
    }
    let mut anchors = BTreeMap::new();
    walk(left, right, &mut anchors);
    anchors
}

/// Whether two tokens are the same apart from names. (An event handler in a template has names.)
fn is_alike(left: &str, right: &str) -> bool {
    let is_template = |token: &str| {
        token.len() > 1
            && token.starts_with(['`', '}'])
            && (token.ends_with('`') || token.ends_with("${"))
    };
    left == right || is_template(left) && is_template(right) && left[..1] == right[..1]
}

fn is_punctuation(token: &str) -> bool {
    !token.contains(|c: char| c.is_alphanumeric() || "_$'\"`".contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Wrapper, minify};

    fn options() -> MinifyOptions {
        MinifyOptions {
            wrappers: vec![Wrapper {
                name: "script".into(),
                open: "<script>".into(),
                close: "</script>".into(),
                reserved: Vec::new(),
            }],
            ..MinifyOptions::default()
        }
    }

    /// The tokens of a page and their origins, each with the text that follows.
    fn traced(source: &str, built: &Minified) -> Vec<(String, Option<String>)> {
        let word = |text: &str| {
            let end = text.find(|c: char| !c.is_alphanumeric());
            text[..end.unwrap_or(text.len()).max(1)].to_owned()
        };
        trace(source, built, &options())
            .expect("a trace")
            .iter()
            .map(|token| {
                let text = built.page[token.start..token.end].to_owned();
                (text, token.source.map(|at| word(&source[at..])))
            })
            .collect()
    }

    #[test]
    fn every_token_of_our_own_minifier_has_its_origin() {
        let source = "// one\ntotal = ((1) + (2));\nshow = ({ total }) => alert(total); // two\n\
                      show({ total, });\n";
        let mut built = minify(source, &options()).expect("a page");
        built.strategy = Strategy::Own;
        built.page = "<script>a=1+2;b=({total:a})=>alert(a);b({total:a})</script>".into();
        let traced = traced(source, &built);
        let lost: Vec<_> = traced
            .iter()
            .filter(|(_, origin)| origin.is_none())
            .collect();
        // The colon that the renaming of shorthand properties inserts.
        assert!(lost.iter().all(|(token, _)| token == ":"), "{lost:?}");
        let names = |letter: &str| -> Vec<&str> {
            let tokens = traced.iter().filter(|(token, _)| token == letter);
            tokens.filter_map(|(_, origin)| origin.as_deref()).collect()
        };
        assert_eq!(names("a"), ["total", "total", "total", "total"]);
        assert_eq!(names("b"), ["show", "show"]);
        assert_eq!(names("alert"), ["alert"]);
    }

    #[test]
    fn a_rewritten_script_is_traced_where_nodes_remain() {
        let source = "if (prompt('a')) { alert('first') } else { alert('second') }";
        let mut built = minify(source, &options()).expect("a page");
        built.strategy = Strategy::OxcMinify;
        built.page = "<script>prompt('a')?alert('first'):alert('second')</script>".into();
        let traced = traced(source, &built);
        for text in ["prompt", "'first'", "'second'"] {
            let token = traced.iter().find(|(token, _)| token == text);
            let origin = token.and_then(|(_, origin)| origin.clone());
            let expected = text.trim_matches('\'');
            assert!(
                origin.is_some_and(|origin| origin == expected || origin == "'"),
                "{text}: {traced:?}"
            );
        }
    }

    #[test]
    fn the_tokens_of_moved_code_have_their_origins() {
        let source = "var size = 8, board = [];\nfunction fill(value) {\n  for (var i = 0; i < size; i++) \
                      board[i] = value;\n}\nfunction show(text) {\n  if (text == null) {\n    throw new \
                      Error('no text');\n  }\n  document.title = text;\n}\nfunction move(event) {\n  var key = \
                      event.key;\n  if (key == 'left') show(board.join('-'));\n  else if (key == 'right') \
                      fill(key.length);\n  else console.log('unknown', key);\n}\naddEventListener('keydown', \
                      move);\nfill(size * 2);\n";
        let only = MinifyOptions {
            strategies: vec![Strategy::Rewrite],
            ..options()
        };
        let built = minify(source, &only).expect("a page");
        assert_eq!(built.strategy, Strategy::Rewrite, "{}", built.page);
        let tokens = trace(source, &built, &only).expect("a trace");
        let (mut words, mut lost) = (0, Vec::new());
        for token in tokens.iter().filter(|token| !token.punctuation) {
            let text = &built.page[token.start..token.end];
            words += 1;
            let Some(origin) = token.source else {
                lost.push(text);
                continue;
            };
            // Names that are unique in the source, and texts.
            let text = text.trim_matches(['\'', '"', '`']);
            if text.len() > 3 && !["else", "null"].contains(&text) {
                let found = source[origin..].trim_start_matches(['\'', '"', '`']);
                assert!(found.starts_with(text), "{text}: {found}");
            }
        }
        assert!(lost.len() * 10 <= words, "{lost:?} in {}", built.page);
    }
}
