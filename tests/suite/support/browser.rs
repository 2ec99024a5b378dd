//! A page in Chromium, opened from disk, with the browser's own dialogs.

use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use headless_chrome::protocol::cdp::Page::DialogType;
use headless_chrome::protocol::cdp::types::Event;

use super::chromium::Chromium;
use super::referee::Dialog;

/// The limit of a wait for a dialog. It ends a test that hangs.
const TIMEOUT: Duration = Duration::from_secs(600);

/// An open page and its dialogs.
pub struct OpenPage {
    dialogs: Receiver<(String, DialogType)>,
    chromium: Chromium,
}

impl OpenPage {
    pub fn open(path: &Path) -> Self {
        let chromium = Chromium::launch();
        let (sender, dialogs) = channel();
        let listener = move |event: &Event| {
            if let Event::PageJavascriptDialogOpening(opening) = event {
                let dialog = (opening.params.message.clone(), opening.params.Type.clone());
                let _ = sender.send(dialog);
            }
        };
        chromium
            .tab
            .add_event_listener(Arc::new(listener))
            .expect("a listener");
        chromium
            .tab
            .navigate_to(&format!("file://{}", path.display()))
            .expect("the page opens");
        Self { dialogs, chromium }
    }

    /// Waits for the next dialog.
    pub fn dialog(&self) -> Dialog {
        let (text, kind) = self.dialogs.recv_timeout(TIMEOUT).expect("a dialog");
        match kind {
            DialogType::Prompt => {
                let lines: Vec<_> = text.trim_end().lines().map(str::trim_end).collect();
                Dialog::Prompt(lines.join("\n"))
            }
            DialogType::Alert => Dialog::Alert(text),
            other => panic!("a dialog of kind {other:?}"),
        }
    }

    /// Answers the open prompt or closes the open alert; `None` is Cancel.
    pub fn answer(&self, text: Option<&str>) {
        let dialog = self.chromium.tab.get_dialog();
        match text {
            Some(text) => dialog.accept(Some(text.to_owned())).expect("an answer"),
            None => dialog.dismiss().expect("Cancel"),
        }
    }

    /// Whether the page shows no dialog for half a second.
    pub fn is_silent(&self) -> bool {
        self.dialogs
            .recv_timeout(Duration::from_millis(500))
            .is_err()
    }
}
