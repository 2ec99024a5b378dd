//! The tests that see the project from outside: through the built binary, the finished pages in a
//! browser or without one, and the public library. They are one program, so that what they share
//! is built and linked once, and slow tests of one file run beside those of others.

// On other systems the tests of processes are left out, and what only they use.
#[cfg_attr(not(unix), allow(dead_code))]
mod support;

#[cfg(unix)]
mod action;
mod aliases;
mod anatomy;
mod browsers;
#[cfg(unix)]
mod bundled;
mod bundled_assets;
mod bundled_entry;
mod called;
mod catalog;
mod cells;
mod choices;
mod chromium;
mod collections;
#[cfg(unix)]
mod command_texts;
mod commands;
mod constructs;
mod doctor;
mod documents;
mod dweets;
mod example;
mod experiments;
mod family;
mod fields;
mod figures;
mod flags;
mod folder;
#[cfg(unix)]
mod folder_report;
mod gate;
mod generated;
mod golf;
mod golf_files;
mod handlers;
mod history;
mod html;
mod init;
#[cfg(unix)]
mod init_folder;
mod init_scripts;
#[cfg(unix)]
mod inline_modules;
#[cfg(unix)]
mod joined_scripts;
mod limit;
mod look_ahead;
mod mangled_properties;
mod markup;
mod metric;
mod minified_pages;
#[cfg(unix)]
mod minify_watch;
mod mixing;
mod models;
mod modules;
mod overwrite;
mod packed;
mod packed_files;
mod packed_mutants;
mod packed_pages;
mod parsers;
mod places;
mod play;
mod programs;
mod publish;
mod real_games;
mod refused_scripts;
mod rooted_addresses;
mod rules_commands;
mod screen;
mod session;
mod shell;
mod single_files;
mod site;
mod source_map;
mod sources;
mod stage;
#[cfg(target_os = "linux")]
mod stop;
mod templates;
mod verify;
#[cfg(unix)]
mod watch;
#[cfg(unix)]
mod write_failures;
mod written;
