//! A folder on a port of this machine, so that a page is played with its files.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use anyhow::{Result, anyhow};
use golfchess_markup::files::{media_type, path_of};
use tiny_http::{Header, Method, Request, Response, Server};

/// Serves a folder until it is dropped.
pub struct Served {
    server: Arc<Server>,
    /// The files that the browser has loaded, by their paths from the folder.
    loaded: Arc<Mutex<BTreeSet<String>>>,
    /// The address of an empty page in the folder.
    pub address: String,
}

/// The name of the empty page. No file has it.
const BLANK: &str = ".gen-blank";

/// Browsers run modules and read style sheets only with these types.
const TYPES: [(&str, &str); 7] = [
    ("css", "text/css"),
    ("htm", "text/html"),
    ("html", "text/html"),
    ("js", "text/javascript"),
    ("json", "application/json"),
    ("mjs", "text/javascript"),
    ("wasm", "application/wasm"),
];

impl Served {
    /// Starts to serve a folder on a port that is free. Only programs of this machine reach it.
    pub fn start(folder: &Path) -> Result<Self> {
        let folder = fs::canonicalize(folder)?;
        let loaded = Arc::default();
        let noted = Arc::clone(&loaded);
        let (server, address) = listen(move |request| answer(&folder, request, &noted))?;
        Ok(Self {
            server,
            loaded,
            address: address + BLANK,
        })
    }

    /// The files that the browser has loaded so far, by their paths from the folder.
    pub fn loaded(&self) -> Vec<String> {
        let loaded = self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
        loaded.iter().cloned().collect()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        self.server.unblock();
    }
}

/// Answers requests on a port that is free, which only programs of this machine reach. Returns its address too.
pub fn listen(answer: impl Fn(Request) + Send + 'static) -> Result<(Arc<Server>, String)> {
    let server = Server::http("127.0.0.1:0").map_err(|error| anyhow!("no port: {error}"))?;
    let server = Arc::new(server);
    let port = server.server_addr().to_ip().map_or(0, |place| place.port());
    let answering = Arc::clone(&server);
    thread::spawn(move || answering.incoming_requests().for_each(answer));
    Ok((server, format!("http://127.0.0.1:{port}/")))
}

fn answer(folder: &Path, request: Request, loaded: &Mutex<BTreeSet<String>>) {
    let found = match request.method() {
        Method::Get => read(folder, request.url()),
        _ => None,
    };
    let path = path_of(request.url());
    if let Some(path) = path.filter(|path| found.is_some() && path != BLANK) {
        let mut loaded = loaded.lock().unwrap_or_else(PoisonError::into_inner);
        loaded.insert(path);
    }
    respond(request, found);
}

/// Answers with the type and the bytes of a file, if there is one.
pub fn respond(request: Request, found: Option<(&'static str, Vec<u8>)>) {
    // A browser that has gone does not wait for the answer.
    let _ = match found {
        Some((kind, bytes)) => {
            let header = Header::from_bytes("Content-Type", kind);
            let response = Response::from_data(bytes);
            request.respond(match header {
                Ok(header) => response.with_header(header),
                Err(()) => response,
            })
        }
        None => request.respond(Response::empty(404)),
    };
}

/// The type and the bytes of a file in the folder, or of the empty page.
fn read(folder: &Path, address: &str) -> Option<(&'static str, Vec<u8>)> {
    if path_of(address)? == BLANK {
        return Some(("text/html; charset=utf-8", b"<!doctype html>".to_vec()));
    }
    file_in(folder, address)
}

/// The type and the bytes of a file in a folder, whose path has no links.
pub fn file_in(folder: &Path, address: &str) -> Option<(&'static str, Vec<u8>)> {
    let path = path_of(address)?;
    let place: PathBuf = fs::canonicalize(folder.join(&path)).ok()?;
    if !place.starts_with(folder) || !place.is_file() {
        return None;
    }
    let extension = place.extension().and_then(|extension| extension.to_str());
    let kind = TYPES.iter().find(|(known, _)| {
        extension.is_some_and(|extension| extension.eq_ignore_ascii_case(known))
    });
    let kind = kind.map(|(_, kind)| *kind).or_else(|| media_type(&path));
    let kind = kind.unwrap_or("application/octet-stream");
    Some((kind, fs::read(place).ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_of_the_folder_are_read() {
        let outer = tempfile::tempdir().expect("a folder");
        let folder = outer.path().join("game");
        fs::create_dir(&folder).expect("a folder");
        fs::write(outer.path().join("secret.js"), "1").expect("written");
        fs::write(folder.join("a b.js"), "2").expect("written");
        #[cfg(unix)]
        std::os::unix::fs::symlink("../secret.js", folder.join("link.js")).expect("a link");
        let folder = fs::canonicalize(folder).expect("a folder");
        let found = |address: &str| read(&folder, address).map(|(kind, bytes)| (kind, bytes.len()));
        assert_eq!(found("/a%20b.js?v=1"), Some(("text/javascript", 1)));
        assert_eq!(found("/.gen-blank").map(|(_, length)| length), Some(15));
        for none in [
            "/",
            "/../secret.js",
            "/%2e%2e/secret.js",
            "/none.js",
            "/link.js",
            "//secret.js",
        ] {
            assert_eq!(found(none), None, "{none}");
        }
    }
}
