//! Source maps (version 3, ECMA-426): from the script of a page through the composed script to the
//! fragments.

use golfchess_script::{Origin, source_map};

use super::{BuildError, Builder};
use crate::catalog::Variant;

/// A page for debugging.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MappedPage {
    /// The page. A comment at the end of its script names the map's file: the name of the page's
    /// file, and `.map`.
    pub page: String,
    /// The contents of that file. Positions in it are relative to the start of the script, as the
    /// developer tools of browsers expect it of scripts within a page.
    pub map: String,
}

impl Builder {
    /// The shortest page of a variant with a source map, for a file with this name. It is not packed.
    ///
    /// # Errors
    /// An error in a fragment or in the composed script, or no wrapper that can hold the comment
    /// with the map's name.
    pub fn build_with_source_map(
        &self,
        variant: &Variant,
        file: &str,
    ) -> Result<MappedPage, BuildError> {
        let spellings = self.spellings(variant)?;
        let script = self.templates.compose(variant, &spellings)?;
        let built = self.minified(variant, &spellings, &script.text)?;
        let options = self.options(variant)?;
        let script_error = |error| self.script_error(variant, &spellings, error);
        let tokens = golfchess_script::trace(&script.text, &built, &options)
            .map_err(|error| script_error(error.into()))?;
        let range = built.script_range(&options.wrappers).unwrap_or_default();
        let short = &built.page[range];
        let wrapper = options
            .wrappers
            .iter()
            .find(|wrapper| wrapper.name == built.wrapper);
        let page = wrapper
            .and_then(|wrapper| {
                wrapper.wrap(&format!("{short}\n//# sourceMappingURL={file}.map\n"))
            })
            .ok_or_else(|| script_error(golfchess_script::Error::Unwrappable(Vec::new())))?;
        let fragments = self.templates.fragments();
        let origin = |offset| {
            let position = script.position(offset)?;
            let (file, text) = fragments.get_key_value(&position.fragment)?;
            Some(Origin {
                file,
                text,
                line: position.line,
                column: position.column,
            })
        };
        let map = source_map(file, &script.text, &built.page, &tokens, &origin);
        Ok(MappedPage { page, map })
    }
}
