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

/// How long one read waits before the deadline is tested.
const POLL: Duration = Duration::from_millis(20);

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
        socket
            .get_ref()
            .set_read_timeout(Some(POLL))
            .map_err(lost)?;
        Ok(Self {
            socket,
            next: 0,
            events: VecDeque::new(),
        })
    }

    /// Sends a request, which gets an `id`, and waits for the answer with that `id`. `None` if it
    /// does not come within `limit`.
    pub fn request(&mut self, request: Value, limit: Duration) -> Result<Option<Value>, HostError> {
        self.send(request)?;
        let until = Instant::now() + limit;
        while let Some(message) = self.receive(until)? {
            if message["id"] == self.next {
                return Ok(Some(message));
            }
            // Another answer is that of a request whose time ran out.
            if message["id"].is_null() {
                self.events.push_back(message);
            }
        }
        Ok(None)
    }

    /// Sends a request and waits for its answer or for an event, whichever comes first. Returns
    /// whether it was the answer; an event is kept.
    pub fn answers_before_event(
        &mut self,
        request: Value,
        limit: Duration,
    ) -> Result<bool, HostError> {
        self.send(request)?;
        let until = Instant::now() + limit;
        while let Some(message) = self.receive(until)? {
            if message["id"] == self.next {
                return Ok(true);
            }
            if message["id"].is_null() {
                self.events.push_back(message);
                return Ok(false);
            }
        }
        Ok(false)
    }

    /// Sends a request with the next `id`.
    fn send(&mut self, mut request: Value) -> Result<(), HostError> {
        self.next += 1;
        request["id"] = self.next.into();
        let message = Message::text(request.to_string());
        self.socket.send(message).map_err(lost)
    }

    /// The next event within `limit`.
    pub fn event(&mut self, limit: Duration) -> Result<Option<Value>, HostError> {
        if let Some(event) = self.events.pop_front() {
            return Ok(Some(event));
        }
        let until = Instant::now() + limit;
        while let Some(message) = self.receive(until)? {
            if message["id"].is_null() {
                return Ok(Some(message));
            }
        }
        Ok(None)
    }

    /// Drops the events that have arrived.
    pub fn forget_events(&mut self) {
        self.events.clear();
    }

    fn receive(&mut self, until: Instant) -> Result<Option<Value>, HostError> {
        loop {
            match self.socket.read() {
                Ok(Message::Text(text)) => {
                    return serde_json::from_str(&text).map(Some).map_err(lost);
                }
                Ok(_) => {}
                Err(tungstenite::Error::Io(error))
                    if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) =>
                {
                    if Instant::now() >= until {
                        return Ok(None);
                    }
                }
                Err(error) => return Err(lost(error)),
            }
        }
    }
}

/// An error between this process and the browser.
pub(super) fn lost(error: impl std::fmt::Display) -> HostError {
    HostError::Lost(error.to_string())
}
