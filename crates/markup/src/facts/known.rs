//! Style sheets of other hosts whose rules are known.

/// The hosts that serve the files of packages, with what is before the name of a package.
const HOSTS: [&str; 3] = [
    "//cdn.jsdelivr.net/npm/",
    "//unpkg.com/",
    "//cdnjs.cloudflare.com/ajax/libs/",
];

/// Hosts of fonts. Their sheets for symbols have a class for these.
const FONTS: [&str; 2] = ["//fonts.googleapis.com/", "//fonts.bunny.net/"];

/// What the sheets of fonts say of the layout.
const SYMBOLS: &str = "[class*=material-]{display:inline-block}";

/// Packages, the starts of the names of their sheets, and rules that say at least as much of the layout as those.
const PACKAGES: [(&[&str], &[&str], &str); 3] = [
    (
        &["normalize.css", "normalize"],
        &["normalize."],
        "audio,canvas,progress,video,template,[hidden]{display:inline-block}\
         sub,sup{position:relative}pre{white-space:pre-wrap}",
    ),
    (
        &["@fortawesome/fontawesome-free", "font-awesome"],
        &["all.", "font-awesome.", "fontawesome."],
        "[class*=fa],.pull-left,.pull-right,[class*=sr-only]{display:inline-block;position:absolute}\
         .fa-ul>li{position:relative}",
    ),
    (
        &["bootstrap-icons"],
        &["bootstrap-icons."],
        "[class*=bi]{display:inline-block}",
    ),
];

/// Rules that stand for the style sheet at an address; `None` if it is not known.
pub(super) fn known_sheet(address: &str) -> Option<&'static str> {
    let address = address.trim().to_ascii_lowercase();
    let address = address.strip_prefix("https:").unwrap_or(&address);
    let address = address.strip_prefix("http:").unwrap_or(address);
    if FONTS.iter().any(|host| address.starts_with(host)) {
        return Some(SYMBOLS);
    }
    let path = HOSTS.iter().find_map(|host| address.strip_prefix(host))?;
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let file = path.rsplit('/').next().unwrap_or_default();
    let is_of = |package: &&&str| {
        let rest = path.strip_prefix(**package);
        rest.is_some_and(|rest| rest.starts_with(['@', '/']))
    };
    let mut packages = PACKAGES.iter();
    let found = packages.find(|(names, files, _)| {
        names.iter().any(|name| is_of(&name))
            && files.iter().any(|start| file.starts_with(start))
            && file.ends_with(".css")
    });
    found.map(|(_, _, rules)| *rules)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sheets_of_some_packages_are_known_on_the_hosts_of_packages() {
        for address in [
            "https://cdn.jsdelivr.net/npm/normalize.css@8.0.1/normalize.min.css",
            "//unpkg.com/normalize.css/normalize.css",
            "https://cdnjs.cloudflare.com/ajax/libs/normalize/8.0.1/normalize.min.css",
            "https://cdnjs.cloudflare.com/ajax/libs/font-awesome/6.5.1/css/all.min.css",
            "https://cdn.jsdelivr.net/npm/@fortawesome/fontawesome-free@6.5.1/css/all.min.css",
            "https://cdn.jsdelivr.net/npm/bootstrap-icons@1.11.3/font/bootstrap-icons.min.css",
            "http://fonts.googleapis.com/css2?family=Roboto",
            "https://fonts.bunny.net/css?family=roboto",
        ] {
            assert!(known_sheet(address).is_some(), "{address}");
        }
        for address in [
            "https://cdn.jsdelivr.net/npm/bootstrap@5.3.3/dist/css/bootstrap.min.css",
            "https://cdn.jsdelivr.net/npm/normalize.css-own@1/normalize.css",
            "https://cdn.jsdelivr.net/npm/normalize.css@8.0.1/opinionated.css",
            "https://example.com/normalize.css@8.0.1/normalize.css",
            "https://example.com/?//fonts.googleapis.com/",
            "normalize.css",
            "",
        ] {
            assert_eq!(known_sheet(address), None, "{address}");
        }
    }
}
