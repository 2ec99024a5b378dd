//! The WebSocket of a browser: calls with their results, and events.

use std::collections::HashMap;
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};
use tungstenite::protocol::Role;
use tungstenite::{Message, WebSocket};

use crate::Error;

/// A message that the browser sends on its own.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// The name of the event, such as `Page.loadEventFired`.
    pub method: String,
    /// Its parameters.
    pub params: Value,
}

/// What waits for messages.
#[derive(Default)]
struct Waiting {
    /// Results of calls, by the number of the call.
    calls: HashMap<u64, Sender<Value>>,
    /// Events of a session.
    events: Vec<(String, Sender<Event>)>,
    is_closed: bool,
}

/// An open connection, shared by the browser and its tabs.
pub(crate) struct Connection {
    /// Writes only; a thread reads from the same stream with a WebSocket of its own.
    writer: Mutex<WebSocket<TcpStream>>,
    stream: TcpStream,
    waiting: Arc<Mutex<Waiting>>,
    next: AtomicU64,
    limit: Duration,
}

impl Connection {
    /// Connects to an address such as `ws://127.0.0.1:9222/devtools/browser/…`.
    pub fn open(address: &str, limit: Duration) -> Result<Self, Error> {
        let failed = |error: &dyn std::fmt::Display| Error::Connect(error.to_string());
        let host = address
            .strip_prefix("ws://")
            .and_then(|rest| rest.split('/').next())
            .ok_or_else(|| Error::Connect(format!("{address} is not an address")))?;
        let stream = TcpStream::connect(host).map_err(|error| failed(&error))?;
        let shared = || stream.try_clone().map_err(|error| failed(&error));
        stream.set_nodelay(true).map_err(|error| failed(&error))?;
        // The browser sends nothing before the first call, so no byte stays in this reader when
        // the writer begins.
        let (reader, _) =
            tungstenite::client(address, shared()?).map_err(|error| failed(&error))?;
        let writer = WebSocket::from_raw_socket(shared()?, Role::Client, None);
        let waiting = Arc::new(Mutex::new(Waiting::default()));
        let received = Arc::clone(&waiting);
        thread::spawn(move || read(reader, &received));
        Ok(Self {
            writer: Mutex::new(writer),
            stream,
            waiting,
            next: AtomicU64::new(1),
            limit,
        })
    }

    /// Calls a method, of a session or of the browser itself, and waits for its result.
    pub fn call(&self, session: Option<&str>, method: &str, params: Value) -> Result<Value, Error> {
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        let mut message = json!({ "id": id, "method": method, "params": params });
        if let Some(session) = session {
            message["sessionId"] = json!(session);
        }
        let (send, result) = channel();
        {
            let mut waiting = lock(&self.waiting);
            if waiting.is_closed {
                return Err(Error::Closed);
            }
            waiting.calls.insert(id, send);
        }
        let text = Message::text(message.to_string());
        if lock(&self.writer).send(text).is_err() {
            lock(&self.waiting).calls.remove(&id);
            return Err(Error::Closed);
        }
        let mut answer = match result.recv_timeout(self.limit) {
            Ok(answer) => answer,
            Err(RecvTimeoutError::Disconnected) => return Err(Error::Closed),
            Err(RecvTimeoutError::Timeout) => {
                lock(&self.waiting).calls.remove(&id);
                return Err(Error::Timeout {
                    method: method.to_owned(),
                    limit: self.limit,
                });
            }
        };
        match answer["error"]["message"].as_str() {
            Some(message) => Err(Error::Refused {
                method: method.to_owned(),
                message: message.to_owned(),
            }),
            None => Ok(answer["result"].take()),
        }
    }

    /// All events of a session from now on, until the receiver is dropped.
    pub fn events(&self, session: &str) -> Receiver<Event> {
        let (send, events) = channel();
        let mut waiting = lock(&self.waiting);
        if !waiting.is_closed {
            waiting.events.push((session.to_owned(), send));
        }
        events
    }

    /// How long a call may take.
    pub fn limit(&self) -> Duration {
        self.limit
    }

    /// Ends the connection: every open call and every receiver of events ends too.
    pub fn close(&self) {
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}

/// Delivers messages until the connection ends.
fn read(mut socket: WebSocket<TcpStream>, waiting: &Mutex<Waiting>) {
    while let Ok(message) = socket.read() {
        let Message::Text(text) = message else {
            continue;
        };
        if let Ok(message) = serde_json::from_str(&text) {
            deliver(message, &mut lock(waiting));
        }
    }
    // Dropping the senders wakes up all receivers.
    *lock(waiting) = Waiting {
        is_closed: true,
        ..Waiting::default()
    };
}

fn deliver(mut message: Value, waiting: &mut Waiting) {
    if let Some(id) = message["id"].as_u64() {
        if let Some(call) = waiting.calls.remove(&id) {
            // The caller may have stopped waiting.
            let _ = call.send(message);
        }
        return;
    }
    let session = message["sessionId"].as_str().unwrap_or_default().to_owned();
    let Some(method) = message["method"].as_str().map(str::to_owned) else {
        return;
    };
    let event = Event {
        method,
        params: message["params"].take(),
    };
    waiting
        .events
        .retain(|(of, events)| *of != session || events.send(event.clone()).is_ok());
}

/// A message is delivered completely or not at all, so a panic elsewhere leaves nothing broken.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
