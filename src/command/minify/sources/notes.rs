//! What is said of files that a page names.

use std::path::Path;

use anyhow::Error;
use golfchess_markup::files::{FileError, Place, ReadError, Reason, Stays};

use super::{Folder, Wanted};
use crate::output::{help, message};

/// Notes on the files and addresses that stay outside of the page; `kept` is why all do.
pub fn say(
    args: &Wanted<'_>,
    folder: &Folder,
    stays: &[Stays],
    remote: &[String],
    kept: Option<Reason>,
) {
    if let Some(reason) = kept {
        message(format_args!(
            "note: the files that the page names stay outside of it: {reason}"
        ));
    }
    for file in stays {
        let place = place(args, folder, &file.place);
        let path = folder.shown(&file.path);
        message(format_args!(
            "note: {} stays outside of the page ({place}): {}",
            path.display(),
            file.reason
        ));
    }
    for address in remote {
        message(format_args!("note: the page needs {address}"));
    }
}

/// A place in the page or in a style sheet.
fn place(args: &Wanted<'_>, folder: &Folder, place: &Place) -> String {
    let file = match &place.file {
        Some(file) => folder.shown(file),
        None => args.file.to_owned(),
    };
    format!("{}:{}:{}", file.display(), place.line, place.column)
}

/// The error of a file that cannot be read.
pub fn failed(args: &Wanted<'_>, folder: &mut Folder, error: &FileError) -> Error {
    if let Some(reason) = folder.failed.take() {
        return reason.context(place(args, folder, &error.place));
    }
    let or_leave = match args.has_options {
        true => ", or leave all files outside of the page with --keep-files",
        false => "",
    };
    let help = match &error.error {
        ReadError::Missing(_) if error.is_from_root => {
            format!(
                "an address that begins with `/` leads from the folder of the page; if the page lies below the root of \
                 its server, write the way from the page{or_leave}"
            )
        }
        ReadError::Missing(_) => format!("correct the address{or_leave}"),
        ReadError::Outside(_) if !args.has_options => {
            "move the file into the folder of the page".to_owned()
        }
        ReadError::Outside(file) => {
            let parent = Path::new(file).parent().unwrap_or(Path::new("."));
            format!("add --allow {}", parent.display())
        }
        ReadError::Failed(..) | ReadError::Module(_) => {
            format!("correct the file{or_leave}")
        }
    };
    let place = place(args, folder, &error.place);
    help::error(format!("{place}: {error}"), help)
}
