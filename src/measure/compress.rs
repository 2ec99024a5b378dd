//! The size of a page on the wire.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;

/// Bytes after brotli at quality 11 with a 22-bit window.
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

/// Bytes after `gzip -9`, without a file name or a time in the header.
pub fn gzip_size(data: &[u8]) -> usize {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(data).expect("writing to memory");
    encoder.finish().expect("writing to memory").len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repetition_compresses_and_nothing_has_a_header() {
        let text = "e2e4 ".repeat(200);
        assert!(brotli_size(text.as_bytes()) < 40);
        assert!(gzip_size(text.as_bytes()) < 60);
        assert!(gzip_size(b"") >= 18);
    }
}
