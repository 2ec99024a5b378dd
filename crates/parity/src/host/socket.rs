//! JSON messages over a WebSocket to a browser: requests with their answers, and events.

use std::collections::VecDeque;
use std::io::ErrorKind;
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::Value;
use tungstenite::{Message, WebSocket};

use super::HostError;

/// How long the browser may take to accept the connection.
const OPEN_TIMEOUT: Duration = Duration::from_secs(60);

/// The shortest time that a read waits.
const SHORTEST: Duration = Duration::from_millis(20);

/// A connection to a browser.
pub(super) struct Socket {
    socket: WebSocket<TcpStream>,
    next: u64,
    /// Events that arrived while an answer was expected.
    events: VecDeque<Value>,
}

impl Socket {
    /// Connects to a `ws://` URL.
    pub fn open(url: &str) -> Result<Self, HostError> {
        let rest = url.strip_prefix("ws://").unwrap_or(url);
        let address = rest.split('/').next().unwrap_or_default();
        let stream = TcpStream::connect(address).map_err(lost)?;
        stream.set_nodelay(true).map_err(lost)?;
        stream.set_read_timeout(Some(OPEN_TIMEOUT)).map_err(lost)?;
        let (socket, _) = tungstenite::client(url, stream).map_err(lost)?;
        Ok(Self {
            socket,
            next: 0,
            events: VecDeque::new(),
        })
    }

    /// Sends a request, which gets an `id`, and waits for the answer with that `id`. `None` if it
    /// does not come within `limit`.
    pub fn request(&mut self, request: Value, limit: Duration) -> Result<Option<Value>, HostError> {
        self.answer_before_event(request, limit, |_| false)
    }

    /// The same, where `more` says for how much longer to wait when a time is over; not at all ends it.
    pub fn patient_request(
        &mut self,
        request: Value,
        limit: Duration,
        more: impl FnMut() -> Duration,
    ) -> Result<Option<Value>, HostError> {
        self.answer(request, limit, |_| false, more)
    }

    /// The answer to a request, if it comes within `limit` and before an event that `counts`. Events
    /// are kept. An event that has arrived before comes first too: an open dialog holds back every
    /// answer.
    pub fn answer_before_event(
        &mut self,
        request: Value,
        limit: Duration,
        counts: impl Fn(&Value) -> bool,
    ) -> Result<Option<Value>, HostError> {
        self.answer(request, limit, counts, || Duration::ZERO)
    }

    fn answer(
        &mut self,
        mut request: Value,
        limit: Duration,
        counts: impl Fn(&Value) -> bool,
        mut more: impl FnMut() -> Duration,
    ) -> Result<Option<Value>, HostError> {
        if self.events.iter().any(&counts) {
            return Ok(None);
        }
        self.next += 1;
        request["id"] = self.next.into();
        let message = Message::text(request.to_string());
        self.socket.send(message).map_err(lost)?;
        let mut until = Instant::now() + limit;
        loop {
            let Some(message) = self.receive(until)? else {
                let more = more();
                if more.is_zero() {
                    break;
                }
                until = Instant::now() + more;
                continue;
            };
            if message["id"] == self.next {
                return Ok(Some(message));
            }
            // Another answer is that of a request whose time ran out.
            if message["id"].is_null() {
                let is_awaited = counts(&message);
                self.events.push_back(message);
                if is_awaited {
                    break;
                }
            }
        }
        Ok(None)
    }

    /// The next event within `limit` in which `find` finds something.
    pub fn event<T>(
        &mut self,
        limit: Duration,
        find: impl Fn(&Value) -> Option<T>,
    ) -> Result<Option<T>, HostError> {
        let until = Instant::now() + limit;
        loop {
            let event = match self.events.pop_front() {
                Some(event) => event,
                None => match self.receive(until)? {
                    Some(message) => message,
                    None => return Ok(None),
                },
            };
            if let Some(found) = find(&event).filter(|_| event["id"].is_null()) {
                return Ok(Some(found));
            }
        }
    }

    /// Drops the events that have arrived.
    pub fn forget_events(&mut self) {
        self.events.clear();
    }

    fn receive(&mut self, until: Instant) -> Result<Option<Value>, HostError> {
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let limit = Some(left.max(SHORTEST));
            self.socket
                .get_ref()
                .set_read_timeout(limit)
                .map_err(lost)?;
            match self.socket.read() {
                Ok(Message::Text(text)) => {
                    return serde_json::from_str(&text).map(Some).map_err(lost);
                }
                Ok(_) => {}
                Err(tungstenite::Error::Io(error))
                    if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) =>
                {
                    return Ok(None);
                }
                // A process that was stopped goes on.
                Err(tungstenite::Error::Io(error)) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(lost(error)),
            }
        }
    }
}

/// The address of a socket in a line that a browser prints.
pub(super) fn address(line: &str) -> Option<String> {
    line.find("ws://").map(|at| line[at..].trim().to_owned())
}

/// An error between this process and the browser.
pub(super) fn lost(error: impl std::fmt::Display) -> HostError {
    HostError::Lost(error.to_string())
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use serde_json::json;

    use super::*;

    /// A server that answers each request, after an event whose name is the request's number.
    fn browser() -> String {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address");
        std::thread::spawn(move || {
            let (stream, _) = listener.accept().expect("a connection");
            let mut socket = tungstenite::accept(stream).expect("a handshake");
            while let Ok(Message::Text(text)) = socket.read() {
                let request: Value = serde_json::from_str(&text).expect("JSON");
                let event = json!({"method": request["id"].to_string()});
                for message in [event, json!({"id": request["id"]})] {
                    let _ = socket.send(Message::text(message.to_string()));
                }
            }
        });
        format!("ws://{address}/")
    }

    #[test]
    fn a_patient_request_waits_as_long_as_it_is_told() {
        // A server that never answers.
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = format!("ws://{}/", listener.local_addr().expect("an address"));
        std::thread::spawn(move || {
            let (stream, _) = listener.accept().expect("a connection");
            let mut socket = tungstenite::accept(stream).expect("a handshake");
            while socket.read().is_ok() {}
        });
        let mut socket = Socket::open(&address).expect("a connection");
        let mut left = 3;
        let more = || {
            left -= 1;
            Duration::from_millis(left)
        };
        let answer = socket.patient_request(json!({}), Duration::ZERO, more);
        assert_eq!(answer.expect("a connection"), None);
        assert_eq!(left, 0);
    }

    #[test]
    fn an_event_before_the_answer_counts_even_if_it_has_arrived_before_the_request() {
        const LIMIT: Duration = Duration::from_secs(60);
        let mut socket = Socket::open(&browser()).expect("a connection");
        let answer = socket.request(json!({}), LIMIT).expect("a connection");
        assert_eq!(answer, Some(json!({"id": 1})));
        let answers_before = |socket: &mut Socket, event: &str| {
            let answered =
                socket.answer_before_event(json!({}), LIMIT, |other| other["method"] == event);
            answered.expect("a connection").is_some()
        };
        assert!(!answers_before(&mut socket, "1"), "it has arrived");
        assert!(!answers_before(&mut socket, "2"), "it arrives first");
        assert!(answers_before(&mut socket, "none"));
        let event = socket.event(LIMIT, |event| event["method"].as_str().map(str::to_owned));
        let event = event.expect("a connection");
        assert_eq!(event.as_deref(), Some("1"), "events are kept");
    }
}
