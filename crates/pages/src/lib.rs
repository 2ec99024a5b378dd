//! Builds families of tiny web pages from readable fragments and gates their sizes.
//!
//! [`catalog`] reads the manifest (flags and names); [`compose`] turns fragments into a readable
//! script; [`minify`] turns the script into the shortest page; [`build`] does both for one page or
//! a whole catalog; [`measure`] records the sizes and [`gate`] refuses growth. [`compare`] and [`cost`]
//! analyse records; [`experiment`] measures ideas that lost; [`mutation`] lists edits of a script.
//!
//! ```
//! use std::path::Path;
//!
//! use golfchess_pages::build::{Builder, CatalogBuild};
//! use golfchess_pages::catalog::Catalog;
//!
//! let folder = Path::new("../../examples/tip/templates");
//! let catalog = Catalog::load(folder)?;
//! let builder = Builder::load(folder, &catalog)?;
//!
//! // One page: the readable script and the finished page.
//! let variant = catalog.variant("tip_R_GU")?;
//! let script = builder.script(variant)?.text;
//! let built = builder.build(variant)?;
//! assert!(script.contains("Tip in %?") && built.page.contains("Tip in %?"));
//! assert!(built.page.len() < script.len());
//!
//! // All pages with their sizes.
//! let build = CatalogBuild::new(&catalog, &builder, || ())?;
//! assert_eq!(build.pages.len(), 6);
//! assert_eq!(build.record().pages[5].bytes, built.page.len());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![deny(missing_docs)]
#![forbid(unsafe_code)]

pub mod build;
pub mod catalog;
pub mod compare;
pub mod compose;
pub mod compress;
pub mod cost;
pub mod experiment;
pub mod files;
pub mod gate;
pub mod measure;
pub mod minify;
pub mod mutation;
pub mod text;
