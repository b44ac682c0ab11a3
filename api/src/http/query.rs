use std::{collections::BTreeSet, convert::Infallible, fmt::Display, str::FromStr};

use axum::{extract::FromRequestParts, http::request::Parts};

use crate::http::error::{ApiError, ApiResult, FieldProblems};

/// Maximum number of parameters in a request, and of the values that commas separate in one parameter.
const MAX_PARAMETERS: usize = 200;
const MAX_VALUES: usize = 100;
/// Maximum length of a name or value, in bytes. Texts have lower limits of their own.
const MAX_BYTES: usize = 8192;
/// Parameters that hold words as typed or pasted. Tabs and line breaks between the words are spaces.
const WORDS: [&str; 3] = ["q", "literal", "previous"];

/// The query string, read parameter by parameter. All problems are collected. A parameter that no code reads is a
/// problem, because a misspelled filter must not be silently ignored.
#[derive(Debug, Clone, Default)]
pub struct Query {
    pairs: Vec<(String, String)>,
    problems: FieldProblems,
}

impl<S: Send + Sync> FromRequestParts<S> for Query {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self::parse(parts.uri.query().unwrap_or_default()))
    }
}

impl Query {
    /// Parses `a=1&b=2`. A known parameter without a value counts as absent, like an empty form field.
    pub fn parse(text: &str) -> Self {
        let mut query = Self::default();
        for (name, value) in form_urlencoded::parse(text.as_bytes()) {
            if query.pairs.len() == MAX_PARAMETERS {
                query.problem("query", format!("takes at most {MAX_PARAMETERS} parameters"));
                break;
            }
            query.add(name.into_owned(), value.into_owned());
        }
        query
    }

    fn add(&mut self, name: String, mut value: String) {
        if WORDS.contains(&name.as_str()) && value.chars().any(is_white_control) {
            value = value.replace(is_white_control, " ");
        }
        if name.len() > MAX_BYTES || name.chars().any(char::is_control) {
            self.problem("query", "has a parameter whose name cannot be read");
        } else if value.len() > MAX_BYTES {
            self.problem(name, format!("is longer than {MAX_BYTES} bytes"));
        } else if value.chars().any(char::is_control) {
            self.problem(name, "must not hold control characters");
        } else {
            self.pairs.push((name, value.trim().to_owned()));
        }
    }

    /// Records a problem of a parameter. Only the first problem of each parameter is recorded.
    pub fn problem(&mut self, name: impl Into<String>, problem: impl Into<String>) {
        self.problems.entry(name.into()).or_insert_with(|| problem.into());
    }

    /// Returns every non-empty value of a parameter, without splitting at commas.
    pub fn values(&mut self, name: &str) -> Vec<String> {
        let values: Vec<String> =
            self.pairs.extract_if(.., |(key, _)| key == name).map(|(_, value)| value).collect();
        values.into_iter().filter(|value| !value.is_empty()).collect()
    }

    /// Marks a parameter as read, so that `finish` does not report it as unknown.
    pub fn ignore(&mut self, name: &str) {
        self.pairs.retain(|(key, _)| key != name);
    }

    /// Returns every value of a parameter that may be repeated or comma-separated, without duplicates. A comma inside a
    /// value is written `\,`.
    pub fn comma_values(&mut self, name: &str) -> Vec<String> {
        let mut distinct = BTreeSet::new();
        let mut values = Vec::new();
        for value in self.values(name).iter().flat_map(|value| split_at_commas(value)) {
            if !value.is_empty() && distinct.insert(value.clone()) {
                values.push(value);
            }
        }
        if values.len() > MAX_VALUES {
            self.problem(name, format!("takes at most {MAX_VALUES} values"));
            values.truncate(MAX_VALUES);
        }
        values
    }

    /// Returns the value of a parameter that may be given once.
    pub fn single(&mut self, name: &str) -> Option<String> {
        let mut values = self.values(name);
        if values.len() > 1 {
            self.problem(name, "may be given only once");
        }
        values.pop()
    }

    /// Parses the value as a `T`; `expected` is the message for a malformed value (`"must be …"`).
    pub fn parsed<T: FromStr>(&mut self, name: &str, expected: impl Display) -> Option<T> {
        let value = self.single(name)?;
        let parsed = value.parse().ok();
        if parsed.is_none() {
            self.problem(name, expected.to_string());
        }
        parsed
    }

    /// Parses every value as a `T`.
    pub fn parsed_values<T: FromStr>(&mut self, name: &str, expected: impl Display) -> Vec<T> {
        let values = self.comma_values(name);
        let parsed: Vec<T> = values.iter().filter_map(|value| value.parse().ok()).collect();
        if parsed.len() < values.len() {
            self.problem(name, expected.to_string());
        }
        parsed
    }

    /// Reads a whole number within bounds.
    pub fn number(&mut self, name: &str, min: u32, max: u32) -> Option<u32> {
        let expected = format!("must be a whole number from {min} to {max}");
        let number = self.parsed(name, &expected)?;
        if (min..=max).contains(&number) {
            return Some(number);
        }
        self.problem(name, expected);
        None
    }

    /// Reads a boolean; absent is false.
    pub fn flag(&mut self, name: &str) -> bool {
        self.parsed(name, "must be true or false").unwrap_or(false)
    }

    /// Returns the names of unread parameters with this prefix.
    pub fn names_with(&self, prefix: &str) -> BTreeSet<String> {
        self.pairs.iter().map(|(name, _)| name).filter(|name| name.starts_with(prefix)).cloned().collect()
    }

    /// Finishes reading.
    ///
    /// # Errors
    /// 422 with every problem found, and every parameter that was not read.
    pub fn finish(mut self) -> ApiResult<()> {
        for name in self.names_with("") {
            self.problem(name, "is not a parameter of this call");
        }
        if self.problems.is_empty() { Ok(()) } else { Err(ApiError::Invalid(self.problems)) }
    }
}

/// Whether a character is white space and a control character: a tab, a line break.
fn is_white_control(letter: char) -> bool {
    letter.is_whitespace() && letter.is_control()
}

/// Splits a text at its commas, except those written `\,`, which belong to a value.
fn split_at_commas(text: &str) -> Vec<String> {
    let (mut values, mut value, mut letters) = (Vec::new(), String::new(), text.chars().peekable());
    while let Some(letter) = letters.next() {
        match letter {
            '\\' if letters.next_if_eq(&',').is_some() => value.push(','),
            ',' => values.push(std::mem::take(&mut value)),
            _ => value.push(letter),
        }
    }
    values.push(value);
    values.iter().map(|value| value.trim().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_between_words_is_a_space_and_elsewhere_an_error() {
        let mut query = Query::parse("q=%09rtx%095070%0D%0Ati%C2%85&literal=a%0Bb&previous=a%0Cb");
        assert_eq!(query.single("q").as_deref(), Some("rtx 5070  ti"));
        assert_eq!(query.values("literal"), ["a b"]);
        assert_eq!(query.single("previous").as_deref(), Some("a b"));
        assert!(query.finish().is_ok());
        for wrong in ["q=a%00b", "q=%1B%5B31m", "q=a%7Fb", "sort=a%09b", "%09q=a", "manufacturer=a%0Ab"] {
            assert!(!Query::parse(wrong).problems.is_empty(), "{wrong}");
        }
    }

    #[test]
    fn value_may_contain_a_comma() {
        for (text, values) in [
            ("AMD,Intel", vec!["AMD", "Intel"]),
            (r"Acme Co.\, Ltd., AMD", vec!["Acme Co., Ltd.", "AMD"]),
            (r"back\slash\,", vec![r"back\slash,"]),
            (",", vec!["", ""]),
        ] {
            assert_eq!(split_at_commas(text), values);
        }
    }
}
