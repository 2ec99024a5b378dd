//! The files that a page names, with their sizes.

use serde::Serialize;

/// All files of which a page is made, with the page.
#[derive(Debug, Serialize)]
pub struct Total {
    pub files: usize,
    pub bytes: usize,
}

/// The files that a page names, as JSON.
#[derive(Debug, Default, Serialize)]
pub struct Story {
    /// Those that are in the page.
    pub inside: Vec<Named>,
    /// Those that the page still names.
    pub beside: Vec<Named>,
    /// Addresses on other hosts.
    pub remote: Vec<String>,
}

/// A file by its path from the folder of the page; a module that others import by that from the current folder.
#[derive(Debug, Serialize)]
pub struct Named {
    pub path: String,
    /// `None` if there is no such file.
    pub bytes: Option<usize>,
    /// Why it is not in the page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl Story {
    /// Whether the page names no files.
    pub fn is_empty(&self) -> bool {
        let Self {
            inside,
            beside,
            remote,
        } = self;
        inside.is_empty() && beside.is_empty() && remote.is_empty()
    }

    /// The page and its local files; `None` if it names none. `own` is the size of the page.
    pub fn total(&self, own: usize) -> Option<Total> {
        let files = || self.inside.iter().chain(&self.beside);
        let bytes: usize = files().filter_map(|file| file.bytes).sum();
        let all = 1 + files().filter(|file| file.bytes.is_some()).count();
        (all > 1).then_some(Total {
            files: all,
            bytes: own + bytes,
        })
    }

    /// The bytes of the files that the page still names.
    pub fn bytes_beside(&self) -> usize {
        let beside = self.beside.iter();
        beside.filter_map(|file| file.bytes).sum()
    }

    /// Why a browser does not show the folder as it is.
    pub fn needs_more_than_a_browser(&self) -> Option<String> {
        let paths = self.inside.iter().map(|file| file.path.as_str());
        let mut reasons = paths.filter_map(|path| {
            let (_, extension) = path.rsplit_once('.')?;
            let is_source = ["ts", "tsx", "jsx", "mts", "cts"].contains(&extension);
            match () {
                () if is_source => Some(format!("a browser does not run {path} as it is")),
                () if path.contains("node_modules/") => {
                    Some(format!("a browser does not find the package of {path}"))
                }
                () if path.starts_with("../") => {
                    Some("the page names files outside of its folder".to_owned())
                }
                () => None,
            }
        });
        reasons.next()
    }
}
