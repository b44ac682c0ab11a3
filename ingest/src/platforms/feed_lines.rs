//! Lines of a feed, each with its number. At most [`MAX_LINE_BYTES`] are held; a longer line is refused alone.

use std::io::{self, BufRead};

/// Maximum length of a line, in bytes.
pub(super) const MAX_LINE_BYTES: usize = 1024 * 1024;

/// A line that is not empty, with its number, from 1; without its bytes where it is too long.
#[derive(Debug)]
pub(super) struct FeedLine {
    pub(super) number: u64,
    pub(super) bytes: Option<Vec<u8>>,
    /// False for a last line without an end, which may be cut off.
    pub(super) is_ended: bool,
}

/// The lines of a feed, however they end: `\n`, `\r\n` or `\r`.
pub(super) struct FeedLines<R> {
    source: R,
    number: u64,
    /// Whether the last line ended with `\r`, to which a `\n` belongs.
    after_return: bool,
}

impl<R: BufRead> FeedLines<R> {
    pub(super) fn new(source: R) -> Self {
        FeedLines { source, number: 0, after_return: false }
    }

    /// Returns the next line that holds something; `None` at the end.
    ///
    /// # Errors
    /// When the source itself fails, as a broken gzip does.
    pub(super) fn next(&mut self) -> io::Result<Option<FeedLine>> {
        loop {
            let mut line = Vec::new();
            let mut is_too_long = false;
            let ended = loop {
                let buffer = self.source.fill_buf()?;
                if buffer.is_empty() {
                    break false;
                }
                if std::mem::take(&mut self.after_return) && buffer.first() == Some(&b'\n') {
                    self.source.consume(1);
                    continue;
                }
                let end = buffer.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
                let part = buffer.get(..end.unwrap_or(buffer.len())).unwrap_or_default();
                is_too_long |= line.len() + part.len() > MAX_LINE_BYTES;
                if !is_too_long {
                    line.extend_from_slice(part);
                }
                self.after_return = end.is_some_and(|end| buffer.get(end) == Some(&b'\r'));
                let length = part.len() + usize::from(end.is_some());
                self.source.consume(length);
                if end.is_some() {
                    break true;
                }
            };
            if line.is_empty() && !is_too_long && !ended {
                return Ok(None);
            }
            self.number += 1;
            let number = self.number;
            if is_too_long {
                return Ok(Some(FeedLine { number, bytes: None, is_ended: ended }));
            }
            if line.iter().any(|byte| !byte.is_ascii_whitespace() && *byte != 0) {
                return Ok(Some(FeedLine { number, bytes: Some(line), is_ended: ended }));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_in_any_way_and_keep_their_numbers() {
        for capacity in [1, 2, 8_000] {
            let bytes = &b"one\r\n\r\ntwo\rthree\n\0\n \nfour"[..];
            let mut lines = FeedLines::new(io::BufReader::with_capacity(capacity, bytes));
            let found: Vec<(u64, Vec<u8>)> = std::iter::from_fn(|| lines.next().expect("memory"))
                .map(|line| (line.number, line.bytes.expect("short")))
                .collect();
            let texts: Vec<(u64, &[u8])> =
                found.iter().map(|(number, line)| (*number, line.as_slice())).collect();
            assert_eq!(texts, [(1, &b"one"[..]), (3, b"two"), (4, b"three"), (7, b"four")], "{capacity}");
        }
    }

    #[test]
    fn long_line_is_refused_alone() {
        let bytes = [vec![b'x'; MAX_LINE_BYTES + 1], b"\nnext".to_vec()].concat();
        let mut lines = FeedLines::new(&bytes[..]);
        assert!(lines.next().expect("memory").is_some_and(|line| line.bytes.is_none()));
        assert_eq!(lines.next().expect("memory").and_then(|line| line.bytes).as_deref(), Some(&b"next"[..]));
        assert!(lines.next().expect("memory").is_none());
    }
}
