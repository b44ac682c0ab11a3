//! Reads JSON as pages have it, after strict JSON failed: with commas too many, comments, CDATA marks, a brace too many,
//! several values in a row, escapes that JSON does not know, raw line breaks and unescaped quotes in strings. What is
//! left out or cut off is never guessed. Time grows with the length of the text alone; memory is that of the values, with
//! at most [`MAX_DEPTH`] of them open.

use serde_json::{Map, Value};

/// Maximum depth of nested values.
const MAX_DEPTH: usize = 100;
/// Maximum number of closing brackets too many.
const MAX_SURPLUS: usize = 2;
/// Maximum length of a number or a bare word, in bytes.
const MAX_WORD: usize = 100;
/// Length of the excerpt that an error shows, in characters.
const EXCERPT: usize = 30;
/// Marks that wrap a block for readers of XHTML, also encoded, and the ends of old HTML comments.
const MARKS: [&str; 7] = ["<![CDATA[", "&lt;![CDATA[", "]]>", "]]&gt;", "]]\\>", "-->", "--&gt;"];

/// Why a text cannot be read, with the place where that shows.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}, at {excerpt:?}")]
pub struct BrokenJson {
    /// Line of the text, from 1.
    pub line: usize,
    pub reason: String,
    pub excerpt: String,
}

/// Reads all values of a text: objects and lists, one after the other.
///
/// # Errors
/// The first fault that cannot be repaired.
pub(super) fn read(text: &str) -> Result<Vec<Value>, BrokenJson> {
    let decoded;
    let text = match !text.contains('"') && text.contains("&quot;") {
        true => {
            decoded = text.replace("&quot;", "\"").replace("&amp;", "&");
            decoded.as_str()
        }
        false => text,
    };
    let mut reader = Reader { text, at: 0, depth: 0, surplus: 0, is_begun: false };
    reader.values().map_err(|reason| BrokenJson {
        line: 1 + text.get(..reader.at).unwrap_or_default().matches('\n').count(),
        reason,
        excerpt: reader.rest().chars().take(EXCERPT).collect(),
    })
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
    surplus: usize,
    /// Whether a value or an open comment was read.
    is_begun: bool,
}

const CUT_OFF: &str = "it ends before its last bracket";

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn values(&mut self) -> Result<Vec<Value>, String> {
        let mut values = Vec::new();
        loop {
            self.skip_blanks()?;
            match self.peek() {
                None => return Ok(values),
                Some('{' | '[') => {
                    self.is_begun = true;
                    values.push(self.value()?);
                }
                Some(',' | ';') => self.at += 1,
                Some('}' | ']') if !values.is_empty() => self.skip_surplus()?,
                Some(other) => return Err(format!("{other:?} stands where an object should begin")),
            }
        }
    }

    fn skip_surplus(&mut self) -> Result<(), String> {
        self.surplus += 1;
        self.at += 1;
        if self.surplus > MAX_SURPLUS { Err("it closes more than it opens".to_owned()) } else { Ok(()) }
    }

    /// Skips white space and comments, and outside of values the marks around a block.
    fn skip_blanks(&mut self) -> Result<(), String> {
        while let Some(letter) = self.peek() {
            let rest = self.rest();
            let mark = |text: &str| MARKS.iter().find(|mark| text.starts_with(**mark)).map(|mark| mark.len());
            self.at += if letter.is_whitespace() || matches!(letter, '\u{feff}' | '\u{200b}') {
                letter.len_utf8()
            } else if rest.starts_with("<!--") {
                self.comment_length(rest)?
            } else if rest.starts_with("/*") {
                rest.find("*/").map(|end| end + 2).ok_or("a comment has no end")?
            } else if let Some(comment) = rest.strip_prefix("//") {
                let inner = comment.trim_start_matches([' ', '\t']);
                let before = rest.len() - inner.len();
                let line = || rest.find(['\n', '\r']).unwrap_or(rest.len());
                // "//<![CDATA[" may share its line with the whole object.
                mark(inner).filter(|_| self.depth == 0).map_or_else(line, |length| before + length)
            } else if let Some(length) = mark(rest).filter(|_| self.depth == 0) {
                length
            } else {
                return Ok(());
            };
        }
        Ok(())
    }

    /// Returns the length of an HTML comment; of one that wraps the whole block, the length of its mark.
    fn comment_length(&mut self, rest: &str) -> Result<usize, String> {
        let end = rest.find("-->").map(|end| end + 3);
        // Looks no further than to the next text: comments may be many, and the blanks behind them long.
        let is_last =
            || end.and_then(|end| rest.get(end..)).is_none_or(|after| after.trim_start().is_empty());
        if !self.is_begun && is_last() && rest.contains('{') {
            self.is_begun = true;
            return Ok("<!--".len());
        }
        end.ok_or_else(|| "a comment has no end".to_owned())
    }

    fn value(&mut self) -> Result<Value, String> {
        match self.peek() {
            Some('{' | '[') if self.depth >= MAX_DEPTH => Err("it nests too deep".to_owned()),
            Some(open @ ('{' | '[')) => {
                self.at += 1;
                self.depth += 1;
                let value = if open == '{' {
                    self.object().map(Value::Object)
                } else {
                    self.list().map(Value::Array)
                };
                self.depth -= 1;
                value
            }
            Some('"') => self.string().map(Value::String),
            Some(_) => self.word(),
            None => Err(CUT_OFF.to_owned()),
        }
    }

    fn object(&mut self) -> Result<Map<String, Value>, String> {
        let mut object = Map::new();
        loop {
            self.skip_blanks()?;
            match self.peek() {
                Some('}') => {
                    self.at += 1;
                    return Ok(object);
                }
                Some(',') => {
                    self.at += 1;
                    continue;
                }
                Some('"') => {}
                Some(other) => return Err(format!("{other:?} stands where a name should begin")),
                None => return Err(CUT_OFF.to_owned()),
            }
            let name = self.string()?;
            self.skip_blanks()?;
            if self.peek() != Some(':') {
                return Err(format!("no colon follows the name {name:.40?}"));
            }
            self.at += 1;
            self.skip_blanks()?;
            // A template that had nothing to fill in: `"sku": ,`.
            let value = if matches!(self.peek(), Some(',' | '}')) { Value::Null } else { self.value()? };
            object.insert(name, value);
            self.expect_next('}')?;
        }
    }

    fn list(&mut self) -> Result<Vec<Value>, String> {
        let mut list = Vec::new();
        loop {
            self.skip_blanks()?;
            match self.peek() {
                Some(']') => {
                    self.at += 1;
                    return Ok(list);
                }
                Some(',') => self.at += 1,
                Some('}') => self.skip_surplus()?,
                None => return Err(CUT_OFF.to_owned()),
                Some(_) => {
                    list.push(self.value()?);
                    self.skip_blanks()?;
                    if self.peek() == Some('}') {
                        self.skip_surplus()?;
                    }
                    self.expect_next(']')?;
                }
            }
        }
    }

    fn expect_next(&mut self, close: char) -> Result<(), String> {
        self.skip_blanks()?;
        match self.peek() {
            Some(next) if next == ',' || next == close => Ok(()),
            Some(other) => Err(format!("{other:?} stands where a comma or {close:?} should")),
            None => Err(CUT_OFF.to_owned()),
        }
    }

    /// Reads a string. A quote ends it only where JSON goes on behind it; any other one is an inch mark or the like.
    fn string(&mut self) -> Result<String, String> {
        let start = self.at;
        self.at += 1;
        let mut string = String::new();
        while let Some(letter) = self.peek() {
            self.at += letter.len_utf8();
            match letter {
                '"' if self.is_end_of_string() => return Ok(string),
                '\\' => self.escape(&mut string),
                letter if letter.is_control() => string.push(' '),
                letter => string.push(letter),
            }
        }
        self.at = start;
        Err("a string has no end".to_owned())
    }

    fn is_end_of_string(&self) -> bool {
        let after = self.rest().trim_start();
        after.is_empty()
            || after.starts_with([',', ':', '}', ']'])
            || ["//", "/*", "<!--"].iter().any(|comment| after.starts_with(comment))
    }

    /// Reads what follows a backslash: as JSON does, else as JavaScript does.
    fn escape(&mut self, string: &mut String) {
        let Some(letter) = self.peek() else { return };
        self.at += letter.len_utf8();
        match letter {
            'n' | 'r' | 't' | 'b' | 'f' | '\n' | '\r' => string.push(' '),
            'u' => match self.hexadecimal(4) {
                Some(first @ 0xd800..=0xdbff) if self.rest().starts_with("\\u") => {
                    self.at += 2;
                    let low = self.hexadecimal(4).unwrap_or_default();
                    let pair = [first, low].map(|unit| u16::try_from(unit).unwrap_or_default());
                    string.extend(char::decode_utf16(pair).map(|letter| letter.unwrap_or('\u{fffd}')));
                }
                Some(code) => string.push(char::from_u32(code).unwrap_or('\u{fffd}')),
                None => string.push('u'),
            },
            'x' => match self.hexadecimal(2) {
                Some(code) => string.push(char::from_u32(code).unwrap_or('\u{fffd}')),
                None => string.push('x'),
            },
            other => string.push(other),
        }
    }

    fn hexadecimal(&mut self, digits: usize) -> Option<u32> {
        let text =
            self.rest().get(..digits).filter(|text| text.bytes().all(|byte| byte.is_ascii_hexdigit()))?;
        self.at += digits;
        u32::from_str_radix(text, 16).ok()
    }

    /// Reads a number, `true`, `false` or `null`. A number that JSON does not know, such as a barcode that begins with
    /// zeros, stays a text.
    fn word(&mut self) -> Result<Value, String> {
        let rest = self.rest();
        let ends =
            |letter: char| letter.is_whitespace() || matches!(letter, ',' | ':' | '}' | ']' | '/' | '<');
        let length = rest.find(ends).unwrap_or(rest.len());
        let word = rest.get(..length).filter(|word| word.len() <= MAX_WORD).ok_or("a word is too long")?;
        let value = match word {
            "true" => Value::Bool(true),
            "false" => Value::Bool(false),
            "null" | "undefined" | "NaN" => Value::Null,
            number if number.bytes().any(|byte| byte.is_ascii_digit()) => {
                if !number.bytes().all(|byte| byte.is_ascii_digit() || b"+-.eE".contains(&byte)) {
                    return Err(format!("{number:?} is no value"));
                }
                let number_or_text = serde_json::from_str(number).ok().filter(Value::is_number);
                number_or_text.unwrap_or_else(|| Value::String(number.to_owned()))
            }
            other => return Err(format!("{other:.40?} is no value")),
        };
        self.at += length;
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn faults_of_real_pages_are_repaired() {
        let wanted = json!({"@type": "Product", "name": "Corsair 4000D", "offers": {"price": "24.900"}});
        let plain = r#""@type":"Product","name":"Corsair 4000D","offers":{"price":"24.900""#;
        for text in [
            format!("{{{plain},}},}}"),
            format!("{{{plain}}}}};"),
            format!("{{{plain}}}}}}}"),
            format!("\u{feff}{{,{plain}}},,}}\n;\n"),
            format!("// <![CDATA[\n{{{plain}}}}}\n// ]]&gt;\n"),
            format!("//<![CDATA[ {{{plain}}}}} //]]>"),
            format!("<![CDATA[{{{plain}}}}}]]>"),
            format!("/*<![CDATA[*/{{{plain}}}}}/*]]>*/"),
            format!("&lt;![CDATA[{{{plain}}}}}]]&gt;"),
            format!("<!-- start -->\n{{{plain}}}}}\n<!-- end -->"),
            format!("<!--\n{{{plain}}}}}\n//-->"),
            format!("<!-- {{\"price\":1}} -->{{{plain}}}}}"),
            format!("/* shop */{{/* p */{plain}/* a */}}// end\n}} // last"),
            format!("{{{plain}}}}}").replace('"', "&quot;"),
        ] {
            assert_eq!(read(&text), Ok(vec![wanted.clone()]), "{text}");
        }
    }

    #[test]
    fn several_values_and_odd_values_are_read() {
        assert_eq!(
            read("{\"a\":1}\n{\"b\":[2,],}[3]"),
            Ok(vec![json!({"a": 1}), json!({"b": [2]}), json!([3])])
        );
        assert_eq!(
            read("{\"@graph\":[{\"a\":{}}},{\"b\":1}]}"),
            Ok(vec![json!({"@graph": [{"a": {}}, {"b": 1}]})])
        );
        assert_eq!(
            read(r#"{"sku":,"gtin13":0123456789012,"x":undefined,"p":24.9,"q":null}"#),
            Ok(vec![json!({"sku": null, "gtin13": "0123456789012", "x": null, "p": 24.9, "q": null})])
        );
        assert_eq!(
            read(r#"{"name":"Dell 32" S3225QC","d":"don\'t \x26 \u0627 \ud83d\ude00 \ud83d c:\d"}"#),
            Ok(vec![json!({"name": "Dell 32\" S3225QC", "d": "don't & ا 😀 \u{fffd} c:d"})])
        );
        assert_eq!(read("{\"d\":\"two\nlines\"}"), Ok(vec![json!({"d": "two lines"})]));
        assert_eq!(read(" <!-- nothing --> "), Ok(vec![]));
    }

    #[test]
    fn what_cannot_be_repaired_is_named_with_its_line() {
        for (text, line, reason) in [
            ("{\"@type\":\"Product\",\n\"availability\":\"InStock”}}", 2, "a string has no end"),
            ("{\"a\":1,\n\n\"b\":{\"c\":2}", 3, CUT_OFF),
            ("{\"a\":1 \"b\":2}", 1, "'\"' stands where a comma or '}' should"),
            ("{\"a\":{\"b\":1}},\"price\":\"2\"}", 1, "'\"' stands where an object should begin"),
            ("{'a':1}", 1, "'\\'' stands where a name should begin"),
            ("{\"d\":\"says \"so\", then\"}", 1, "'t' stands where a name should begin"),
            ("{\"price\":29,900}", 1, "'9' stands where a name should begin"),
            ("{\"price\": {{ product.price }} }", 1, "'{' stands where a name should begin"),
            ("<!DOCTYPE html>", 1, "'<' stands where an object should begin"),
            ("{}}}}", 1, "it closes more than it opens"),
            ("{\"a\":1} /* no end", 1, "a comment has no end"),
        ] {
            let broken = read(text).expect_err(text);
            assert_eq!((broken.line, broken.reason.as_str()), (line, reason), "{text}");
        }
        assert_eq!(read(&"[".repeat(1_000_000)).expect_err("deep").reason, "it nests too deep");
    }

    #[test]
    fn comments_before_many_blanks_are_read_in_linear_time() {
        let began = std::time::Instant::now();
        let text = format!("{}{}", "<!-- -->".repeat(200_000), " ".repeat(2_000_000));
        assert_eq!(read(&text), Ok(vec![]));
        assert_eq!(read(&format!("{text}{{\"a\":1}}")), Ok(vec![json!({"a": 1})]));
        assert!(began.elapsed() < std::time::Duration::from_secs(20), "{:?}", began.elapsed());
    }

    #[test]
    fn time_grows_with_the_length_alone() {
        let began = std::time::Instant::now();
        for unit in
            ["<!--", "/*", "//", "\"", "\"   ", "{\"a\":\"", "\\u", "[1,", "]]>", "{}", "<!-- -->", "9"]
        {
            let many = unit.repeat(400_000 / unit.len());
            for text in [many.clone(), format!("{{{many}"), format!("{{\"a\":\"{many}")] {
                let _ = read(&text);
            }
        }
        assert!(began.elapsed() < std::time::Duration::from_secs(20), "{:?}", began.elapsed());
    }
}
