//! Decodes what shops send in whatever encoding: stated wrongly, nowhere, or mixed in one file. Nothing is held but the
//! piece of text that is decoded.

use std::{
    borrow::Cow,
    io::{self, BufRead, BufReader},
};

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252, WINDOWS_1256};
use encoding_rs_io::DecodeReaderBytesBuilder;

/// Number of Arabic letters in a row that prove an Arabic encoding: in a Western text, two letters with marks hardly ever
/// follow each other.
const ARABIC_LETTERS: usize = 3;

/// Opens a text: removes byte order marks, and decodes what is not made of single bytes (UTF-16, GBK) as a whole. Anything
/// else is passed on as it is, for [`decode`].
///
/// # Errors
/// When nothing can be read.
pub(crate) fn open<'a>(
    mut source: Box<dyn BufRead + 'a>,
    stated: Option<&'static Encoding>,
) -> io::Result<Box<dyn BufRead + 'a>> {
    let whole = sixteen_bits(source.fill_buf()?)
        .or(stated.filter(|it| *it != UTF_8 && !it.is_single_byte() && it.is_ascii_compatible()));
    if let Some(encoding) = whole {
        let mut decoder = DecodeReaderBytesBuilder::new();
        let decoded = decoder.encoding(Some(encoding)).bom_override(true).build(source);
        source = Box::new(BufReader::new(decoded));
    }
    // Some programs put a mark before the mark.
    while source.fill_buf()?.starts_with(b"\xef\xbb\xbf") {
        source.consume(3);
    }
    Ok(source)
}

/// Returns which UTF-16 a text begins in: by its mark, or by the zero bytes of its first two letters.
fn sixteen_bits(head: &[u8]) -> Option<&'static Encoding> {
    match head {
        [0xff, 0xfe, ..] => Some(UTF_16LE),
        [0xfe, 0xff, ..] => Some(UTF_16BE),
        [first, 0, second, 0, ..] if *first != 0 && *second != 0 => Some(UTF_16LE),
        [0, first, 0, second, ..] if *first != 0 && *second != 0 => Some(UTF_16BE),
        _ => None,
    }
}

/// Returns a piece of text, without zero bytes. What is valid UTF-8 is UTF-8, whatever was stated: other encodings give
/// valid UTF-8 about never. Else the stated encoding of single bytes counts, except that Arabic read as Western letters is
/// Arabic. Of a text that is UTF-8 for the most part, broken bytes become U+FFFD.
pub(crate) fn decode<'a>(bytes: &'a [u8], stated: Option<&'static Encoding>) -> Cow<'a, str> {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) if is_mostly_utf_8(bytes) => String::from_utf8_lossy(bytes),
        Err(_) => decode_single_bytes(bytes, stated),
    };
    if text.contains('\0') { Cow::Owned(text.replace('\0', "")) } else { text }
}

fn is_mostly_utf_8(bytes: &[u8]) -> bool {
    let (mut letters, mut broken) = (0, 0);
    for chunk in bytes.utf8_chunks() {
        letters += chunk.valid().chars().filter(|letter| !letter.is_ascii()).count();
        broken += chunk.invalid().len();
    }
    letters > broken
}

fn decode_single_bytes<'a>(bytes: &'a [u8], stated: Option<&'static Encoding>) -> Cow<'a, str> {
    let stated = stated.filter(|encoding| encoding.is_single_byte());
    if stated.is_none_or(|encoding| encoding == WINDOWS_1252) {
        let arabic = WINDOWS_1256.decode_without_bom_handling(bytes).0;
        if has_arabic_word(&arabic) {
            return arabic;
        }
    }
    stated.unwrap_or(WINDOWS_1252).decode_without_bom_handling(bytes).0
}

fn has_arabic_word(text: &str) -> bool {
    let mut in_a_row = 0;
    text.chars().any(|letter| {
        in_a_row = if matches!(letter, '\u{620}'..='\u{64a}') { in_a_row + 1 } else { 0 };
        in_a_row >= ARABIC_LETTERS
    })
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    #[test]
    fn text_is_decoded_whatever_was_stated() {
        let arabic = "كرت شاشة";
        let bytes = WINDOWS_1256.encode(arabic).0.into_owned();
        for stated in [None, Some(UTF_8), Some(WINDOWS_1252), Some(WINDOWS_1256)] {
            assert_eq!(decode(&bytes, stated), arabic, "{stated:?}");
            assert_eq!(decode(arabic.as_bytes(), stated), arabic, "{stated:?}");
        }
        assert_eq!(decode(b"Caf\xe9 \xa9 M\xfcller", None), "Café © Müller");
        assert_eq!(decode(b"a\0b", None), "ab");
        // A title that a program cut in the middle of a letter.
        let cut = &"بطاقة رسومات".as_bytes()[.."بطاقة رسومات".len() - 1];
        assert_eq!(decode(cut, Some(WINDOWS_1256)), "بطاقة رسوما\u{fffd}");
    }

    #[test]
    fn marks_and_wide_letters_are_removed_at_the_start() {
        let read = |bytes: &[u8]| {
            let mut text = String::new();
            open(Box::new(io::Cursor::new(bytes.to_vec())), None)
                .and_then(|mut source| source.read_to_string(&mut text))
                .expect("readable");
            text
        };
        let wide = |mark: &[u8]| {
            let letters = "<رام>".encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
            [mark, &letters[..]].concat()
        };
        assert_eq!(read(&wide(b"\xff\xfe")), "<رام>");
        assert_eq!(read(b"i\0d\0,\0"), "id,");
        assert_eq!(read(b"\xef\xbb\xbf\xef\xbb\xbfid"), "id");
        assert_eq!(read(b"i"), "i");
        assert_eq!(read(b""), "");
    }
}
