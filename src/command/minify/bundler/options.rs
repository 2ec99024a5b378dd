//! What is said to each bundler, and what helps if it fails.

use golfchess_markup::files::media_extensions;

use super::Kind;

/// The options before the name of the module: `script` is the file of the bundle, `map` that of its description.
pub fn of(kind: Kind, script: &str, map: &str) -> Vec<String> {
    match kind {
        Kind::Esbuild => {
            let assets = media_extensions().map(|kind| format!("--loader:.{kind}=dataurl"));
            let fixed = [
                "--bundle",
                "--format=iife",
                "--charset=utf8",
                "--loader:.js=jsx",
                "--target=esnext",
                "--log-level=warning",
                "--sourcemap=external",
                "--color=false",
                "--define:process.env.NODE_ENV=\"production\"",
            ];
            let fixed = fixed.map(str::to_owned).into_iter();
            let files = [format!("--outfile={script}"), format!("--metafile={map}")];
            fixed.chain(assets).chain(files).collect()
        }
        Kind::Rolldown => {
            let assets = media_extensions().map(|kind| format!(".{kind}:dataurl"));
            let kinds: Vec<String> = assets.chain([".js:jsx".to_owned()]).collect();
            let all = [
                "--format",
                "iife",
                "--sourcemap",
                "--file",
                script,
                "--moduleTypes",
                &kinds.join(","),
                "--transform.define",
                "process.env.NODE_ENV:\"production\"",
            ];
            all.map(str::to_owned).to_vec()
        }
        Kind::Other => Vec::new(),
    }
}

/// What helps after an error that a bundler describes.
pub fn advice(kind: Kind, said: &str) -> &'static str {
    let mut unresolved = said.match_indices("esolve ");
    let is_from_root = unresolved.any(|(at, found)| {
        let address = &said[at + found.len()..];
        address.starts_with("\"/") || address.starts_with("'/")
    });
    match () {
        () if kind == Kind::Rolldown && said.contains("CSS") => {
            "rolldown takes no style sheets: name them in the page with <link rel=stylesheet>, or install esbuild: \
             npm install --save-dev esbuild"
        }
        () if is_from_root => {
            "an address that begins with `/` leads from the folder of the page in its own text, and from the root of \
             the file system in a module: begin it with ./ or ../"
        }
        () => "correct the modules; a top-level `await` goes into an async function",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_advice_fits_the_error() {
        for (kind, said, part) in [
            (
                Kind::Rolldown,
                "Bundling CSS is no longer supported",
                "<link rel=stylesheet>",
            ),
            (
                Kind::Rolldown,
                "Could not resolve '/a.js' in b.js",
                "with ./ or ../",
            ),
            (
                Kind::Esbuild,
                "Could not resolve \"/a.js\"",
                "with ./ or ../",
            ),
            (
                Kind::Esbuild,
                "Could not resolve \"a/CSS\"",
                "correct the modules",
            ),
            (Kind::Other, "wrong", "correct the modules"),
        ] {
            assert!(advice(kind, said).contains(part), "{said}");
        }
    }
}
