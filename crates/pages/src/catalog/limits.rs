//! How much pages may grow.

use serde::Deserialize;

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

/// Amount that passes the gate.
#[derive(Debug, Clone, Copy, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GrowthLimit {
    /// Amount up to this amount passes with a note.
    #[serde(default)]
    pub limit: Amount,
    /// Amount up to this amount passes without a note.
    #[serde(default)]
    pub tolerance: Amount,
}

impl GrowthLimit {
    /// Returns the bytes that a size may grow: the limit, or the tolerance if that is larger.
    pub fn allowed(&self, size: usize) -> usize {
        self.limit.of(size).max(self.tolerance.of(size))
    }
}

/// An amount of growth: `8` in a manifest is bytes, `"0.5 %"` is a share of the baseline.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(try_from = "toml::Value")]
pub enum Amount {
    /// Bytes.
    Bytes(usize),
    /// Per cent of the baseline; the result is rounded down.
    Percent(f64),
}

impl Amount {
    /// Returns the amount in bytes for a baseline of `size` bytes.
    pub fn of(self, size: usize) -> usize {
        match self {
            Self::Bytes(bytes) => bytes,
            // A share that is a whole number must not be rounded down by a binary fraction.
            Self::Percent(share) => (size as f64 * share / 100.0 + 1e-9) as usize,
        }
    }
}

impl Default for Amount {
    fn default() -> Self {
        Self::Bytes(0)
    }
}

impl TryFrom<toml::Value> for Amount {
    type Error = String;

    fn try_from(value: toml::Value) -> Result<Self, String> {
        let amount = match &value {
            toml::Value::Integer(bytes) => usize::try_from(*bytes).ok().map(Self::Bytes),
            toml::Value::String(text) => text.strip_suffix('%').and_then(|number| {
                let number = number.trim();
                let digits = number.chars().all(|c| c.is_ascii_digit() || c == '.');
                number.parse().ok().filter(|_| digits).map(Self::Percent)
            }),
            _ => None,
        };
        amount.ok_or_else(|| {
            format!(
                "invalid value: {value}, expected bytes such as 8, or a share such as \"0.5 %\""
            )
        })
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
        assert_eq!(read.page.limit, Amount::Bytes(8));
        assert_eq!(read.page.tolerance, Amount::Percent(0.5));
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
        assert_eq!(Amount::Percent(0.5).of(999), 4);
        assert_eq!(Amount::Percent(0.1).of(1000), 1);
        assert_eq!(Amount::Percent(1.1).of(1000), 11);
    }

    #[test]
    fn the_larger_of_limit_and_tolerance_counts() {
        let read = limits("page = { limit = '1 %', tolerance = 3 }").unwrap();
        assert_eq!((read.page.allowed(100), read.page.allowed(500)), (3, 5));
    }
}
