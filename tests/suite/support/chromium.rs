//! A browser of its own for a test.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use golfchess_parity::host::{Kind, installed};
use headless_chrome::{Browser, LaunchOptions, Tab};
use tempfile::TempDir;

/// The limit of a wait for the browser. It ends a test that hangs, and is far longer than a busy
/// machine needs.
const TIMEOUT: Duration = Duration::from_secs(600);

/// A browser with an empty profile and one tab.
pub struct Chromium {
    pub tab: Arc<Tab>,
    // The browser ends with its tab, and its profile after it.
    _browser: Browser,
    _profile: TempDir,
}

impl Chromium {
    pub fn launch() -> Self {
        let executable = installed(Kind::Chrome)
            .expect("a browser: `cargo xtask test` installs one, or name it in $CHROME")
            .path;
        // On a busy machine a browser may not start in time.
        let started = (0..5).find_map(|_| Self::start(&executable).ok());
        started.unwrap_or_else(|| Self::start(&executable).expect("a browser"))
    }

    fn start(executable: &Path) -> anyhow::Result<Self> {
        let profile = tempfile::tempdir().expect("a folder");
        let options = LaunchOptions::default_builder()
            .path(Some(executable.to_owned()))
            // The browser takes a free port: another process could take one that is chosen here.
            .port(Some(0))
            // Chromium refuses its sandbox to root.
            .sandbox(false)
            .user_data_dir(Some(profile.path().to_owned()))
            .idle_browser_timeout(TIMEOUT)
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
            .build()?;
        let browser = Browser::new(options)?;
        let tab = browser.new_tab()?;
        tab.set_default_timeout(TIMEOUT);
        Ok(Self {
            tab,
            _browser: browser,
            _profile: profile,
        })
    }
}
