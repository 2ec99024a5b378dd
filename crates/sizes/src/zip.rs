//! Zip containers: the files of a page, deflated as well as possible.

use std::num::NonZeroU64;

use flate2::Crc;

/// A file in a container.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry<'e> {
    /// Its name, with `/` between folders.
    pub name: &'e str,
    /// Its bytes.
    pub data: &'e [u8],
}

/// Why files cannot be in one container.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum ZipError {
    /// Programs would write one over the other.
    #[error("two entries have the name `{0}`")]
    Twice(String),
    /// The format has 16 bits for their number, and for the bytes of a name.
    #[error(
        "a container has at most {MOST_NAMED} entries, with names of at most {MOST_NAMED} bytes"
    )]
    Names,
    /// The format has 32 bits for sizes and places.
    #[error("a container has at most {} bytes", u32::MAX)]
    Size,
}

/// The largest number in 16 bits.
const MOST_NAMED: usize = u16::MAX as usize;

/// The name of a page in its container: hosts of games open this file.
pub const PAGE: &str = "index.html";

/// Iterations of zopfli.
const ITERATIONS: NonZeroU64 = NonZeroU64::new(60).unwrap();

/// The version that a program needs to read deflated entries: 2.0 (APPNOTE.TXT 4.4.3).
const VERSION: u16 = 20;

/// Bit 11: the name is in UTF-8 (APPNOTE.TXT 4.4.4).
const UTF8: u16 = 1 << 11;

/// 1 January 1980, the first date of the format: the same files make the same bytes at any time.
const DATE: u16 = 1 << 5 | 1;

/// The container of these files, in this order. The same files always make the same bytes.
///
/// # Errors
/// A name is there twice, or the files are too many or too large.
pub fn archive(entries: &[Entry<'_>]) -> Result<Vec<u8>, ZipError> {
    container(entries, deflate)
}

/// The same, deflated by zlib alone: somewhat larger, in much less time.
///
/// # Errors
/// As [`archive`].
pub fn quick_archive(entries: &[Entry<'_>]) -> Result<Vec<u8>, ZipError> {
    container(entries, crate::compress::deflate)
}

fn container(
    entries: &[Entry<'_>],
    deflate: impl Fn(&[u8]) -> Vec<u8>,
) -> Result<Vec<u8>, ZipError> {
    let (mut out, mut directory) = (Vec::new(), Vec::new());
    for (at, entry) in entries.iter().enumerate() {
        if entries[..at].iter().any(|other| other.name == entry.name) {
            return Err(ZipError::Twice(entry.name.to_owned()));
        }
        let place = limited(out.len())?;
        let (method, packed) = smaller(entry.data, deflate(entry.data));
        let described = description(entry, method, &packed)?;
        out.extend(b"PK\x03\x04");
        out.extend(&described);
        out.extend(entry.name.as_bytes());
        out.extend(&packed);
        directory.extend(b"PK\x01\x02");
        directory.extend(VERSION.to_le_bytes());
        directory.extend(&described);
        // No comment, the first disk, no attributes.
        directory.extend([0; 10]);
        directory.extend(place.to_le_bytes());
        directory.extend(entry.name.as_bytes());
    }
    let count = u16::try_from(entries.len()).map_err(|_| ZipError::Names)?;
    let place = limited(out.len())?;
    let length = limited(directory.len())?;
    out.extend(&directory);
    out.extend(b"PK\x05\x06");
    // Of the first and only disk.
    out.extend([0; 4]);
    out.extend(count.to_le_bytes());
    out.extend(count.to_le_bytes());
    out.extend(length.to_le_bytes());
    out.extend(place.to_le_bytes());
    // No comment.
    out.extend([0; 2]);
    limited(out.len())?;
    Ok(out)
}

/// The bytes of the container with a page alone.
pub fn size(page: &str) -> usize {
    let (_, packed) = smaller(page.as_bytes(), deflate(page.as_bytes()));
    packed.len() + CONTAINER
}

/// The bytes of the container with a page alone, but for the page: a local header and a central header with
/// the name, and the end record (APPNOTE.TXT 4.3.7, 4.3.12, 4.3.16).
pub const CONTAINER: usize = 30 + 46 + 2 * PAGE.len() + 22;

/// What the local and the central header of an entry have in common (APPNOTE.TXT 4.3.7).
fn description(entry: &Entry<'_>, method: u16, packed: &[u8]) -> Result<Vec<u8>, ZipError> {
    let mut crc = Crc::new();
    crc.update(entry.data);
    let name = u16::try_from(entry.name.len()).map_err(|_| ZipError::Names)?;
    let flags = if entry.name.is_ascii() { 0 } else { UTF8 };
    // (Midnight.)
    let halves = [VERSION, flags, method, 0, DATE];
    let words = [
        crc.sum(),
        limited(packed.len())?,
        limited(entry.data.len())?,
    ];
    let mut out: Vec<u8> = halves.iter().flat_map(|half| half.to_le_bytes()).collect();
    out.extend(words.iter().flat_map(|word| word.to_le_bytes()));
    out.extend(name.to_le_bytes());
    // No extra field.
    out.extend([0; 2]);
    Ok(out)
}

fn limited(bytes: usize) -> Result<u32, ZipError> {
    u32::try_from(bytes).map_err(|_| ZipError::Size)
}

/// The method and the bytes of an entry: deflated, or as they are where that is smaller.
fn smaller(data: &[u8], packed: Vec<u8>) -> (u16, Vec<u8>) {
    match packed.len() < data.len() {
        true => (8, packed),
        false => (0, data.to_vec()),
    }
}

/// The smaller result of zopfli and of zlib at its highest level.
fn deflate(data: &[u8]) -> Vec<u8> {
    let options = zopfli::Options {
        iteration_count: ITERATIONS,
        ..zopfli::Options::default()
    };
    let mut packed = Vec::new();
    zopfli::compress(options, zopfli::Format::Deflate, data, &mut packed)
        .expect("writing to memory");
    let other = crate::compress::deflate(data);
    match other.len() < packed.len() {
        true => other,
        false => packed,
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Read};

    use super::*;

    /// A text that deflate makes smaller, and one that it does not.
    fn texts() -> [String; 2] {
        let many: String = (0..900).map(|at| format!("a{}=b({at});", at % 7)).collect();
        [many, "a=1".to_owned()]
    }

    #[test]
    fn another_reader_finds_the_files() {
        let [many, short] = texts();
        let entries = [(PAGE, &many), ("sound/\u{e9}.txt", &short)];
        let entries = entries.map(|(name, text)| Entry {
            name,
            data: text.as_bytes(),
        });
        let bytes = archive(&entries).unwrap();
        assert_eq!(bytes, archive(&entries).unwrap());
        let quick = quick_archive(&entries).unwrap();
        assert!(bytes.len() <= quick.len() && quick.len() < many.len());
        for bytes in [bytes, quick] {
            let mut found = ::zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
            assert_eq!(found.len(), 2);
            for (at, entry) in entries.iter().enumerate() {
                let mut file = found.by_index(at).unwrap();
                assert_eq!(file.name(), entry.name);
                assert_eq!(file.last_modified(), Some(::zip::DateTime::default()));
                let mut data = Vec::new();
                // The reader checks the sum.
                file.read_to_end(&mut data).unwrap();
                assert_eq!(data, entry.data);
            }
        }
    }

    #[test]
    fn the_size_is_that_of_the_container() {
        for text in texts() {
            let entry = Entry {
                name: PAGE,
                data: text.as_bytes(),
            };
            assert_eq!(archive(&[entry]).unwrap().len(), size(&text));
            assert_eq!(crate::metric::Metric::Zip.measure(&text), size(&text));
        }
    }

    #[test]
    fn a_name_is_there_once() {
        let entry = Entry {
            name: "a",
            data: b"",
        };
        assert_eq!(
            archive(&[entry, entry]),
            Err(ZipError::Twice("a".to_owned()))
        );
    }
}
