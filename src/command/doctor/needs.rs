//! The commands that need a part of the environment, with the arguments that make them need it.

/// A manifest and fragments that build.
pub const TEMPLATES: &[&str] = &[
    "--all",
    "build",
    "source",
    "explain",
    "sizes",
    "compare",
    "cost",
    "check",
    "record",
    "history",
    "watch",
    "verify",
    "scenarios",
    "golf",
    "pack",
    "plans",
    "publish",
    "replay",
    "play",
];

/// The pages in the catalog's folder.
pub const PAGES: &[&str] = &["verify", "plans", "publish", "replay"];

/// A size record that can be read, unless there is none.
pub const RECORD: &[&str] = &["--all", "check", "publish"];

/// A browser that starts.
pub const BROWSER: &[&str] = &["verify", "scenarios", "golf", "replay"];

/// A Firefox that can be named.
pub const FIREFOX: &[&str] = &["verify --host firefox", "replay --host firefox"];

/// A WebKitGTK that can be named.
pub const WEBKIT: &[&str] = &["verify --host webkit", "replay --host webkit"];

/// The program `git`.
pub const GIT: &[&str] = &["sizes", "compare REV", "check --baseline REV", "history"];

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::cli::Cli;

    #[test]
    fn every_command_is_listed_or_needs_nothing() {
        let program = Cli::command();
        let commands = program.get_subcommands().map(clap::Command::get_name);
        let nothing = [
            "init",
            "minify",
            "perft",
            "doctor",
            "completions",
            "man",
            "help",
        ];
        let unlisted = commands.filter(|name| !nothing.contains(name));
        let listed = TEMPLATES.iter().filter(|name| **name != "--all");
        assert!(unlisted.eq(listed.copied()));
        for needs in [PAGES, RECORD, BROWSER, FIREFOX, WEBKIT, GIT] {
            let mut names = needs.iter().filter_map(|need| need.split(' ').next());
            assert!(names.all(|name| TEMPLATES.contains(&name)), "{needs:?}");
        }
    }
}
