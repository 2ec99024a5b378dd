//! Compressed sizes.

use std::io::Write;

use flate2::Compression;
use flate2::write::{DeflateEncoder, GzEncoder};

/// Returns the bytes of `data` after brotli at quality 11 with a 22-bit window.
pub fn brotli_size(data: &[u8]) -> usize {
    let mut out = Vec::new();
    let params = brotli::enc::BrotliEncoderParams {
        quality: 11,
        lgwin: 22,
        size_hint: data.len(),
        ..Default::default()
    };
    brotli::BrotliCompress(&mut &data[..], &mut out, &params).expect("writing to memory");
    out.len()
}

/// Returns the bytes of `data` after `gzip -9`, without a file name or a time in the header.
pub fn gzip_size(data: &[u8]) -> usize {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(data).expect("writing to memory");
    encoder.finish().expect("writing to memory").len()
}

/// Returns `data` deflated by zlib at its highest level.
pub fn deflate(data: &[u8]) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(data).expect("writing to memory");
    encoder.finish().expect("writing to memory")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_equal_those_of_the_reference_programs() {
        // printf 'e2e4 %.0s' $(seq 200) | gzip -9n | wc -c
        let text = "e2e4 ".repeat(200);
        assert_eq!(gzip_size(text.as_bytes()), 33);
        assert!(brotli_size(text.as_bytes()) < gzip_size(text.as_bytes()));
    }
}
