//! Chromium, opened as a reader of the README would open it: a page from disk,
//! real prompts and real alerts.

use std::path::Path;
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use golfchess_devtools::Event;
use serde_json::json;

use super::chromium::Chromium;
use super::referee::Dialog;

const PATIENCE: Duration = Duration::from_secs(20);

/// A page that is open in a browser, and the dialogs that it shows.
pub struct OpenPage {
    events: Receiver<Event>,
    chromium: Chromium,
}

impl OpenPage {
    pub fn open(path: &Path) -> Self {
        let chromium = Chromium::launch();
        let events = chromium.tab.events();
        chromium
            .tab
            .navigate(&format!("file://{}", path.display()))
            .expect("the page opens");
        Self { events, chromium }
    }

    /// The text and kind of the next dialog, if one opens in time.
    fn next(&self, limit: Duration) -> Option<(String, String)> {
        let until = Instant::now() + limit;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let event = self.events.recv_timeout(left).ok()?;
            if event.method == "Page.javascriptDialogOpening" {
                let text = |name: &str| event.params[name].as_str().expect("a text").to_owned();
                return Some((text("message"), text("type")));
            }
        }
    }

    /// The dialog that is open now; panics when none opens.
    pub fn dialog(&self) -> Dialog {
        let (text, kind) = self.next(PATIENCE).expect("a dialog");
        match kind.as_str() {
            "prompt" => {
                let lines: Vec<_> = text.trim_end().lines().map(str::trim_end).collect();
                Dialog::Prompt(lines.join("\n"))
            }
            "alert" => Dialog::Alert(text),
            other => panic!("a dialog of kind {other:?}"),
        }
    }

    /// Answers the open prompt, or closes the open alert; `None` is Cancel.
    pub fn answer(&self, text: Option<&str>) {
        let mut params = json!({ "accept": text.is_some() });
        if let Some(text) = text {
            params["promptText"] = json!(text);
        }
        let tab = &self.chromium.tab;
        tab.call("Page.handleJavaScriptDialog", params)
            .expect("an answer");
    }

    /// Whether the page stays silent for a while.
    pub fn is_silent(&self) -> bool {
        self.next(Duration::from_millis(500)).is_none()
    }
}
