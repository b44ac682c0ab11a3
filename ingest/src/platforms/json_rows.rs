//! Writes the rows of a JSON array as lines, one after the other: however many they are, no list of them is held.

use std::{borrow::Cow, fmt};

use serde::{
    Deserializer,
    de::{DeserializeSeed, Error, IgnoredAny, MapAccess, SeqAccess, Visitor},
};
use serde_json::value::RawValue;

/// Fields of an object that hold its rows.
const FIELDS: [&str; 3] = ["offers", "products", "items"];

/// Returns the rows of an array, bare or in one of the [`FIELDS`] of an object, one per line: at most one more than `max_rows`,
/// so that the reader of the lines finds the list too long.
///
/// # Errors
/// When the text is not one whole JSON value of this form.
pub(super) fn to_lines(json: &[u8], max_rows: u64) -> serde_json::Result<Vec<u8>> {
    let mut lines = Vec::new();
    let mut deserializer = serde_json::Deserializer::from_slice(json);
    let is_array = json.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'[');
    let rows = Rows { lines: &mut lines, left: max_rows.saturating_add(1) };
    if is_array {
        rows.deserialize(&mut deserializer)?;
    } else {
        deserializer.deserialize_map(Wrapper(rows))?;
    }
    deserializer.end()?;
    Ok(lines)
}

/// An array of rows.
struct Rows<'a> {
    lines: &'a mut Vec<u8>,
    /// Number of rows that are still written; those behind them are only checked.
    left: u64,
}

impl<'de> DeserializeSeed<'de> for Rows<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Rows<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array of objects")
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut rows: A) -> Result<(), A::Error> {
        while self.left > 0 {
            let Some(row) = rows.next_element::<&'de RawValue>()? else { return Ok(()) };
            // Valid JSON has line breaks only between its values, never inside a text.
            let bytes = row.get().bytes().map(|byte| if matches!(byte, b'\n' | b'\r') { b' ' } else { byte });
            self.lines.extend(bytes);
            self.lines.push(b'\n');
            self.left -= 1;
        }
        while rows.next_element::<IgnoredAny>()?.is_some() {}
        Ok(())
    }
}

/// An object that holds an array of rows in one of its fields.
struct Wrapper<'a>(Rows<'a>);

impl<'de> Visitor<'de> for Wrapper<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<(), A::Error> {
        let mut rows = Some(self.0);
        while let Some(name) = fields.next_key::<Cow<'de, str>>()? {
            if !FIELDS.contains(&name.as_ref()) {
                fields.next_value::<IgnoredAny>()?;
                continue;
            }
            let rows = rows.take().ok_or_else(|| A::Error::custom("it holds its offers twice"))?;
            fields.next_value_seed(rows)?;
        }
        if rows.is_some() { Err(A::Error::custom("missing field `offers`")) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(json: &str) -> Result<String, String> {
        let lines = to_lines(json.as_bytes(), 2).map_err(|error| error.to_string())?;
        Ok(String::from_utf8(lines).expect("as it came"))
    }

    #[test]
    fn array_is_written_row_by_row_up_to_the_limit() {
        assert_eq!(lines(" [ {\"a\":\n1} ,\r\n2]").as_deref(), Ok("{\"a\": 1}\n2\n"));
        assert_eq!(lines("{\"shop\":{},\"items\":[1],\"x\":[2]}").as_deref(), Ok("1\n"));
        assert_eq!(lines("[1,2,3,4,5]").as_deref(), Ok("1\n2\n3\n"));
        let many = format!("[{}1]", "1,".repeat(4_000_000));
        assert!(to_lines(many.as_bytes(), 2).expect("an array").capacity() < 100);
        for broken in [
            "[1,,2]",
            "[1,2,3,4,,5]",
            "{\"items\":1}",
            "{\"x\":[]}",
            "{\"items\":[],\"offers\":[]}",
            "[1] 2",
            "",
        ] {
            assert!(lines(broken).is_err(), "{broken}");
        }
    }
}
