//! `cargo xtask msrv`: the build with the oldest supported Rust.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;

use serde::Deserialize;

#[derive(Deserialize)]
struct Manifest {
    workspace: Workspace,
}

#[derive(Deserialize)]
struct Workspace {
    package: Package,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Package {
    rust_version: String,
}

/// Checks everything but the tests with the toolchain of `rust-version`; rustup installs it.
pub fn run(root: &Path) -> Result<(), String> {
    let file = root.join("Cargo.toml");
    let text = fs::read_to_string(&file).map_err(|error| error.to_string());
    let manifest = text.and_then(|text| {
        let manifest: Result<Manifest, _> = toml::from_str(&text);
        manifest.map_err(|error| error.to_string())
    });
    let manifest = manifest.map_err(|reason| format!("{}: {reason}", file.display()))?;
    let mut version = manifest.workspace.package.rust_version;
    // Exactly this version, not its newest patch.
    if version.matches('.').count() == 1 {
        version += ".0";
    }
    let folder = crate::target(root).join("msrv");
    // The cargo that runs this names its own compiler in the environment.
    let variables = [
        ("RUSTUP_TOOLCHAIN", OsStr::new(&version)),
        ("CARGO_TARGET_DIR", folder.as_os_str()),
    ];
    let words = ["check", "--locked", "--workspace", "--lib", "--bins"];
    let help = format!("install it with `rustup toolchain install {version}`");
    let cargo = crate::command(Path::new("cargo"), &words);
    crate::run(cargo, "cargo", &words, &variables)
        .map_err(|reason| format!("{reason}; with Rust {version} missing, {help}"))
}
