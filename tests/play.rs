mod support;

use support::plan::{Chance, Plan};
use support::{flags_of, pages};

#[test]
fn dump() {
    let games: u64 = std::env::var("GAMES").map_or(12, |text| text.parse().expect("a number"));
    let only = std::env::var("ONLY").unwrap_or_default();
    let mut ends = std::collections::BTreeMap::<String, u32>::new();
    let mut kinds = std::collections::BTreeMap::<&str, u32>::new();
    let mut dialogs = 0;
    let mut out = Vec::new();
    for (name, page) in pages() {
        if !name.contains(&only) {
            continue;
        }
        let flags = flags_of(&name);
        for seed in 0..games {
            let plan = Plan::random(&flags, &mut Chance::new(seed), 360);
            dialogs += plan.dialogs.len();
            *ends
                .entry(format!("{:?}", plan.referee.result()))
                .or_default() += 1;
            for (kind, count) in &plan.referee.played {
                *kinds.entry(kind).or_default() += count;
            }
            let d: Vec<String> = plan
                .dialogs
                .iter()
                .map(|d| match d {
                    support::referee::Dialog::Prompt(t) => format!("?{t}"),
                    support::referee::Dialog::Alert(t) => format!("!{t}"),
                })
                .collect();
            out.push(serde_json::json!({"name": name, "seed": seed, "answers": plan.answers, "dialogs": d}).to_string());
        }
        let _ = page;
    }
    std::fs::write("/tmp/plans.jsonl", out.join("\n")).unwrap();
    println!("{dialogs} {ends:?} {kinds:?}");
}
