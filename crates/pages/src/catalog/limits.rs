//! How much pages may grow.

use std::fmt;

use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The `[gate]` table of a manifest or of a collection: how much pages may grow over their baseline.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GateLimits {
    /// The growth of each page. By default no page may grow.
    #[serde(default)]
    pub page: GrowthLimit,
    /// The growth of all pages of a collection together; `None` does not check the sum.
    #[serde(default)]
    pub total: Option<GrowthLimit>,
}

/// Growth that passes the gate.
#[derive(Debug, Clone, Copy, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GrowthLimit {
    /// Growth up to this amount passes with a note.
    #[serde(default)]
    pub limit: Growth,
    /// Growth up to this amount passes without a note.
    #[serde(default)]
    pub tolerance: Growth,
}

impl GrowthLimit {
    /// Returns the bytes that a size may grow: the limit, or the tolerance if that is larger.
    pub fn allowed(&self, size: usize) -> usize {
        self.limit.of(size).max(self.tolerance.of(size))
    }
}

/// An amount of growth: `8` in a manifest is bytes, `"0.5 %"` is a share of the baseline.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Growth {
    /// Bytes.
    Bytes(usize),
    /// Per cent of the baseline; the result is rounded down.
    Percent(f64),
}

impl Growth {
    /// Returns the amount in bytes for a baseline of `size` bytes.
    pub fn of(self, size: usize) -> usize {
        match self {
            Self::Bytes(bytes) => bytes,
            // A share that is a whole number must not be rounded down by a binary fraction.
            Self::Percent(share) => (size as f64 * share / 100.0 + 1e-9) as usize,
        }
    }

    fn parse(text: &str) -> Option<Self> {
        let number = text.strip_suffix('%')?.trim();
        let digits = number.chars().all(|c| c.is_ascii_digit() || c == '.');
        let share: f64 = number.parse().ok().filter(|_| digits)?;
        Some(Self::Percent(share))
    }
}

impl Default for Growth {
    fn default() -> Self {
        Self::Bytes(0)
    }
}

impl fmt::Display for Growth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bytes(bytes) => write!(f, "{bytes}"),
            Self::Percent(share) => write!(f, "{share} %"),
        }
    }
}

impl Serialize for Growth {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Bytes(bytes) => serializer.serialize_u64(*bytes as u64),
            Self::Percent(_) => serializer.collect_str(self),
        }
    }
}

impl<'de> Deserialize<'de> for Growth {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct GrowthVisitor;

        impl Visitor<'_> for GrowthVisitor {
            type Value = Growth;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("bytes such as 8, or a share such as \"0.5 %\"")
            }

            fn visit_i64<E: de::Error>(self, bytes: i64) -> Result<Growth, E> {
                let unexpected = || E::invalid_value(de::Unexpected::Signed(bytes), &self);
                let bytes = usize::try_from(bytes).map_err(|_| unexpected())?;
                Ok(Growth::Bytes(bytes))
            }

            fn visit_u64<E: de::Error>(self, bytes: u64) -> Result<Growth, E> {
                let unexpected = || E::invalid_value(de::Unexpected::Unsigned(bytes), &self);
                let bytes = usize::try_from(bytes).map_err(|_| unexpected())?;
                Ok(Growth::Bytes(bytes))
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Growth, E> {
                let unexpected = || E::invalid_value(de::Unexpected::Str(text), &self);
                Growth::parse(text).ok_or_else(unexpected)
            }
        }

        deserializer.deserialize_any(GrowthVisitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(text: &str) -> Result<GateLimits, String> {
        toml::from_str(text).map_err(|error| error.to_string())
    }

    #[test]
    fn bytes_and_per_cent_are_read() {
        let read = limits("page = { limit = 8, tolerance = '0.5 %' }").unwrap();
        assert_eq!(read.page.limit, Growth::Bytes(8));
        assert_eq!(read.page.tolerance, Growth::Percent(0.5));
        assert_eq!(read.total, None);
        assert_eq!(limits("").unwrap().page.allowed(1000), 0);
    }

    #[test]
    fn other_amounts_are_refused() {
        for amount in [
            "-1", "'1'", "'-1 %'", "'%'", "'1 % '", "'inf%'", "1.5", "'1e9%'",
        ] {
            let error = limits(&format!("page = {{ limit = {amount} }}")).unwrap_err();
            assert!(error.contains("expected bytes such as 8"), "{error}");
        }
    }

    #[test]
    fn a_share_is_rounded_down() {
        assert_eq!(Growth::Percent(0.5).of(999), 4);
        assert_eq!(Growth::Percent(0.1).of(1000), 1);
        assert_eq!(Growth::Percent(1.1).of(1000), 11);
    }

    #[test]
    fn the_larger_of_limit_and_tolerance_counts() {
        let read = limits("page = { limit = '1 %', tolerance = 3 }").unwrap();
        assert_eq!((read.page.allowed(100), read.page.allowed(500)), (3, 5));
    }
}
