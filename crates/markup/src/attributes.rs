//! Shortens attributes that mean the same in another form.

use golfchess_script::is_utf8;

use super::facts::Facts;
use super::tree::{Data, Element, Id, Kind, Tree};

/// Attributes that are true whatever their value is.
const BOOLEAN: [&str; 26] = [
    "allowfullscreen",
    "async",
    "autofocus",
    "autoplay",
    "checked",
    "compact",
    "controls",
    "default",
    "defer",
    "disabled",
    "formnovalidate",
    "inert",
    "ismap",
    "itemscope",
    "loop",
    "multiple",
    "muted",
    "nomodule",
    "noresize",
    "noshade",
    "novalidate",
    "nowrap",
    "playsinline",
    "readonly",
    "required",
    "reversed",
];

/// Elements with an attribute and the value that counts without it.
const DEFAULTS: [(&str, &str, &str); 24] = [
    ("script", "type", "text/javascript"),
    ("script", "type", "application/javascript"),
    ("script", "language", "javascript"),
    ("style", "type", "text/css"),
    ("style", "media", "all"),
    ("link", "type", "text/css"),
    ("link", "media", "all"),
    ("form", "method", "get"),
    ("form", "enctype", "application/x-www-form-urlencoded"),
    ("form", "autocomplete", "on"),
    ("input", "type", "text"),
    ("button", "type", "submit"),
    ("area", "shape", "rect"),
    ("textarea", "wrap", "soft"),
    ("td", "colspan", "1"),
    ("td", "rowspan", "1"),
    ("th", "colspan", "1"),
    ("th", "rowspan", "1"),
    ("ol", "type", "1"),
    ("ol", "start", "1"),
    ("img", "loading", "eager"),
    ("img", "decoding", "auto"),
    ("track", "kind", "subtitles"),
    ("html", "xmlns", "http://www.w3.org/1999/xhtml"),
];

/// Attributes of `svg` that say what HTML knows.
const OF_SVG: [(&str, &str); 3] = [
    ("xmlns", "http://www.w3.org/2000/svg"),
    ("xmlns:xlink", "http://www.w3.org/1999/xlink"),
    ("version", "1.1"),
];

/// Shortens the attributes of a tree as far as nothing sees it.
pub(super) fn shorten(tree: &mut Tree, facts: &Facts) {
    for id in tree.all() {
        let is_in_template = is_in_template(tree, id);
        if let Data::Element(element) = &mut tree.nodes[id].data
            && !is_in_template
        {
            element_attributes(element, facts);
        }
    }
}

/// Scripts copy the contents of a template, and may look at them in any way.
fn is_in_template(tree: &Tree, id: Id) -> bool {
    let mut above = tree.nodes[id].parent;
    while let Some(parent) = above {
        if tree.is_any(parent, &["template"]) {
            return true;
        }
        above = tree.nodes[parent].parent;
    }
    false
}

fn element_attributes(element: &mut Element, facts: &Facts) {
    let is_html = element.kind == Kind::Html;
    let name = element.name.clone();
    let is_sheet = element
        .attribute("rel")
        .is_some_and(|rel| rel.eq_ignore_ascii_case("stylesheet"));
    element.attributes.retain(|(attribute, value)| {
        let trimmed = value.trim();
        let is_default = is_html
            && DEFAULTS.iter().any(|(of, default, usual)| {
                *of == name && default == attribute && trimmed.eq_ignore_ascii_case(usual)
            })
            && (name != "link" || is_sheet);
        let is_known = name == "svg"
            && OF_SVG
                .iter()
                .any(|(known, usual)| known == attribute && value == usual);
        let is_empty = trimmed.is_empty() && ["class", "style", "id"].contains(&attribute.as_str());
        !(is_default || is_known || is_empty) || facts.sees(attribute, Some(&name))
    });
    if is_html && name == "meta" {
        meta(element);
    }
    for (attribute, value) in &mut element.attributes {
        let is_boolean = is_html && BOOLEAN.contains(&attribute.as_str());
        let is_list = attribute == "class" && !facts.says("className");
        if (is_boolean || is_list) && !value.is_empty() && !facts.sees(attribute, Some(&name)) {
            let words: Vec<&str> = value.split_ascii_whitespace().collect();
            *value = if is_boolean {
                String::new()
            } else {
                words.join(" ")
            };
        }
        if attribute == "media" && !facts.says("media") && !facts.sees(attribute, Some(&name)) {
            let queries: Vec<&str> = value.split(',').map(str::trim).collect();
            *value = queries.join(",");
        }
    }
}

/// Shortens what the page says about its encoding and its size.
fn meta(element: &mut Element) {
    let is = |name: &str, known: &str| {
        element
            .attribute(name)
            .is_some_and(|it| it.trim().eq_ignore_ascii_case(known))
    };
    let content = element.attribute("content").unwrap_or_default().to_owned();
    if is("http-equiv", "content-type") && element.attributes.len() == 2 {
        let charset = content.to_ascii_lowercase();
        let charset = charset
            .split_once("charset=")
            .map(|(_, label)| label.trim());
        if charset.is_some_and(|label| is_utf8(label.as_bytes())) {
            element.attributes = vec![("charset".to_owned(), "utf8".to_owned())];
        }
        return;
    }
    let is_viewport = is("name", "viewport");
    for (name, value) in &mut element.attributes {
        if name == "charset" && is_utf8(value.as_bytes()) {
            "utf8".clone_into(value);
        }
        if name == "content" && is_viewport {
            *value = viewport(value);
        }
    }
}

/// The settings of the window, without spaces and without zeros that say nothing.
fn viewport(content: &str) -> String {
    let settings = content
        .split([',', ';'])
        .map(str::trim)
        .filter(|setting| !setting.is_empty());
    let shortened = settings.map(|setting| match setting.split_once('=') {
        Some((name, value)) => {
            let value = value.trim();
            let value = value.strip_suffix(".0").unwrap_or(value);
            format!("{}={value}", name.trim())
        }
        None => setting.to_owned(),
    });
    let shortened = shortened.collect::<Vec<_>>().join(",");
    // Old pages separate settings by spaces alone.
    match shortened.contains(char::is_whitespace) {
        true => content.to_owned(),
        false => shortened,
    }
}
