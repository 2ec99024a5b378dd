//! A browser's tab on the site, driven by scripts.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use golfchess_parity::host::Kind;
use headless_chrome::protocol::cdp::Emulation::{
    MediaFeature, SetDeviceMetricsOverride, SetEmulatedMedia,
};
use headless_chrome::protocol::cdp::Input::{
    DispatchMouseEvent, DispatchMouseEventTypeOption, DispatchTouchEvent,
    DispatchTouchEventTypeOption, MouseButton, TouchPoint,
};
use headless_chrome::protocol::cdp::Log::LogEntryLevel;
use headless_chrome::protocol::cdp::types::Event;
use serde_json::Value;

use super::chromium::Chromium;
use super::served::Served;
use super::visit::{Visitor, visitor};

/// The limit of a wait for a page. It ends a test that hangs.
const TIMEOUT: Duration = Duration::from_secs(600);

/// A tab and the errors that its pages log.
pub struct Visit {
    tab: Tab,
    errors: Arc<Mutex<Vec<String>>>,
}

enum Tab {
    /// It opens the pages of the site from disk.
    Chromium(Box<Chromium>),
    /// Another browser. It opens them from a server: Firefox keeps no choice of a language between
    /// two files.
    Other(Mutex<Box<dyn Visitor>>, Served),
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
        Self {
            tab: Tab::Chromium(Box::new(chromium)),
            errors,
        }
    }

    /// A tab of Firefox or WebKitGTK.
    pub fn start_in(kind: Kind) -> Self {
        let visitor = visitor(kind).expect("a browser: `cargo xtask browser --all` installs it");
        Self {
            tab: Tab::Other(Mutex::new(visitor), Served::start()),
            errors: Arc::default(),
        }
    }

    fn chromium(&self) -> &Chromium {
        match &self.tab {
            Tab::Chromium(chromium) => chromium,
            Tab::Other(..) => panic!("only Chromium does this"),
        }
    }

    /// Opens an address and waits until its scripts have run.
    pub fn open(&self, address: &str) -> &Self {
        match &self.tab {
            Tab::Chromium(chromium) => {
                chromium.tab.navigate_to(address).expect("an address");
                // Not by `document.readyState`: an expression can still run in the page that is left,
                // and its result can then be lost.
                chromium.tab.wait_until_navigated().expect("a page");
            }
            Tab::Other(visitor, _) => {
                let mut visitor = visitor.lock().expect("no panic");
                visitor.visit(address).expect("a page");
            }
        }
        self
    }

    /// Opens a page of the committed site.
    pub fn page(&self, name: &str) -> &Self {
        match &self.tab {
            Tab::Chromium(_) => self.open(&format!("file://{}", dist().join(name).display())),
            Tab::Other(_, site) => self.open(&site.address(name)),
        }
    }

    /// What an expression gives; a promise is waited for.
    pub fn ask(&self, expression: &str) -> Value {
        let wrapped = format!("(async () => JSON.stringify(await ({expression}) ?? null))()");
        let text = match &self.tab {
            Tab::Chromium(chromium) => {
                let result = chromium.tab.evaluate(&wrapped, true);
                let result = result.unwrap_or_else(|error| panic!("{expression}: {error}"));
                let text = result.value.unwrap_or_default();
                let text = text.as_str().unwrap_or_else(|| panic!("{expression}"));
                text.to_owned()
            }
            Tab::Other(visitor, _) => {
                let result = visitor.lock().expect("no panic").ask(&wrapped);
                result.unwrap_or_else(|error| panic!("{expression}: {error}"))
            }
        };
        serde_json::from_str(&text).expect("JSON")
    }

    /// Waits until an expression is true.
    pub fn until(&self, expression: &str) {
        let until = Instant::now() + TIMEOUT;
        while self.ask(&format!("Boolean({expression})")) != true {
            assert!(Instant::now() < until, "never true: {expression}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    pub fn click(&self, selector: &str) {
        self.ask(&format!("document.querySelector({selector:?}).click()"));
    }

    pub fn text(&self, selector: &str) -> String {
        let expression = format!("document.querySelector({selector:?}).innerText");
        self.ask(&expression).as_str().expect("a text").to_owned()
    }

    /// Presses Enter or ArrowUp where the focus is.
    pub fn press(&self, key: &str) {
        match &self.tab {
            Tab::Chromium(chromium) => {
                chromium.tab.press_key(key).expect("a key");
            }
            Tab::Other(visitor, _) => {
                // The codes of WebDriver.
                let code = match key {
                    "Enter" => '\u{e007}',
                    "ArrowUp" => '\u{e013}',
                    other => panic!("no code for {other}"),
                };
                let pressed = visitor.lock().expect("no panic").press(code);
                pressed.expect("a key");
            }
        }
    }

    pub fn width(&self, width: u32) -> &Self {
        self.window(width, 900)
    }

    pub fn window(&self, width: u32, height: u32) -> &Self {
        let metrics = SetDeviceMetricsOverride {
            width,
            height,
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
        self.chromium().tab.call_method(metrics).expect("a width");
        self
    }

    /// The middle of an element in the window.
    pub fn middle(&self, selector: &str) -> [f64; 2] {
        let place = self.ask(&format!(
            "(({{ x, y, width, height }}) => [x + width / 2, y + height / 2])(
               document.querySelector({selector:?}).getBoundingClientRect())"
        ));
        serde_json::from_value(place).expect("a place")
    }

    /// Taps a place of the window with a finger.
    pub fn touch(&self, [x, y]: [f64; 2]) {
        let finger = TouchPoint {
            x,
            y,
            radius_x: None,
            radius_y: None,
            rotation_angle: None,
            force: None,
            tangential_pressure: None,
            tilt_x: None,
            tilt_y: None,
            twist: None,
            id: None,
        };
        for (kind, touch_points) in [
            (DispatchTouchEventTypeOption::TouchStart, vec![finger]),
            (DispatchTouchEventTypeOption::TouchEnd, vec![]),
        ] {
            let event = DispatchTouchEvent {
                Type: kind,
                touch_points,
                modifiers: None,
                timestamp: None,
            };
            self.chromium().tab.call_method(event).expect("a finger");
        }
    }

    /// Clicks a place of the window with the mouse.
    pub fn mouse(&self, place: [f64; 2]) {
        use DispatchMouseEventTypeOption::{MouseMoved, MousePressed, MouseReleased};
        self.move_mouse(&[
            (MouseMoved, place, 0),
            (MousePressed, place, 1),
            (MouseReleased, place, 0),
        ]);
    }

    /// Drags the mouse from the middle of one element to that of another.
    pub fn drag(&self, from: &str, to: &str) {
        use DispatchMouseEventTypeOption::{MouseMoved, MousePressed, MouseReleased};
        let (from, to) = (self.middle(from), self.middle(to));
        self.move_mouse(&[
            (MouseMoved, from, 0),
            (MousePressed, from, 1),
            (MouseMoved, to, 1),
            (MouseReleased, to, 0),
        ]);
    }

    /// Events of the mouse, with their places and the buttons that are down.
    fn move_mouse(&self, events: &[(DispatchMouseEventTypeOption, [f64; 2], u32)]) {
        for (kind, [x, y], buttons) in events.iter().cloned() {
            let event = DispatchMouseEvent {
                Type: kind,
                x,
                y,
                button: Some(MouseButton::Left),
                buttons: Some(buttons),
                click_count: Some(1),
                modifiers: None,
                timestamp: None,
                force: None,
                tangential_pressure: None,
                tilt_x: None,
                tilt_y: None,
                twist: None,
                delta_x: None,
                delta_y: None,
                pointer_Type: None,
            };
            self.chromium().tab.call_method(event).expect("a mouse");
        }
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
        self.chromium().tab.call_method(media).expect("a scheme");
        self
    }

    /// All errors since the last call.
    pub fn errors(&self) -> Vec<String> {
        let mut errors = std::mem::take(&mut *self.errors.lock().expect("no panic"));
        if let Tab::Other(visitor, _) = &self.tab {
            let mut visitor = visitor.lock().expect("no panic");
            errors.extend(visitor.errors().expect("a browser that works"));
        }
        errors
    }
}
