//! A browser's tab on the site, driven by scripts.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use headless_chrome::protocol::cdp::Emulation::{
    MediaFeature, SetDeviceMetricsOverride, SetEmulatedMedia,
};
use headless_chrome::protocol::cdp::Log::LogEntryLevel;
use headless_chrome::protocol::cdp::types::Event;
use serde_json::Value;

use super::chromium::Chromium;

/// The limit of a wait for a page. It ends a test that hangs.
const TIMEOUT: Duration = Duration::from_secs(600);

/// A tab and the errors that its pages log.
pub struct Visit {
    chromium: Chromium,
    errors: Arc<Mutex<Vec<String>>>,
}

/// The folder of the committed site.
pub fn dist() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("dist")
}

impl Visit {
    pub fn start() -> Self {
        let chromium = Chromium::launch();
        let errors = Arc::new(Mutex::new(Vec::new()));
        let log = Arc::clone(&errors);
        let listener = move |event: &Event| {
            let error = match event {
                Event::RuntimeExceptionThrown(thrown) => {
                    format!("{:?}", thrown.params.exception_details)
                }
                Event::LogEntryAdded(entry) if entry.params.entry.level == LogEntryLevel::Error => {
                    format!("{:?}", entry.params.entry)
                }
                _ => return,
            };
            log.lock().expect("no panic").push(error);
        };
        chromium
            .tab
            .add_event_listener(Arc::new(listener))
            .expect("a listener");
        chromium.tab.enable_runtime().expect("a runtime");
        chromium.tab.enable_log().expect("a log");
        Self { chromium, errors }
    }

    /// Opens an address and waits until its scripts have run.
    pub fn open(&self, address: &str) -> &Self {
        self.chromium.tab.navigate_to(address).expect("an address");
        self.chromium.tab.wait_until_navigated().expect("a page");
        self
    }

    /// Opens a page of the committed site from disk.
    pub fn page(&self, name: &str) -> &Self {
        self.open(&format!("file://{}", dist().join(name).display()))
    }

    /// What an expression gives; a promise is waited for.
    pub fn ask(&self, expression: &str) -> Value {
        let wrapped = format!("(async () => JSON.stringify(await ({expression}) ?? null))()");
        let result = self.chromium.tab.evaluate(&wrapped, true);
        let result = result.unwrap_or_else(|error| panic!("{expression}: {error}"));
        let text = result.value.unwrap_or_default();
        let text = text.as_str().unwrap_or_else(|| panic!("{expression}"));
        serde_json::from_str(text).expect("JSON")
    }

    /// Waits until an expression is true.
    pub fn until(&self, expression: &str) {
        let until = Instant::now() + TIMEOUT;
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
        self.chromium.tab.press_key(key).expect("a key");
    }

    pub fn width(&self, width: u32) -> &Self {
        let metrics = SetDeviceMetricsOverride {
            width,
            height: 900,
            device_scale_factor: 1.0,
            mobile: false,
            scale: None,
            screen_width: None,
            screen_height: None,
            position_x: None,
            position_y: None,
            dont_set_visible_size: None,
            screen_orientation: None,
            viewport: None,
            display_feature: None,
            device_posture: None,
        };
        self.chromium.tab.call_method(metrics).expect("a width");
        self
    }

    /// `light` or `dark`.
    pub fn scheme(&self, scheme: &str) -> &Self {
        let features = vec![MediaFeature {
            name: "prefers-color-scheme".to_owned(),
            value: scheme.to_owned(),
        }];
        let media = SetEmulatedMedia {
            media: None,
            features: Some(features),
        };
        self.chromium.tab.call_method(media).expect("a scheme");
        self
    }

    /// All errors since the last call.
    pub fn errors(&self) -> Vec<String> {
        std::mem::take(&mut *self.errors.lock().expect("no panic"))
    }
}
