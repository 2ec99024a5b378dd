//! Full disks, read-only folders, two processes at once, and interrupts during writes.

use std::fs::{self, File};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::mpsc::channel;
use std::time::Duration;

use crate::support::process::{interrupt, is_prepared, lines};
use crate::support::root;
use crate::support::workspace::{Run, Workspace, files};

type Files = Vec<(String, Vec<u8>)>;

/// A workspace whose fragments were edited so that every page changes, its old catalog, and the
/// catalog that `gen --all` writes.
fn edited() -> (Workspace, Files, Files) {
    let edit = || {
        let workspace = Workspace::few();
        workspace.edit("templates/step.js", "\"]) < 1\"", "\"]) < .9\"");
        workspace
    };
    let other = edit();
    other.generate(&["--all"]).good();
    let workspace = edit();
    let old = files(&workspace.catalog());
    (workspace, old, files(&other.catalog()))
}

/// The names in a folder, with the hidden ones.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder").flatten();
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    names.collect()
}

/// Runs `gen` where a file cannot be larger than half a kilobyte.
fn on_a_full_disk(workspace: &Workspace, arguments: &str) -> Run {
    let gen_path = env!("CARGO_BIN_EXE_gen");
    let line = format!("trap '' XFSZ; ulimit -f 1; exec {gen_path} {arguments}");
    let output = workspace.system("sh", &["-c", &line]).output();
    Run::of(output.expect("sh runs"))
}

#[test]
fn a_full_disk_keeps_the_old_files() {
    let (workspace, old, new) = edited();
    fs::write(workspace.path().join("page.html"), "kept").expect("written");
    for arguments in [
        "--all",
        "record",
        "build index_TMP_D_SU --out page.html",
        "build index_TMP index_TMP_D --out catalog",
    ] {
        let failed = on_a_full_disk(&workspace, arguments);
        assert_eq!(
            (failed.code, failed.out.as_str()),
            (2, ""),
            "{arguments}: {failed:?}"
        );
        assert!(failed.err.contains("cannot write "), "{failed:?}");
        assert!(failed.err.contains("File too large"), "{failed:?}");
        assert!(failed.err.contains("help: check that"), "{failed:?}");
        assert_eq!(files(&workspace.catalog()), old, "{arguments}");
        assert_eq!(workspace.read("page.html"), "kept");
        assert_eq!(names(workspace.path()).len(), 4);
    }
    workspace.generate(&["--all"]).good();
    assert_eq!(files(&workspace.catalog()), new);
    workspace.generate(&["publish"]).good();
    let site = files(&workspace.path().join("dist"));
    let failed = on_a_full_disk(&workspace, "publish");
    assert_eq!(failed.code, 2, "{failed:?}");
    assert!(failed.err.contains("cannot write "), "{failed:?}");
    assert!(failed.err.contains("help: check that"), "{failed:?}");
    assert_eq!(files(&workspace.path().join("dist")), site);
    assert_eq!(names(workspace.path()).len(), 6);
}

/// Root may write anywhere, so a test that runs as root starts `gen` as the user nobody.
#[test]
fn a_read_only_folder_keeps_the_old_files() {
    let (workspace, old, _) = edited();
    let mode = |path: &Path, mode| {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("ours");
    };
    let program = workspace.path().join("gen");
    fs::copy(env!("CARGO_BIN_EXE_gen"), &program).expect("copied");
    mode(workspace.path(), 0o755);
    mode(&workspace.catalog(), 0o555);
    for arguments in [
        &["--all"][..],
        &["record"],
        &["build", "index_T", "--out", "catalog"],
    ] {
        let mut command = workspace.system(program.to_str().expect("UTF-8"), arguments);
        if fs::metadata("/proc/self")
            .is_ok_and(|own| std::os::unix::fs::MetadataExt::uid(&own) == 0)
        {
            command.uid(65534).gid(65534);
        }
        let failed = Run::of(command.output().expect("gen runs"));
        assert_eq!((failed.code, failed.out.as_str()), (2, ""), "{failed:?}");
        assert!(failed.err.contains("cannot write catalog"), "{failed:?}");
        assert!(failed.err.contains("Permission denied"), "{failed:?}");
    }
    mode(&workspace.catalog(), 0o755);
    assert_eq!(files(&workspace.catalog()), old);
}

#[test]
fn a_folder_in_place_of_a_page_is_an_error_before_any_file_is_replaced() {
    let (workspace, _, _) = edited();
    let page = workspace.catalog().join("index_M.html");
    fs::remove_file(&page).expect("removed");
    fs::create_dir(&page).expect("a folder");
    let old = files(&workspace.catalog());
    let failed = workspace.generate(&["--all"]);
    assert_eq!(failed.code, 2);
    let expected = "cannot write catalog/index_M.html: is a directory\nhelp: ";
    assert!(failed.err.contains(expected), "{failed:?}");
    assert_eq!(files(&workspace.catalog()), old);
}

#[test]
fn two_processes_write_one_after_the_other() {
    let (workspace, old, new) = edited();
    let start = |arguments: &[&str]| {
        let mut command = workspace.command(arguments);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().expect("gen runs")
    };
    // As a process that writes for a long time.
    let busy = File::open(workspace.catalog()).expect("the folder");
    busy.lock().expect("a lock");
    let mut other = start(&["--all"]);
    let (send, heard) = channel();
    lines(other.stderr.take().expect("an output"), send);
    let line = heard.recv_timeout(Duration::from_secs(60)).expect("a note");
    assert_eq!(line, "note: another gen writes to catalog; waiting for it");
    assert_eq!(files(&workspace.catalog()), old);
    drop(busy);
    assert!(other.wait().expect("it ends").success());
    assert_eq!(files(&workspace.catalog()), new);

    fs::remove_dir_all(workspace.catalog()).expect("removed");
    let together = |arguments: &[&str]| {
        let all: Vec<Child> = (0..3).map(|_| start(arguments)).collect();
        for child in all {
            Run::of(child.wait_with_output().expect("it ends")).good();
        }
    };
    together(&["--all"]);
    assert_eq!(files(&workspace.catalog()).len(), 10);
    workspace.generate(&["check"]).good();
    together(&["publish"]);
    workspace.generate(&["publish", "--check"]).good();
    assert_eq!(names(workspace.path()).len(), 5);
}

/// Starts a command and acts on it as soon as the folder has a file whose name starts so. Returns
/// the exit code, and whether the action ended the command.
fn caught(
    workspace: &Workspace,
    arguments: &[&str],
    (folder, start): (&Path, &str),
    act: impl Fn(&mut Child),
) -> (Option<i32>, bool) {
    let mut command = workspace.command(arguments);
    let mut child = command
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("gen runs");
    loop {
        let seen = fs::read_dir(folder).is_ok_and(|entries| {
            let mut names = entries.flatten().map(|entry| entry.file_name());
            names.any(|name| name.to_string_lossy().starts_with(start))
        });
        if seen {
            act(&mut child);
            let status = child.wait().expect("it ends");
            let in_time = status.signal().is_some() || status.code() == Some(130);
            return (status.code(), in_time);
        }
        if child.try_wait().expect("a child").is_some() {
            return (Some(0), false);
        }
    }
}

#[test]
fn an_interrupt_leaves_the_old_files_or_the_new_ones() {
    let (workspace, old, new) = edited();
    let catalog = workspace.catalog();
    // Before any write, and then during the writes.
    let mut early = workspace
        .command(&["--all"])
        .stdout(Stdio::null())
        .spawn()
        .expect("gen runs");
    is_prepared(&early);
    interrupt(&early);
    assert_eq!(early.wait().expect("it ends").code(), Some(130));
    assert_eq!(files(&catalog), old);
    for arguments in [
        &["--all"][..],
        &["build", "index_M", "index_T", "--out", "catalog"],
    ] {
        let mut times = 0;
        for _ in 0..3 {
            restore(&catalog, &old);
            let (code, in_time) = caught(&workspace, arguments, (&catalog, ".gen-"), |child| {
                interrupt(child)
            });
            assert!(matches!(code, Some(0 | 130)), "{arguments:?}: {code:?}");
            times += usize::from(in_time);
            let found = files(&catalog);
            if arguments == ["--all"] {
                assert!(found == old || found == new, "{arguments:?}");
            }
            assert_eq!(names(&catalog).len(), old.len(), "{arguments:?}");
        }
        println!("{arguments:?}: {times} of 3 in time");
    }
    restore(&catalog, &new);
    for _ in 0..2 {
        caught(
            &workspace,
            &["publish"],
            (workspace.path(), ".publish-"),
            |child| interrupt(child),
        );
        let mut there = names(workspace.path());
        there.sort();
        assert_eq!(
            there,
            ["catalog", "dist", "docs", "experiments", "templates"]
        );
        workspace.generate(&["publish", "--check"]).good();
        fs::remove_dir_all(workspace.path().join("dist")).expect("removed");
    }
}

#[test]
fn a_killed_process_leaves_complete_files_and_the_next_run_finishes() {
    let (workspace, old, new) = edited();
    let catalog = workspace.catalog();
    let mut times = 0;
    for _ in 0..4 {
        restore(&catalog, &old);
        let (_, in_time) = caught(&workspace, &["--all"], (&catalog, ".gen-"), |child| {
            child.kill().expect("a child");
        });
        times += usize::from(in_time);
        for (name, bytes) in files(&catalog) {
            if !name.starts_with(".gen-") {
                let is = |files: &Files| files.contains(&(name.clone(), bytes.clone()));
                assert!(is(&old) || is(&new), "{name}");
            }
        }
        let checked = workspace.generate(&["check"]);
        assert!(
            !checked.out.contains("is no page of the catalog"),
            "{}",
            checked.out
        );
        workspace.generate(&["--all"]).good();
        assert_eq!(names(&catalog).len(), new.len());
        assert_eq!(files(&catalog), new);
    }
    assert!(times > 0, "no kill was in time");
}

/// Restores the files of a folder.
fn restore(folder: &Path, files: &Files) {
    fs::remove_dir_all(folder).expect("removed");
    fs::create_dir(folder).expect("a folder");
    for (name, bytes) in files {
        fs::write(folder.join(name), bytes).expect("written");
    }
}

#[test]
fn a_failed_first_build_leaves_no_files() {
    let workspace = Workspace::with(&root().join("tests/fixtures/greeting"));
    let failed = on_a_full_disk(&workspace, "--all");
    assert_eq!(failed.code, 2, "{failed:?}");
    // The folder has been made, and nothing is in it.
    assert!(names(&workspace.catalog()).is_empty());
}
