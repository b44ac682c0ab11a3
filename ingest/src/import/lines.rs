//! Reads the lines of a file that may be large, gzipped, or full of garbage.

use std::io::{self, BufRead, BufReader, Read};

use flate2::bufread::MultiGzDecoder;

/// Maximum length of a line, in bytes; a longer one is skipped and reported.
pub const MAX_LINE_BYTES: usize = 1024 * 1024;
/// Maximum number of decompressed bytes of one file; a small file that expands to more is no real data.
const MAX_FILE_BYTES: u64 = 32 * 1024 * 1024 * 1024;

/// A line with its number, from 1.
#[derive(Debug, PartialEq, Eq)]
pub struct Line {
    pub number: u64,
    /// Text of the line, or why it cannot be read.
    pub text: Result<String, String>,
}

/// Decompresses gzip content, whatever the file's name.
///
/// # Errors
/// When nothing can be read.
pub fn decompress(source: impl Read + 'static) -> io::Result<Box<dyn BufRead>> {
    let mut source = BufReader::with_capacity(256 * 1024, source);
    let packed = source.fill_buf()?.starts_with(&[0x1f, 0x8b]);
    if packed {
        let decompressed = MultiGzDecoder::new(source).take(MAX_FILE_BYTES);
        return Ok(Box::new(BufReader::with_capacity(256 * 1024, decompressed)));
    }
    Ok(Box::new(source))
}

/// Returns the next line that is not empty; `None` at the end.
///
/// # Errors
/// When the source itself fails, as a broken gzip does.
pub fn next(source: &mut impl BufRead, number: &mut u64) -> io::Result<Option<Line>> {
    loop {
        let mut bytes = Vec::new();
        let read = Read::by_ref(source).take(MAX_LINE_BYTES as u64 + 1).read_until(b'\n', &mut bytes)?;
        if read == 0 {
            return Ok(None);
        }
        *number += 1;
        if bytes.len() > MAX_LINE_BYTES {
            skip_line(source)?;
            let text = Err(format!("the line is longer than {MAX_LINE_BYTES} bytes"));
            return Ok(Some(Line { number: *number, text }));
        }
        let text = String::from_utf8(bytes).map_err(|_| "not valid UTF-8".to_owned());
        // A byte order mark may stand before the first line.
        let text = text.map(|text| text.trim_start_matches('\u{feff}').trim().to_owned());
        if text.as_ref().is_ok_and(String::is_empty) {
            continue;
        }
        return Ok(Some(Line { number: *number, text }));
    }
}

fn skip_line(source: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = source.fill_buf()?;
        if buffer.is_empty() {
            return Ok(());
        }
        match buffer.iter().position(|byte| *byte == b'\n') {
            Some(end) => {
                source.consume(end + 1);
                return Ok(());
            }
            None => {
                let length = buffer.len();
                source.consume(length);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn all(bytes: Vec<u8>) -> Vec<Line> {
        let mut source = decompress(io::Cursor::new(bytes)).expect("a source");
        let mut number = 0;
        std::iter::from_fn(|| next(&mut source, &mut number).expect("readable")).collect()
    }

    #[test]
    fn lines_are_numbered_and_a_bad_line_affects_no_other() {
        let mut bytes = b"\xef\xbb\xbfone\r\n\n".to_vec();
        bytes.extend(vec![b'x'; MAX_LINE_BYTES + 10]);
        bytes.extend(b"\n\xff\xfe\nlast");
        let lines = all(bytes);
        assert_eq!(lines[0], Line { number: 1, text: Ok("one".into()) });
        assert_eq!((lines[1].number, lines[1].text.is_err()), (3, true));
        assert_eq!((lines[2].number, lines[2].text.is_err()), (4, true));
        assert_eq!(lines[3], Line { number: 5, text: Ok("last".into()) });
    }

    #[test]
    fn gzip_is_unpacked_by_content() {
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        packer.write_all(b"a\nb\n").expect("memory");
        assert_eq!(all(packer.finish().expect("memory")).len(), 2);
    }
}
