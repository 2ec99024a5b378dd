//! The model of a catalog: an error of its manifest is no check without findings.

use crate::support::workspace::{Run, Workspace};

const MANIFEST: &str = "templates/catalog.toml";

/// The error of `gen verify`, and of other commands that compare pages with the contract.
fn refused(workspace: &Workspace) -> Run {
    for command in [
        "replay index_L1 e2e4 --host embedded",
        "golf index_L1 --host embedded --candidates 1 --state state",
        "plans index_L1",
        "play index_L1",
    ] {
        let words: Vec<&str> = command.split(' ').collect();
        let refused = workspace.generate(&words);
        assert_eq!(refused.code, 2, "{command}: {refused:?}");
    }
    let refused = workspace.generate(&["verify", "index_L1", "--host", "embedded", "--quick"]);
    assert_eq!(refused.code, 2, "{refused:?}");
    assert_eq!(refused.out, "");
    refused
}

#[test]
fn a_flag_that_the_chess_contract_does_not_know_is_an_error_and_its_pages_are_built() {
    let workspace = Workspace::chess();
    workspace.edit(MANIFEST, "\"AB\", \"Z\"]", "\"AB\", \"Z\", \"Q\"]");
    let flag = "[[flag]]\nletter = \"Q\"\ngroup = \"q\"\ntitle = \"x\"\ntext = \"x\"\n\n";
    workspace.edit(MANIFEST, "[[collection]]\nname = \"classic\"", &{
        format!("{flag}[[collection]]\nname = \"classic\"")
    });
    let refused = refused(&workspace);
    let sentence = "does not know the flag Q of the manifest";
    assert!(refused.err.contains(sentence), "{refused:?}");
    assert!(refused.err.contains("catalog.toml"), "{refused:?}");
    assert!(refused.err.contains("src/contract"), "{refused:?}");
    workspace.generate(&["build", "index_L1"]).good();
}

#[test]
fn names_that_are_no_chess_pages_are_an_error() {
    let workspace = Workspace::chess();
    workspace.edit(
        MANIFEST,
        "requires = [\"T\", \"M\", \"P\"]",
        "requires = []",
    );
    let refused = refused(&workspace);
    let sentence = "the flags of index_D are not a set of chess rules";
    assert!(refused.err.contains(sentence), "{refused:?}");
    assert!(refused.err.contains("`[naming]`"), "{refused:?}");
}
