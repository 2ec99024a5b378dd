//! Elements of HTML by how a browser shows them.

/// Blocks whose start tag ends a paragraph.
pub(super) const AFTER_PARAGRAPH: [&str; 32] = [
    "address",
    "article",
    "aside",
    "blockquote",
    "details",
    "dialog",
    "div",
    "dl",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hgroup",
    "hr",
    "main",
    "menu",
    "nav",
    "ol",
    "p",
    "pre",
    "search",
    "section",
    "table",
    "ul",
];

/// Other elements that start on a line of their own.
const OTHER_BLOCKS: [&str; 22] = [
    "body", "caption", "center", "col", "colgroup", "dd", "dir", "dt", "frameset", "head", "html",
    "legend", "li", "optgroup", "option", "summary", "tbody", "td", "tfoot", "th", "thead", "tr",
];

/// Whether an element starts on a line of its own.
pub(super) fn is_block(name: &str) -> bool {
    AFTER_PARAGRAPH.contains(&name) || OTHER_BLOCKS.contains(&name)
}

/// Elements that stand in a line as one piece; the lines in them are their own.
pub(super) const PIECES: [&str; 6] = ["button", "canvas", "meter", "object", "progress", "select"];

/// Elements that are not shown.
pub(super) const HIDDEN: [&str; 11] = [
    "area", "base", "datalist", "link", "meta", "param", "source", "style", "template", "title",
    "track",
];

/// Elements whose text stays as it is.
pub(super) const VERBATIM: [&str; 15] = [
    "audio",
    "iframe",
    "listing",
    "math",
    "noembed",
    "noframes",
    "noscript",
    "plaintext",
    "pre",
    "ruby",
    "script",
    "style",
    "textarea",
    "video",
    "xmp",
];

/// Blocks that style sheets do not put into a line.
pub(super) const SURE: [&str; 5] = ["body", "head", "html", "optgroup", "option"];

/// Elements in which texts of white space alone are not shown, whatever style sheets say.
pub(super) const STRUCTURES: [&str; 5] = ["colgroup", "head", "html", "optgroup", "select"];

/// Elements that have no text of their own.
pub(super) const TABLE_PARTS: [&str; 6] = ["colgroup", "table", "tbody", "tfoot", "thead", "tr"];

/// Elements that stand in a line as the text in them does.
pub(super) const TEXT_LEVEL: [&str; 25] = [
    "a", "abbr", "acronym", "b", "big", "cite", "code", "del", "dfn", "em", "font", "i", "ins",
    "kbd", "label", "mark", "s", "samp", "small", "span", "strong", "tt", "u", "var", "time",
];
