//! Minifies modules that stay modules.

use anyhow::{Error, Result};
use golfchess_script::{Code, Draft, MinifyOptions, Module, Wrapper};

use super::job::Job;

impl Job<'_> {
    /// A module of a page with short names; `None` if it stays as it is. Its imports and exports keep their names.
    pub(super) fn module_of_page(
        &mut self,
        html: &str,
        code: &Code,
        around: &Wrapper,
    ) -> Result<Option<String>> {
        self.stop.look();
        let Ok(module) = Module::of_module(&code.text) else {
            return Ok(None);
        };
        if golfchess_markup::reads_script(html, &around.open) {
            return Ok(None);
        }
        let mut wrapper = Wrapper::script();
        if around.is_utf8() {
            // Its characters are read as they are.
            wrapper.open.insert(0, '\u{feff}');
        }
        let options = MinifyOptions {
            wrappers: vec![wrapper],
            keep: [&self.args.keep, module.free_names()].concat(),
            metric: self.args.metric,
            strategies: self.args.strategies.clone(),
            portable: false,
            quick: self.args.quick,
            aliases: self.args.has_aliases(),
            ascii: self.args.ascii,
            frame: None,
        };
        let Ok(draft) = Draft::of(module.script(), &options) else {
            return Ok(None);
        };
        let mut text = None;
        let check = &mut self.check;
        let accepted = draft.finish_accepted(&options, |minified| {
            let range = minified.script_range(&options.wrappers).unwrap_or_default();
            let decoded = module.decoded(&minified.page[range], options.metric);
            let fits = |text: &String| text.len() < code.text.len() && around.holds(text);
            text = decoded.filter(fits);
            Ok::<_, Error>(match (&text, &mut *check) {
                (None, _) => false,
                (Some(text), Some(check)) => check.accepts_page(around.page(text))?,
                (Some(_), None) => true,
            })
        })?;
        self.has_aliases |= accepted.as_ref().is_some_and(|made| made.has_aliases);
        Ok(accepted.and(text))
    }
}
