//! Which parts of a script run, measured by Chromium.

use headless_chrome::protocol::cdp::Profiler::{
    CoverageRange, ScriptCoverage, TakePreciseCoverageReturnObject,
};
use serde_json::json;

use super::chrome::Chrome;
use super::socket::lost;
use super::{HostError, events};
use crate::Plan;

/// A Chromium that counts the runs of each block of a script.
pub struct Coverage(Chrome);

impl Coverage {
    /// Starts a browser.
    ///
    /// # Errors
    /// There is no browser, or it does not start.
    pub fn launch() -> Result<Self, HostError> {
        let mut chrome = Chrome::launch()?;
        chrome.call("Profiler.enable", json!({}))?;
        let params = json!({"callCount": true, "detailed": true});
        chrome.call("Profiler.startPreciseCoverage", params)?;
        Ok(Self(chrome))
    }

    /// For each UTF-16 code unit of the script named `name` by a comment `//# sourceURL`: whether it
    /// ran in one of the plans. Empty if the script never ran.
    ///
    /// # Errors
    /// The browser does not work.
    pub fn reached(
        &mut self,
        page: &str,
        name: &str,
        plans: &[Plan],
    ) -> Result<Vec<bool>, HostError> {
        let mut reached: Vec<bool> = Vec::new();
        for plan in plans {
            let stage = plan.stage.clone().unwrap_or_default();
            events::play(&mut self.0, page, &plan.answers, &stage)?;
            let taken = self.0.call("Profiler.takePreciseCoverage", json!({}))?;
            let taken: TakePreciseCoverageReturnObject =
                serde_json::from_value(taken).map_err(lost)?;
            for script in taken.result.into_iter().filter(|script| script.url == name) {
                let ran = counted(script);
                reached.resize(reached.len().max(ran.len()), false);
                for (reached, ran) in reached.iter_mut().zip(ran) {
                    *reached |= ran;
                }
            }
        }
        Ok(reached)
    }
}

/// Whether each code unit ran. An inner range replaces the outer one.
fn counted(script: ScriptCoverage) -> Vec<bool> {
    let functions = script.functions.into_iter();
    let mut ranges: Vec<CoverageRange> = functions.flat_map(|function| function.ranges).collect();
    ranges.sort_by_key(|range| (range.start_offset, std::cmp::Reverse(range.end_offset)));
    let length = ranges.iter().map(|range| range.end_offset).max();
    let mut ran = vec![false; length.unwrap_or(0) as usize];
    for range in ranges {
        ran[range.start_offset as usize..range.end_offset as usize].fill(range.count > 0);
    }
    ran
}

#[cfg(test)]
mod tests {
    use headless_chrome::protocol::cdp::Profiler::FunctionCoverage;

    use super::*;

    #[test]
    fn inner_ranges_replace_outer_ones() {
        let range = |start_offset, end_offset, count| CoverageRange {
            start_offset,
            end_offset,
            count,
        };
        let function = |ranges: &[CoverageRange]| FunctionCoverage {
            function_name: String::new(),
            ranges: ranges.to_vec(),
            is_block_coverage: true,
        };
        let script = ScriptCoverage {
            script_id: String::new(),
            url: String::new(),
            functions: vec![
                function(&[range(0, 9, 1), range(1, 3, 0)]),
                function(&[range(4, 8, 0), range(5, 6, 2)]),
            ],
        };
        let expected = [1, 0, 0, 1, 0, 1, 0, 0, 1].map(|bit| bit == 1);
        assert_eq!(counted(script), expected);
    }
}
