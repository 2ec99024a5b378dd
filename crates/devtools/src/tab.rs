//! A tab of a browser.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Instant;

use serde_json::{Value, json};

use crate::connection::Connection;
use crate::{Error, Event};

/// An open tab. It stays open until [`Tab::close`] or the end of its browser.
pub struct Tab {
    connection: Arc<Connection>,
    target: String,
    session: String,
}

impl Tab {
    pub(crate) fn new(connection: &Arc<Connection>) -> Result<Self, Error> {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let blank = json!({ "url": "about:blank" });
        let target = connection.call(None, "Target.createTarget", blank)?;
        let target = text(&target["targetId"]);
        let attach = json!({ "targetId": target, "flatten": true });
        let session = connection.call(None, "Target.attachToTarget", attach)?;
        let tab = Self {
            connection: Arc::clone(connection),
            session: text(&session["sessionId"]),
            target,
        };
        tab.call("Page.enable", json!({}))?;
        Ok(tab)
    }

    /// Calls a method of the protocol, such as `Runtime.evaluate`.
    ///
    /// # Errors
    /// The browser refuses the call, does not answer in time, or has ended.
    pub fn call(&self, method: &str, params: Value) -> Result<Value, Error> {
        self.connection.call(Some(&self.session), method, params)
    }

    /// All events of this tab from now on. Events of a domain come only after a call of its
    /// `enable` method; those of `Page` are enabled.
    pub fn events(&self) -> Receiver<Event> {
        self.connection.events(&self.session)
    }

    /// Begins to load an address.
    ///
    /// # Errors
    /// The address cannot be loaded, or the call fails.
    pub fn navigate(&self, address: &str) -> Result<(), Error> {
        const METHOD: &str = "Page.navigate";
        let result = self.call(METHOD, json!({ "url": address }))?;
        match result["errorText"].as_str() {
            Some(message) => Err(Error::Refused {
                method: METHOD.to_owned(),
                message: format!("{address}: {message}"),
            }),
            None => Ok(()),
        }
    }

    /// Loads an address, and waits until its `load` event.
    ///
    /// # Errors
    /// The address cannot be loaded, or loads for too long.
    pub fn open(&self, address: &str) -> Result<(), Error> {
        const LOADED: &str = "Page.loadEventFired";
        let events = self.events();
        self.navigate(address)?;
        let limit = self.connection.limit();
        let until = Instant::now() + limit;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            match events.recv_timeout(left) {
                Ok(event) if event.method == LOADED => return Ok(()),
                Ok(_) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(Error::Closed),
                Err(RecvTimeoutError::Timeout) => {
                    return Err(Error::Timeout {
                        method: LOADED.to_owned(),
                        limit,
                    });
                }
            }
        }
    }

    /// Closes the tab.
    ///
    /// # Errors
    /// The browser does not answer or has ended.
    pub fn close(&self) -> Result<(), Error> {
        let target = json!({ "targetId": self.target });
        self.connection
            .call(None, "Target.closeTarget", target)
            .map(|_| ())
    }
}
