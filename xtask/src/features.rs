//! The features of dependencies, which decide what each command compiles anew.

use std::collections::BTreeSet;
use std::path::Path;

use crate::cargo_output;
use crate::test::TEST;

/// Checks that a build and the tests compile the same dependencies; an error lists those that differ.
pub fn check(root: &Path) -> Result<(), String> {
    let build = compiled(root, &["--edges", "normal,build"])?;
    let packages = TEST
        .iter()
        .filter(|word| **word != "test" && **word != "--release");
    let packages: Vec<&str> = packages.copied().collect();
    let tests = compiled(
        root,
        &[&packages[..], &["--edges", "normal,build,dev"]].concat(),
    )?;
    let differing: Vec<&str> = build.difference(&tests).map(String::as_str).collect();
    match differing.is_empty() {
        true => Ok(()),
        false => Err(format!(
            "the tests compile these dependencies again, with more features; `cargo tree --edges \
             features,dev --workspace --invert PACKAGE` shows which package asks for them:\n  {}",
            differing.join("\n  ")
        )),
    }
}

/// The packages that a command compiles, with their versions and features.
fn compiled(root: &Path, words: &[&str]) -> Result<BTreeSet<String>, String> {
    let fixed = ["tree", "--prefix", "none", "--format", "{p} {f}"];
    let text = cargo_output(root, &[&fixed, words].concat())?;
    let lines = text.lines().map(|line| line.trim_end_matches(" (*)"));
    let lines = lines.filter(|line| !line.is_empty());
    Ok(lines.map(str::to_owned).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_build_and_the_tests_share_their_dependencies() {
        assert_eq!(check(&crate::root().expect("the repository")), Ok(()));
    }

    #[test]
    fn the_features_of_a_package_are_compared() {
        let root = crate::root().expect("the repository");
        let of = |words: &[&str]| {
            let all = compiled(&root, words).expect("a tree");
            all.into_iter().find(|line| line.starts_with("zopfli v"))
        };
        assert!(of(&["--package", "xtask"]).is_some_and(|line| line.contains(" std")));
        assert_eq!(of(&["--package", "golfchess-rules"]), None);
    }
}
