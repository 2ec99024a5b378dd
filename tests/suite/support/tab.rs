//! A browser's tab on the site, driven by scripts as a visitor's hands would.

use std::path::{Path, PathBuf};
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use golfchess_devtools::Event;
use serde_json::{Value, json};

use super::chromium::Chromium;

/// How long something may take that a visitor waits for.
const PATIENCE: Duration = Duration::from_secs(300);

/// A tab and its events.
pub struct Visit {
    chromium: Chromium,
    events: Receiver<Event>,
}

/// The folder of the committed site.
pub fn dist() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("dist")
}

impl Visit {
    pub fn start() -> Self {
        let chromium = Chromium::launch();
        let events = chromium.tab.events();
        let visit = Self { chromium, events };
        visit.call("Runtime.enable", json!({}));
        visit.call("Log.enable", json!({}));
        visit
    }

    fn call(&self, method: &str, params: Value) -> Value {
        let result = self.chromium.tab.call(method, params);
        result.unwrap_or_else(|error| panic!("{error}"))
    }

    /// Opens an address and waits until its scripts have run.
    pub fn open(&self, address: &str) -> &Self {
        self.chromium.tab.open(address).expect("a page");
        self
    }

    /// Opens a page of the committed site from disk.
    pub fn page(&self, name: &str) -> &Self {
        self.open(&format!("file://{}", dist().join(name).display()))
    }

    /// What an expression gives; a promise is waited for.
    pub fn ask(&self, expression: &str) -> Value {
        let wrapped = format!("(async () => JSON.stringify(await ({expression}) ?? null))()");
        let params = json!({ "expression": wrapped, "returnByValue": true, "awaitPromise": true });
        let result = self.call("Runtime.evaluate", params);
        let text = result["result"]["value"].as_str();
        let text = text.unwrap_or_else(|| panic!("{expression}: {result}"));
        serde_json::from_str(text).expect("JSON")
    }

    /// Waits until an expression is true.
    pub fn until(&self, expression: &str) {
        let until = Instant::now() + PATIENCE;
        while self.ask(&format!("Boolean({expression})")) != true {
            assert!(Instant::now() < until, "never true: {expression}");
            std::thread::sleep(Duration::from_millis(200));
        }
    }

    pub fn click(&self, selector: &str) {
        self.ask(&format!("document.querySelector({selector:?}).click()"));
    }

    pub fn text(&self, selector: &str) -> String {
        let expression = format!("document.querySelector({selector:?}).innerText");
        self.ask(&expression).as_str().expect("a text").to_owned()
    }

    /// Presses a key where the focus is.
    pub fn press(&self, key: &str) {
        let (text, code) = match key {
            "Enter" => ("\r", 13),
            "ArrowUp" => ("", 38),
            other => panic!("add the code of the key {other}"),
        };
        let mut params = json!({
            "type": if text.is_empty() { "rawKeyDown" } else { "keyDown" },
            "key": key,
            "code": key,
            "windowsVirtualKeyCode": code,
        });
        if !text.is_empty() {
            params["text"] = json!(text);
        }
        self.call("Input.dispatchKeyEvent", params.clone());
        params["type"] = json!("keyUp");
        self.call("Input.dispatchKeyEvent", params);
    }

    pub fn width(&self, width: u32) -> &Self {
        let params =
            json!({ "width": width, "height": 900, "deviceScaleFactor": 1, "mobile": false });
        self.call("Emulation.setDeviceMetricsOverride", params);
        self
    }

    /// `light` or `dark`.
    pub fn scheme(&self, scheme: &str) -> &Self {
        let feature = json!({ "name": "prefers-color-scheme", "value": scheme });
        self.call(
            "Emulation.setEmulatedMedia",
            json!({ "features": [feature] }),
        );
        self
    }

    /// All errors since the last call.
    pub fn errors(&self) -> Vec<String> {
        let is_error = |event: &Event| match event.method.as_str() {
            "Runtime.exceptionThrown" => true,
            "Log.entryAdded" => event.params["entry"]["level"] == "error",
            _ => false,
        };
        let errors = self.events.try_iter().filter(is_error);
        errors.map(|event| event.params.to_string()).collect()
    }
}
