//! A browser of its own for a test.

use std::sync::Arc;
use std::time::Duration;

use headless_chrome::browser::default_executable;
use headless_chrome::{Browser, LaunchOptions, Tab};
use tempfile::TempDir;

/// A browser with an empty profile and one tab.
pub struct Chromium {
    pub tab: Arc<Tab>,
    // The browser ends with its tab, and its profile after it.
    _browser: Browser,
    _profile: TempDir,
}

impl Chromium {
    pub fn launch() -> Self {
        let executable = default_executable()
            .expect("a browser: `cargo xtask test` installs one, or name it in $CHROME");
        let profile = tempfile::tempdir().expect("a folder");
        let options = LaunchOptions::default_builder()
            .path(Some(executable))
            // Chromium refuses its sandbox to root.
            .sandbox(false)
            .user_data_dir(Some(profile.path().to_owned()))
            .idle_browser_timeout(Duration::from_secs(180))
            .args(
                [
                    "--disable-gpu",
                    "--disable-quic",
                    "--disable-background-networking",
                    "--disable-component-update",
                    "--disable-sync",
                ]
                .map(std::ffi::OsStr::new)
                .to_vec(),
            )
            .build()
            .expect("options");
        let browser = Browser::new(options).expect("a browser");
        let tab = browser.new_tab().expect("a tab");
        Self {
            tab,
            _browser: browser,
            _profile: profile,
        }
    }
}
