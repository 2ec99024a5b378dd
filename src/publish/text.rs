//! The site's texts in all its languages.

use std::collections::BTreeMap;
use std::path::Path;

use minijinja::value::Kwargs;
use minijinja::{Error, ErrorKind, Value};
use serde::Deserialize;

use super::PublishError;
use super::sources::read;

/// The languages; the first one is shown where none has been chosen.
pub(super) const LANGUAGES: [&str; 2] = ["en", "tr"];

/// Texts by key, each by language.
#[derive(Clone, Debug, Default, Deserialize)]
pub(super) struct Texts {
    /// The names of files with further texts, which several pages have.
    #[serde(default)]
    include: Vec<String>,
    #[serde(flatten)]
    texts: BTreeMap<String, BTreeMap<String, String>>,
}

impl Texts {
    /// Reads a file of texts. Those of `manifest`, by their keys, are in the first language; the file
    /// has them in the others.
    pub fn load(path: &Path, manifest: &[(String, String)]) -> Result<Self, PublishError> {
        let own = Self::parse(&read(path)?, &path.display().to_string(), manifest)?;
        let mut texts = Self::default();
        for name in &own.include {
            texts = texts.with(Self::load(
                &path.with_file_name(format!("{name}.toml")),
                &[],
            )?);
        }
        Ok(texts.with(own))
    }

    fn parse(text: &str, place: &str, manifest: &[(String, String)]) -> Result<Self, PublishError> {
        let text_error = |reason: String| PublishError::Text {
            place: place.to_owned(),
            reason,
        };
        let Self { include, mut texts } =
            toml::from_str(text).map_err(|error| text_error(error.to_string()))?;
        let [first, ..] = LANGUAGES;
        for (key, text) in manifest {
            let languages = texts.entry(key.clone()).or_default();
            let text = escaped(text);
            if languages.insert(first.to_owned(), text).is_some() {
                return Err(text_error(format!(
                    "`{key}` has its text for `{first}` in the manifest; remove this one"
                )));
            }
        }
        for (key, languages) in &texts {
            for language in LANGUAGES {
                let text = languages.get(language).map_or("", String::as_str);
                if text.trim().is_empty() {
                    return Err(text_error(format!(
                        "`{key}` has no text for `{language}`; add it"
                    )));
                }
            }
            if let Some(other) = languages.keys().find(|l| !LANGUAGES.contains(&l.as_str())) {
                return Err(text_error(format!(
                    "`{key}` has an unknown language `{other}`"
                )));
            }
        }
        Ok(Self { include, texts })
    }

    /// These texts, and others, which go first.
    pub fn with(mut self, own: Self) -> Self {
        self.texts.extend(own.texts);
        self
    }

    /// The texts whose keys begin with `js_`, as JSON.
    pub fn for_scripts(&self) -> String {
        let texts: BTreeMap<_, _> = self
            .texts
            .iter()
            .filter(|(key, _)| key.starts_with("js_"))
            .collect();
        serde_json::to_string(&texts).expect("texts are plain data")
    }

    /// The function `t` of the templates: a text in all languages, of which the page shows one.
    pub fn function(self) -> impl Fn(&str, Kwargs) -> Result<Value, Error> + Send + Sync + 'static {
        move |key, values| {
            let missing = |reason| Error::new(ErrorKind::InvalidOperation, reason);
            let languages = self
                .texts
                .get(key)
                .ok_or_else(|| missing(format!("there is no text `{key}`")))?;
            let mut shown = String::new();
            for language in LANGUAGES {
                let mut text = languages[language].clone();
                for name in values.args() {
                    let value: Value = values.get(name)?;
                    text = text.replace(&format!("{{{name}}}"), &value.to_string());
                }
                shown.push_str(&format!("<span lang=\"{language}\">{text}</span>"));
            }
            values.assert_all_used()?;
            Ok(Value::from_safe_string(shown))
        }
    }
}

/// Text with nothing in it that HTML would read as markup.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_translation_is_an_error() {
        let error = Texts::parse("[play]\nen = \"Play\"\n", "home.toml", &[]).unwrap_err();
        let message = error.to_string();
        assert!(message.contains("`play` has no text for `tr`"), "{message}");
        assert!(Texts::parse("[play]\nen = \"Play\"\ntr = \"Oyna\"\n", "", &[]).is_ok());
    }

    #[test]
    fn the_manifest_has_some_texts_in_the_first_language() {
        let manifest = [("flag_X".to_owned(), "a < b".to_owned())];
        let parse = |text: &str| Texts::parse(text, "common.toml", &manifest);
        let texts = parse("[flag_X]\ntr = \"az\"\n").unwrap().texts;
        assert_eq!(texts["flag_X"]["en"], "a &lt; b");
        let message = |text: &str| parse(text).unwrap_err().to_string();
        assert!(message("").contains("common.toml: `flag_X` has no text for `tr`; add it"));
        assert!(message("[flag_X]\nen = \"x\"\ntr = \"az\"\n").contains("in the manifest; remove"));
    }

    #[test]
    fn a_text_comes_in_all_languages_with_its_values() {
        let texts = Texts::parse("[n]\nen = \"{n} bytes\"\ntr = \"{n} bayt\"\n", "", &[]).unwrap();
        let mut environment = minijinja::Environment::new();
        environment.add_function("t", texts.function());
        let shown = environment.render_str("{{ t('n', n=5) }}", ()).unwrap();
        assert_eq!(
            shown,
            "<span lang=\"en\">5 bytes</span><span lang=\"tr\">5 bayt</span>"
        );
        assert!(environment.render_str("{{ t('other') }}", ()).is_err());
    }
}
