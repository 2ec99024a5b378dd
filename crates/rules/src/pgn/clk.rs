//! The clock command in comments: `[%clk 0:04:59]`.

use std::time::Duration;

/// Extracts the first clock command of a comment: the time, and the comment without the command.
pub(super) fn take(comment: &str) -> Option<(Duration, String)> {
    let (before, rest) = comment.split_once("[%clk ")?;
    let (time, after) = rest.split_once(']')?;
    let time = read(time.trim())?;
    Some((time, format!("{before} {after}")))
}

/// Reads `h:mm:ss` or `h:mm:ss.fraction`.
fn read(text: &str) -> Option<Duration> {
    let mut parts = text.split(':');
    let (hours, minutes, seconds) = (parts.next()?, parts.next()?, parts.next()?);
    if parts.next().is_some() {
        return None;
    }
    let (seconds, fraction) = seconds.split_once('.').unwrap_or((seconds, "0"));
    let (minutes, seconds) = (number(minutes)?, number(seconds)?);
    if minutes >= 60 || seconds >= 60 || fraction.len() > 9 {
        return None;
    }
    let nanos = number(&format!("{fraction:0<9}"))?;
    let seconds = number(hours)?
        .checked_mul(3600)?
        .checked_add(60 * minutes + seconds)?;
    Some(Duration::new(seconds, u32::try_from(nanos).ok()?))
}

fn number(text: &str) -> Option<u64> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().ok())?
}

/// Writes the command, as [`take`] reads it.
pub(super) fn write(time: Duration) -> String {
    let seconds = time.as_secs();
    let nanos = format!(".{:09}", time.subsec_nanos());
    format!(
        "[%clk {}:{:02}:{:02}{}]",
        seconds / 3600,
        seconds / 60 % 60,
        seconds % 60,
        nanos.trim_end_matches('0').trim_end_matches('.')
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clock_commands_round_trip() {
        for text in ["0:00:00", "0:04:59", "1:00:00.5", "123:59:59.000000001"] {
            let comment = format!("[%clk {text}]");
            let (time, rest) = take(&comment).unwrap();
            assert_eq!(write(time), comment);
            assert_eq!(rest.trim(), "");
        }
        let (time, rest) = take("good [%eval 0.3] [%clk 0:1:2] [%clk 0:00:01]").unwrap();
        assert_eq!(time, Duration::from_secs(62));
        assert_eq!(rest, "good [%eval 0.3]   [%clk 0:00:01]");
    }

    #[test]
    fn an_invalid_time_stays_in_the_comment() {
        for time in [
            "",
            "1",
            "0:00",
            "0:60:00",
            "0:00:60",
            "0:00:00:00",
            "-0:00:01",
            "0:00:0x",
            "0:00:01.",
            "0:00:01.1234567890",
            "99999999999999999999:00:00",
            "18446744073709551615:00:00",
        ] {
            // A point without digits after the seconds is an empty fraction.
            let expected = (time == "0:00:01.").then_some(Duration::from_secs(1));
            let found = take(&format!("[%clk {time}]")).map(|(time, _)| time);
            assert_eq!(found, expected, "{time:?}");
        }
        assert_eq!(take("[%clk 0:00:01"), None);
    }
}
