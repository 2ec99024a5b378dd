//! The site on a local web server.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use tiny_http::{Header, Response, Server};

use super::tab::dist;

/// The committed site at an address of its own.
pub struct Served {
    server: Arc<Server>,
    port: u16,
}

impl Served {
    pub fn start() -> Self {
        let server = Server::http("127.0.0.1:0").expect("a server");
        let server = Arc::new(server);
        let port = server.server_addr().to_ip().expect("an address").port();
        let answering = Arc::clone(&server);
        std::thread::spawn(move || {
            for request in answering.incoming_requests() {
                let path = request.url().trim_start_matches('/').to_owned();
                let kind = match Path::new(&path).extension().and_then(|kind| kind.to_str()) {
                    Some("html") => "text/html",
                    Some("css") => "text/css",
                    Some("js") => "text/javascript",
                    _ => "text/plain",
                };
                let header = format!("Content-Type: {kind}; charset=utf-8");
                let header: Header = header.parse().expect("a header");
                let _ = match fs::read(dist().join(path)) {
                    Ok(bytes) => request.respond(Response::from_data(bytes).with_header(header)),
                    Err(_) => request.respond(Response::empty(404)),
                };
            }
        });
        Self { server, port }
    }

    pub fn address(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}/{path}", self.port)
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        self.server.unblock();
    }
}
