//! `gen` as a user runs it, and folders that it may change.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command as System, Stdio};
use std::sync::LazyLock;

use golfchess_testing::copy;
use tempfile::TempDir;

use super::root;

pub use golfchess_testing::{Run, files};

/// `gen` with arguments, in the root of the project.
pub fn command(arguments: &[&str]) -> System {
    let mut command = System::new(env!("CARGO_BIN_EXE_gen"));
    command.args(arguments).current_dir(root());
    command
}

/// Runs `gen` in the root of the project, for what writes nothing there.
pub fn generate(arguments: &[&str]) -> Run {
    Run::of(command(arguments).output().expect("gen runs"))
}

/// The same with an input.
pub fn generate_with_input(arguments: &[&str], input: &[u8]) -> Run {
    let mut child = command(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("gen runs");
    let mut stdin = child.stdin.take().expect("an input");
    stdin.write_all(input).expect("gen reads");
    drop(stdin);
    Run::of(child.wait_with_output().expect("it ends"))
}

/// Pages of the first collection, those with a published size among them.
const FEW_PAGES: [&str; 8] = [
    "index_L1",
    "index_M",
    "index_T",
    "index_TM",
    "index_TMP",
    "index_TMP_D",
    "index_TMP_D_S",
    "index_TMP_D_SU",
];

/// A copy of some templates, with a catalog folder beside it.
pub struct Workspace {
    folder: TempDir,
}

impl Workspace {
    /// The project's own templates, catalog and experiments as they are committed.
    pub fn committed() -> Self {
        let workspace = Self::with(&root().join("templates"));
        copy(&root().join("catalog"), &workspace.catalog());
        let experiments = "experiments";
        copy(
            &root().join(experiments),
            &workspace.path().join(experiments),
        );
        workspace
    }

    /// The same without the collections after the first: 36 pages are enough to test the tool.
    pub fn chess() -> Self {
        static CLASSIC: LazyLock<Workspace> = LazyLock::new(Workspace::classic);
        let workspace = Self::empty();
        copy(CLASSIC.path(), workspace.path());
        workspace
    }

    fn classic() -> Self {
        let workspace = Self::committed();
        let manifest = workspace.read("templates/catalog.toml");
        let (before, rest) = manifest
            .split_once("[[collection]]\nname = \"arbiter\"")
            .expect("collections");
        let (others, after) = rest.split_once("\n# Alternative").expect("choices");
        let pages: Vec<&str> = others
            .split('"')
            .filter(|word| word.starts_with("index_"))
            .collect();
        let manifest = format!("{before}# Alternative{after}");
        let kept = manifest.lines().filter(|line| {
            let name = line.split(" = ").next().unwrap_or_default();
            !pages.contains(&name)
        });
        let manifest: String = kept.map(|line| format!("{line}\n")).collect();
        workspace.write("templates/catalog.toml", &manifest);
        let texts = "templates/site/text/common.toml";
        let kept = workspace.read(texts);
        // The others have no text without their collections.
        let is_other = |section: &&str| {
            section.starts_with("collection_") && !section.starts_with("collection_classic")
        };
        let kept = kept.split("\n[").filter(|section| !is_other(section));
        let kept = kept.collect::<Vec<_>>().join("\n[");
        workspace.write(texts, &kept);
        for page in pages {
            fs::remove_file(workspace.catalog().join(format!("{page}.html"))).expect("a page");
        }
        fs::remove_file(workspace.catalog().join("packed.json")).expect("solutions");
        workspace.generate(&["record"]).good();
        // The command writes pages too. These must stay as they are committed: a test could not tell
        // a page that is out of date from a fresh one.
        for (name, _) in files(&workspace.catalog()) {
            if name.ends_with(".html") {
                let page = root().join("catalog").join(&name);
                fs::copy(page, workspace.catalog().join(name)).expect("a committed page");
            }
        }
        workspace
    }

    /// The catalog of the chess pages, whose sizes only its record limits.
    pub fn chess_without_budgets() -> Self {
        let workspace = Self::chess();
        let manifest = workspace.read("templates/catalog.toml");
        let (before, budgets) = manifest.split_once("\n[budget]\n").expect("budgets");
        assert!(!budgets.contains("\n["), "the budgets end the manifest");
        workspace.write("templates/catalog.toml", before);
        workspace
    }

    /// Eight of these pages, whose sizes only their record limits: they build in a fifth of the time.
    pub fn few() -> Self {
        static FEW: LazyLock<Workspace> = LazyLock::new(|| {
            let workspace = Workspace::pages(&FEW_PAGES);
            workspace.generate(&["--all"]).good();
            workspace
        });
        let workspace = Self::empty();
        copy(FEW.path(), workspace.path());
        workspace
    }

    /// Any chess pages, and no catalog yet.
    pub fn pages(names: &[&str]) -> Self {
        let workspace = Self::chess_without_budgets();
        workspace.edit(
            "templates/catalog.toml",
            "flags = \"TMPDSU\"",
            &format!("pages = {names:?}"),
        );
        fs::remove_dir_all(workspace.catalog()).expect("removed");
        workspace
    }

    /// The example of six small pages with its catalog.
    pub fn tip() -> Self {
        let example = root().join("examples/tip");
        let workspace = Self::with(&example.join("templates"));
        copy(&example.join("catalog"), &workspace.catalog());
        workspace
    }

    /// Any templates, and no catalog yet.
    pub fn with(templates: &Path) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        copy(templates, &folder.path().join("templates"));
        Self { folder }
    }

    /// An empty folder.
    pub fn empty() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        Self { folder }
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    pub fn catalog(&self) -> PathBuf {
        self.path().join("catalog")
    }

    /// Runs `gen` in the folder, away from any git and any CI.
    pub fn generate(&self, arguments: &[&str]) -> Run {
        self.generate_with(arguments, &[])
    }

    pub fn generate_with(&self, arguments: &[&str], variables: &[(&str, &Path)]) -> Run {
        let mut command = self.command(arguments);
        command.envs(variables.iter().copied());
        Run::of(command.output().expect("gen runs"))
    }

    /// `gen` in the folder, not yet started.
    pub fn command(&self, arguments: &[&str]) -> System {
        self.system(env!("CARGO_BIN_EXE_gen"), arguments)
    }

    /// Another program in the folder.
    pub fn system(&self, program: &str, arguments: &[&str]) -> System {
        let mut command = System::new(program);
        command
            .args(arguments)
            .current_dir(self.path())
            .env_remove("GITHUB_STEP_SUMMARY")
            .env_remove("GITHUB_OUTPUT")
            .env("GIT_CEILING_DIRECTORIES", std::env::temp_dir());
        command
    }

    /// Replaces text in a file; it must be there exactly once.
    pub fn edit(&self, file: &str, from: &str, to: &str) {
        let text = self.read(file);
        assert_eq!(text.matches(from).count(), 1, "{from} in {file}");
        self.write(file, &text.replace(from, to));
    }

    /// Replaces a file. `fs::write` would empty it first, and a watch may see it empty.
    pub fn write(&self, file: &str, text: &str) {
        golfchess_pages::files::write(&self.path().join(file), text).expect(file);
    }

    pub fn read(&self, file: &str) -> String {
        fs::read_to_string(self.path().join(file)).expect(file)
    }

    pub fn git(&self, arguments: &[&str]) {
        let identity = ["-c", "user.name=t", "-c", "user.email=t@example.org"];
        let output = System::new("git")
            .args(identity)
            .args(arguments)
            .current_dir(self.path())
            .output()
            .expect("git runs");
        assert!(output.status.success(), "{output:?}");
    }
}
