//! Results kept by the digests of all that they depend on.

use std::fs;
use std::path::PathBuf;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::halves::digest;

/// A folder of results.
pub struct Cache(pub PathBuf);

impl Cache {
    /// The key of a result.
    pub fn key(parts: &[&str]) -> String {
        // No part can be taken for two.
        let all: Vec<String> = parts.iter().map(|part| digest(part.as_bytes())).collect();
        digest(all.concat().as_bytes())
    }

    pub fn get<T: DeserializeOwned>(&self, key: &str) -> Option<T> {
        serde_json::from_slice(&fs::read(self.file(key)).ok()?).ok()
    }

    /// A result is there whole or not at all, also after an interruption.
    pub fn put<T: Serialize>(&self, key: &str, result: &T) -> Result<(), String> {
        let file = self.file(key);
        let text = serde_json::to_vec(result).map_err(|error| format!("a result: {error}"))?;
        let folder = file.parent().unwrap_or(&self.0);
        let written = fs::create_dir_all(folder).and_then(|()| {
            let new = tempfile::NamedTempFile::new_in(folder)?;
            fs::write(new.path(), text)?;
            new.persist(&file).map_err(|error| error.error)?;
            Ok(())
        });
        written.map_err(|error| format!("{}: {error}", file.display()))
    }

    /// The result of a key, made if it is not there.
    pub fn kept<T: Serialize + DeserializeOwned>(
        &self,
        key: &str,
        make: impl FnOnce() -> Result<T, String>,
    ) -> Result<T, String> {
        if let Some(found) = self.get(key) {
            return Ok(found);
        }
        let made = make()?;
        self.put(key, &made)?;
        Ok(made)
    }

    fn file(&self, key: &str) -> PathBuf {
        self.0.join(&key[..2]).join(&key[2..])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_is_made_once() {
        let folder = tempfile::TempDir::new().unwrap();
        let cache = Cache(folder.path().to_owned());
        let key = Cache::key(&["a", "b"]);
        assert_ne!(key, Cache::key(&["ab", ""]));
        assert!(cache.kept::<u8>(&key, || Err("no".into())).is_err());
        assert_eq!(cache.kept(&key, || Ok(5)), Ok(5));
        assert_eq!(cache.kept(&key, || Ok(6)), Ok(5));
    }
}
