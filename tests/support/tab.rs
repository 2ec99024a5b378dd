//! A browser's tab on the site, driven by scripts as a visitor's hands would.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use headless_chrome::browser::default_executable;
use headless_chrome::protocol::cdp::Emulation::{
    MediaFeature, SetDeviceMetricsOverride, SetEmulatedMedia,
};
use headless_chrome::protocol::cdp::Log::LogEntryLevel;
use headless_chrome::protocol::cdp::types::Event;
use headless_chrome::{Browser, LaunchOptions, Tab};
use serde_json::Value;
use tempfile::TempDir;

/// How long something may take that a visitor waits for.
const PATIENCE: Duration = Duration::from_secs(300);

/// A tab, and all errors that its pages have logged.
pub struct Visit {
    tab: Arc<Tab>,
    errors: Arc<Mutex<Vec<String>>>,
    // The browser ends with the visit, and its profile after it.
    _browser: Browser,
    _profile: TempDir,
}

/// The folder of the committed site.
pub fn dist() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("dist")
}

impl Visit {
    pub fn start() -> Self {
        let executable = default_executable()
            .expect("a browser: `cargo xtask test` installs one, or name it in $CHROME");
        let profile = tempfile::tempdir().expect("a folder");
        let options = LaunchOptions::default_builder()
            .path(Some(executable))
            // Chromium refuses its sandbox to root.
            .sandbox(false)
            .user_data_dir(Some(profile.path().to_owned()))
            .idle_browser_timeout(Duration::from_secs(180))
            .args(vec![
                "--disable-gpu".as_ref(),
                "--disable-quic".as_ref(),
                "--disable-component-update".as_ref(),
            ])
            .build()
            .expect("options");
        let browser = Browser::new(options).expect("a browser");
        let tab = browser.new_tab().expect("a tab");
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
        tab.add_event_listener(Arc::new(listener))
            .expect("a listener");
        tab.enable_runtime().expect("a runtime");
        tab.enable_log().expect("a log");
        Self {
            tab,
            errors,
            _browser: browser,
            _profile: profile,
        }
    }

    /// Opens an address and waits until its scripts have run.
    pub fn open(&self, address: &str) -> &Self {
        self.tab.navigate_to(address).expect("an address");
        self.tab.wait_until_navigated().expect("a page");
        self
    }

    /// Opens a page of the committed site from disk.
    pub fn page(&self, name: &str) -> &Self {
        self.open(&format!("file://{}", dist().join(name).display()))
    }

    /// What an expression gives; a promise is waited for.
    pub fn ask(&self, expression: &str) -> Value {
        let wrapped = format!("(async () => JSON.stringify(await ({expression}) ?? null))()");
        let result = self.tab.evaluate(&wrapped, true);
        let result = result.unwrap_or_else(|error| panic!("{expression}: {error}"));
        let text = result.value.unwrap_or_default();
        let text = text.as_str().unwrap_or_else(|| panic!("{expression}"));
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
        self.tab.press_key(key).expect("a key");
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
        self.tab.call_method(metrics).expect("a width");
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
        self.tab.call_method(media).expect("a scheme");
        self
    }

    /// All errors since the last call.
    pub fn errors(&self) -> Vec<String> {
        std::mem::take(&mut *self.errors.lock().expect("no panic"))
    }
}
