//! Builds a catalog and prints the sizes of its pages.
//!
//! `cargo run -p golfchess-pages --example sizes [FOLDER OF THE MANIFEST]`

use std::error::Error;
use std::path::PathBuf;

use golfchess_pages::builder::{Builder, CatalogBuild};
use golfchess_pages::catalog::Catalog;

fn main() -> Result<(), Box<dyn Error>> {
    let tip = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/tip/templates");
    let folder = std::env::args_os().nth(1).map_or(tip.into(), PathBuf::from);
    let catalog = Catalog::load(&folder)?;
    let builder = Builder::load(&folder, &catalog)?;
    let build = CatalogBuild::new(&catalog, &builder, || ())?;
    for page in &build.pages {
        let sizes = page.entry.sizes();
        println!(
            "{:12} {:4} bytes, {:4} with gzip, {:4} with brotli",
            page.variant.name, sizes.bytes, sizes.gzip, sizes.brotli
        );
    }
    println!("{:12} {:4} bytes", "total", build.record().total());
    Ok(())
}
