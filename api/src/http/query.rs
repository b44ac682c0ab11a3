mod structs;

use std::{collections::BTreeSet, convert::Infallible, fmt::Display, str::FromStr};

use axum::{extract::FromRequestParts, http::request::Parts};
use serde::de::DeserializeOwned;

use self::structs::Fields;
use crate::http::error::{ApiError, ApiResult, FieldProblems};

/// Maximum number of parameters in a request, and of the values that commas separate in one parameter.
const MAX_PARAMETERS: usize = 200;
const MAX_VALUES: usize = 100;
/// Maximum length of a name or value, in bytes. Texts have lower limits of their own.
const MAX_BYTES: usize = 8192;
/// Parameters that hold words as typed or pasted. Tabs and line breaks between the words are spaces, and a list of them is
/// not split at commas.
const WORDS: [&str; 3] = ["q", "literal", "previous"];

/// The query string, read by structs or parameter by parameter. All problems are collected. A parameter that no code reads is a
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

    /// Reads a whole query string by a struct, as [`Query::take`] does.
    ///
    /// # Errors
    /// As [`Query::finish`].
    pub fn read<T: DeserializeOwned + Default>(mut self) -> ApiResult<T> {
        let read = self.take();
        self.finish()?;
        Ok(read)
    }

    /// Reads the parameters that are fields of a struct with `#[serde(default)]`; it gets the default of those that are
    /// absent or wrong. A `Vec<String>` is a list as of [`Query::comma_values`], everything else a single value.
    pub fn take<T: DeserializeOwned + Default>(&mut self) -> T {
        loop {
            let mut rest = self.clone();
            let mut fields = Fields::new(&mut rest);
            match (T::deserialize(&mut fields), fields.name) {
                (Ok(read), _) => {
                    *self = rest;
                    return read;
                }
                // serde stops at the first wrong field: the others are read again without it.
                (Err(problem), Some(name)) => {
                    self.problems = rest.problems;
                    self.problem(name, problem.to_string());
                    self.ignore(name);
                }
                (Err(_), None) => return T::default(),
            }
        }
    }

    fn has_value(&self, name: &str) -> bool {
        self.pairs.iter().any(|(key, value)| key == name && !value.is_empty())
    }

    /// Returns every non-empty value of a parameter, without splitting at commas.
    fn values(&mut self, name: &str) -> Vec<String> {
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

    /// Parses the value of a parameter as a `T`; `expected` is the message for a malformed value (`"must be …"`).
    pub fn parsed<T: FromStr>(&mut self, name: &str, expected: impl Display) -> Option<T> {
        let value = self.single(name);
        self.parse_one(name, value, expected)
    }

    /// Parses a value that was read already, likewise.
    pub fn parse_one<T: FromStr>(
        &mut self,
        name: &str,
        value: Option<String>,
        expected: impl Display,
    ) -> Option<T> {
        self.parse_all(name, value.as_slice(), expected).pop()
    }

    /// Parses values that were read already, likewise.
    pub fn parse_all<T: FromStr>(&mut self, name: &str, values: &[String], expected: impl Display) -> Vec<T> {
        let parsed: Vec<T> = values.iter().filter_map(|value| value.parse().ok()).collect();
        if parsed.len() < values.len() {
            self.problem(name, expected.to_string());
        }
        parsed
    }

    /// Refuses a text of more than `max` characters.
    pub fn check_length(&mut self, name: &str, text: Option<&str>, max: usize) {
        if text.is_some_and(|text| text.chars().count() > max) {
            self.problem(name, format!("must have at most {max} characters"));
        }
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
    use serde::Deserialize;

    use super::*;
    use crate::http::whole::Whole;

    #[derive(Debug, Default, PartialEq, Deserialize)]
    enum Order {
        #[default]
        Up,
        Down,
        #[serde(rename = "none")]
        Unsorted,
    }

    #[derive(Debug, Default, Deserialize)]
    #[serde(default, rename_all = "camelCase")]
    struct Params {
        text: Option<String>,
        in_stock: bool,
        facets: Option<bool>,
        page: Whole<1, 50, 3>,
        rating: Option<Whole<0, 5>>,
        order: Order,
        #[serde(rename = "-brand")]
        excluded: Vec<String>,
        literal: Vec<String>,
    }

    fn problems_of(text: &str) -> Vec<(String, String)> {
        match Query::parse(text).read::<Params>() {
            Err(ApiError::Invalid(problems)) => problems.into_iter().collect(),
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn struct_is_read_from_its_parameters() {
        let text = "text=+a,b+&inStock=true&facets=false&page=50&rating=0&order=none&-brand=A%5C,+B,C&-brand=C,,D\
                    &literal=a,b&literal=a";
        let read: Params = Query::parse(text).read().unwrap();
        assert_eq!(read.text.as_deref(), Some("a,b"));
        assert_eq!((read.in_stock, read.facets, read.order), (true, Some(false), Order::Unsorted));
        assert_eq!((read.page, read.rating), (Whole(50), Some(Whole(0))));
        assert_eq!(read.excluded, ["A, B", "C", "D"]);
        assert_eq!(read.literal, ["a,b", "a"]);
    }

    #[test]
    fn parameters_without_value_are_absent() {
        for text in ["", "text=&inStock=&facets=&page=&rating=&order=&-brand=&literal=", "-brand=,"] {
            let read: Params = Query::parse(text).read().unwrap();
            assert_eq!((read.text, read.in_stock, read.facets, read.order), (None, false, None, Order::Up));
            assert_eq!((read.page, read.rating), (Whole(3), None));
            assert!(read.excluded.is_empty() && read.literal.is_empty());
        }
    }

    #[test]
    fn all_problems_of_a_query_are_told_at_once() {
        let values: Vec<String> = (0..101).map(|number| number.to_string()).collect();
        let text = format!(
            "text=a&text=b&page=51&page=-1&inStock=yes&facets=1&rating=6&order=up&in_stock=true&-brand={}&x=",
            values.join(",")
        );
        let expected = [
            ("-brand", "takes at most 100 values"),
            ("facets", "must be true or false"),
            ("inStock", "must be true or false"),
            ("in_stock", "is not a parameter of this call"),
            ("order", "must be Up, Down or none"),
            ("page", "may be given only once"),
            ("rating", "must be a whole number from 0 to 5"),
            ("text", "may be given only once"),
            ("x", "is not a parameter of this call"),
        ];
        assert_eq!(problems_of(&text), expected.map(|(name, problem)| (name.to_owned(), problem.to_owned())));
        for page in ["0", "51", "1.5", "x"] {
            let problem = "must be a whole number from 1 to 50".to_owned();
            assert_eq!(problems_of(&format!("page={page}")), [("page".to_owned(), problem)]);
        }
    }

    #[test]
    fn structs_and_single_parameters_are_read_from_one_query() {
        let mut query = Query::parse("page=x&inStock=true&spec.a=1&other=2");
        let read: Params = query.take();
        assert_eq!((read.page, read.in_stock), (Whole(3), true));
        assert_eq!(query.comma_values("spec.a"), ["1"]);
        let Err(ApiError::Invalid(problems)) = query.finish() else { panic!("it is accepted") };
        assert_eq!(problems.into_keys().collect::<Vec<_>>(), ["other", "page"]);
    }

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
