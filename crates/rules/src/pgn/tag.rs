//! The tag pairs of a game's header.

/// The tag pairs of a header, in their order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tags(Vec<(String, String)>);

/// A tag pair that PGN cannot represent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TagError {
    /// A name with other characters than PGN allows.
    #[error("{0:?} is not a tag name: use letters, digits and underscores")]
    Name(String),
    /// A value over more than one line.
    #[error("the value of the tag {0} must be one line without control characters")]
    Value(String),
}

pub(super) fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

impl Tags {
    /// No tag pairs.
    pub const fn new() -> Tags {
        Tags(Vec::new())
    }

    /// The value of a tag; `None` when the tag is missing.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter()
            .find_map(|(tag, value)| (tag == name).then_some(value))
    }

    /// The pairs as (name, value), in their order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Sets the value of a tag; adds the pair at the end when the tag is new.
    ///
    /// # Errors
    /// [`TagError`] when PGN cannot represent the name or the value.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), TagError> {
        if name.is_empty() || !name.bytes().all(is_name_byte) {
            return Err(TagError::Name(name.to_owned()));
        }
        if value.contains(char::is_control) {
            return Err(TagError::Value(name.to_owned()));
        }
        match self.0.iter_mut().find(|(tag, _)| tag == name) {
            Some((_, old)) => *old = value.to_owned(),
            None => self.0.push((name.to_owned(), value.to_owned())),
        }
        Ok(())
    }
}
