//! A flag of the chess pages, added as docs/architecture.md says.

use std::fs;
use std::path::Path;
use std::process::Command as System;

use tempfile::TempDir;
use walkdir::WalkDir;

use crate::support::root;
use crate::support::workspace::Run;

/// Where the copy is compiled. The next run finds its dependencies there.
const TARGET: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/flags");

/// The repository without its history and build output.
struct Repository {
    folder: TempDir,
}

impl Repository {
    fn copy() -> Self {
        let folder = TempDir::new().expect("a folder");
        let is_source = |path: &Path| {
            let name = path.file_name().unwrap_or_default();
            name != "target" && name != ".git"
        };
        let entries = WalkDir::new(root()).into_iter();
        for entry in entries.filter_entry(|entry| is_source(entry.path())) {
            let entry = entry.expect("an entry");
            let place = entry.path().strip_prefix(root()).expect("inside");
            let copy = folder.path().join(place);
            if entry.file_type().is_dir() {
                fs::create_dir_all(copy).expect("a folder");
            } else {
                fs::copy(entry.path(), copy).expect("copied");
            }
        }
        Self { folder }
    }

    /// Replaces the first place of a text.
    fn edit(&self, file: &str, find: &str, replace: &str) {
        let path = self.folder.path().join(file);
        let text = fs::read_to_string(&path).expect(file);
        assert!(text.contains(find), "{file}: {find}");
        fs::write(path, text.replacen(find, replace, 1)).expect(file);
    }

    fn append(&self, file: &str, more: &str) {
        let path = self.folder.path().join(file);
        let text = fs::read_to_string(&path).expect(file);
        fs::write(path, text + more).expect(file);
    }

    fn run(&self, program: &Path, words: &[&str]) -> Run {
        let mut command = System::new(program);
        command.args(words).current_dir(self.folder.path());
        command.env("CARGO_TARGET_DIR", TARGET);
        // `cargo xtask test --timings` sets it; cargo would compile again.
        command.env_remove("RUSTC_BOOTSTRAP");
        Run::of(command.output().expect("it runs"))
    }
}

/// A flag that shows the letters of the files below the board. Each step is one of the list. Before the
/// last ones, the program names what is missing.
#[test]
#[ignore = "slow: compiles gen again"]
fn a_flag_is_added_as_the_list_says() {
    let repository = Repository::copy();
    let outside = Path::new(env!("CARGO_BIN_EXE_gen"));
    let gen_of = |words: &[&str]| repository.run(outside, words);

    // 1. The manifest.
    let manifest = "templates/catalog.toml";
    repository.edit(manifest, "\"AB\"]", "\"AB\", \"L\"]");
    repository.append(
        manifest,
        "\n[[flag]]\nletter = \"L\"\ngroup = \"interface\"\ntitle = \"letters\"\n\
         text = \"the letters of the files stand below the board\"\n\n\
         [[collection]]\nname = \"lettered\"\ntitle = \"with letters\"\n\
         text = \"The files are named.\"\npages = [\"index_L\", \"index_TMP_D_SU_L\"]\n",
    );
    // 2. The fragment.
    let answer = "templates/answer.js";
    repository.edit(
        answer,
        "    prompt(\n",
        "    prompt(/*% if L %*/(/*% endif %*/\n",
    );
    let letters = "/*% if L %*/).trimEnd() + `\nabcdefgh`/*% endif %*/\n";
    repository.edit(answer, "    ) +", &format!("{letters}    ) +"));
    // 5. Sizes; the contract does not know the flag yet.
    gen_of(&["record"]).good();
    let refused = gen_of(&["verify", "index_L", "--host", "embedded"]);
    assert_eq!(refused.code, 2, "{refused:?}");
    for part in ["flag L", "src/contract.rs"] {
        assert!(refused.err.contains(part), "{part}: {refused:?}");
    }

    // 3. The contract.
    let contract = "src/contract.rs";
    let flags = "const FLAGS: &'static str = \"";
    repository.edit(contract, flags, &format!("{flags}L"));
    let wide = "fullwidth: flags.has('U'),\n";
    repository.edit(
        contract,
        wide,
        &format!("{wide}                letters: flags.has('L'),\n"),
    );
    let display = "src/contract/prompt.rs";
    let field = "    pub fullwidth: bool,\n";
    let more =
        "    /// L: the letters of the files stand below the board.\n    pub letters: bool,\n";
    repository.edit(display, field, &format!("{field}{more}"));
    let below = "if show.letters { text.push_str(\"\\nabcdefgh\"); }";
    repository.edit(
        display,
        "    text\n}\n",
        &format!("    {below}\n    text\n}}\n"),
    );
    let cargo = env!("CARGO");
    repository
        .run(
            Path::new(cargo),
            &["build", "--release", "--quiet", "--bin", "gen"],
        )
        .good();
    let inside = Path::new(TARGET).join("release/gen");
    let gen_of = |words: &[&str]| repository.run(&inside, words);
    for page in ["index_L", "index_TMP_D_SU_L", "index_TM_S_L"] {
        let verified = gen_of(&["verify", page, "--quick"]);
        assert!(verified.out.contains("0 findings"), "{verified:?}");
        assert_eq!(verified.code, 0, "{verified:?}");
    }

    // 4. The site: each text is asked for, then the reader of prompts.
    let texts = "templates/site/text/common.toml";
    let mut left = vec!["flag_L", "collection_lettered_text", "collection_lettered"];
    while !left.is_empty() {
        let refused = gen_of(&["publish"]);
        assert_eq!(refused.code, 2, "{refused:?}");
        assert!(refused.err.contains(texts), "{refused:?}");
        let missing = |key: &&str| refused.err.contains(&format!("`{key}`"));
        let at = left.iter().position(missing);
        let key = left.remove(at.unwrap_or_else(|| panic!("{left:?}: {refused:?}")));
        repository.append(texts, &format!("\n[{key}]\ntr = \"harfler\"\n"));
    }
    let refused = gen_of(&["publish"]);
    assert_eq!(refused.code, 2, "{refused:?}");
    assert!(refused.err.contains("readPrompt"), "{refused:?}");
    let reader = "templates/site/script/play_rules.js";
    repository.edit(
        reader,
        "rows.replace(/\\s/g",
        "rows.replace(/\\s|abcdefgh/g",
    );
    gen_of(&["publish"]).good();
    gen_of(&["check"]).good();
}
