//! Reads one record of a retailer's interface. What an offer needs must be in the platform's form; any other field may
//! be in whatever form a plugin left it (`false` for no picture, a number for a text), and then only that field is left
//! out.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Deserializer, de::DeserializeOwned, de::Error as _};
use serde_json::Value;
use serde_path_to_error::{Path, Segment};

use super::scalar;

/// Maximum number of places of one record that are left out; then the fields around them are left out whole, so that the
/// time for a record stays a multiple of its size.
const MAX_PLACES: usize = 16;
/// Maximum number of further fields that are left out whole; a record that needs more is refused.
const MAX_FIELDS: usize = 32;

/// Number of records from which each field was left out, by the field's name: `images.src`.
pub(super) type LeftOut = BTreeMap<String, u64>;

/// Reads a record, and adds the fields that were left out to `left_out`. An absent field or `null` is not one of them.
///
/// # Errors
/// The first field that the record needs and that is not in the platform's form, and why, as a sentence part.
pub(super) fn read<T: DeserializeOwned>(record: &Value, left_out: &mut LeftOut) -> Result<T, String> {
    // Most records are in order, and cost neither a copy nor a path.
    if let Ok(read) = T::deserialize(record) {
        return Ok(read);
    }
    let mut rest = record.clone();
    let mut fields = BTreeSet::new();
    let mut first_problem = None;
    for count in 0..MAX_PLACES + MAX_FIELDS {
        let error = match serde_path_to_error::deserialize::<_, T>(&rest) {
            Ok(read) => {
                fields.into_iter().for_each(|field| *left_out.entry(field).or_default() += 1);
                return Ok(read);
            }
            Err(error) => error,
        };
        let depth = if count < MAX_PLACES { usize::MAX } else { 1 };
        let place = place_of(error.path(), depth);
        let name = name_of(&place);
        let problem =
            if name.is_empty() { error.inner().to_string() } else { format!("{name}: {}", error.inner()) };
        let problem = first_problem.get_or_insert(problem);
        match take(&mut rest, &place) {
            None => return Err(problem.clone()),
            Some(Value::Null) => {}
            Some(_) => {
                fields.insert(name);
            }
        }
    }
    Err(first_problem.unwrap_or_default())
}

/// A step from a value to one inside of it.
#[derive(Debug, Clone)]
enum Step {
    Key(String),
    Index(usize),
}

/// Returns the steps to the place of an error, at most `depth` of them.
fn place_of(path: &Path, depth: usize) -> Vec<Step> {
    let steps = path.iter().map_while(|segment| match segment {
        Segment::Map { key } => Some(Step::Key(key.clone())),
        Segment::Seq { index } => Some(Step::Index(*index)),
        Segment::Enum { .. } | Segment::Unknown => None,
    });
    steps.take(depth).collect()
}

/// Returns the name of a place, without the numbers of list items.
fn name_of(place: &[Step]) -> String {
    let keys = place.iter().filter_map(|step| match step {
        Step::Key(key) => Some(key.as_str()),
        Step::Index(_) => None,
    });
    keys.collect::<Vec<_>>().join(".")
}

/// Takes the value at a place out of a record; `None` where there is no such place.
fn take(record: &mut Value, place: &[Step]) -> Option<Value> {
    let (last, outer) = place.split_last()?;
    let holder = outer.iter().try_fold(record, |value, step| match step {
        Step::Key(key) => value.get_mut(key),
        Step::Index(index) => value.get_mut(index),
    })?;
    match (last, holder) {
        (Step::Key(key), Value::Object(fields)) => fields.remove(key),
        (Step::Index(index), Value::Array(items)) if *index < items.len() => Some(items.remove(*index)),
        _ => None,
    }
}

/// Deserialises a text that may be written as a number; an empty one is absent.
pub(super) fn text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    match Value::deserialize(deserializer)? {
        Value::Null => Ok(None),
        Value::String(text) if text.trim().is_empty() => Ok(None),
        value => scalar(&value).map(Some).ok_or_else(|| D::Error::custom("it is no text")),
    }
}

/// Deserialises a text that must be there; it may be written as a number.
pub(super) fn required_text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    text(deserializer)?.ok_or_else(|| D::Error::custom("it is empty"))
}

/// Deserialises a whole number that may be written as a text: `"3"`.
pub(super) fn whole<'de, D, N>(deserializer: D) -> Result<N, D::Error>
where
    D: Deserializer<'de>,
    N: TryFrom<u64>,
{
    let value = Value::deserialize(deserializer)?;
    let number = value.as_u64().or_else(|| scalar(&value)?.parse().ok());
    number.and_then(|number| number.try_into().ok()).ok_or_else(|| D::Error::custom("it is no whole number"))
}

/// Deserialises a whole number like [`whole`]; `null` and an empty text are absent.
pub(super) fn optional_whole<'de, D, N>(deserializer: D) -> Result<Option<N>, D::Error>
where
    D: Deserializer<'de>,
    N: TryFrom<u64>,
{
    match Value::deserialize(deserializer)? {
        Value::Null => Ok(None),
        Value::String(text) if text.trim().is_empty() => Ok(None),
        value => whole(value).map(Some).map_err(D::Error::custom),
    }
}

/// Deserialises a yes or no that may be written as a text or a number: `"true"`, `"no"`, `1`.
pub(super) fn flag<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<bool>, D::Error> {
    let value = Value::deserialize(deserializer)?;
    if let Value::Bool(flag) = value {
        return Ok(Some(flag));
    }
    match scalar(&value).map(|text| text.to_lowercase()).as_deref() {
        Some("true" | "yes" | "1") => Ok(Some(true)),
        Some("false" | "no" | "0") => Ok(Some(false)),
        None if value.is_null() || value.is_string() => Ok(None),
        _ => Err(D::Error::custom("it is neither yes nor no")),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    #[derive(Debug, Default, PartialEq, Deserialize)]
    struct Record {
        #[serde(deserialize_with = "required_text")]
        id: String,
        name: String,
        #[serde(default, deserialize_with = "text")]
        sku: Option<String>,
        #[serde(default, deserialize_with = "flag")]
        in_stock: Option<bool>,
        #[serde(default, deserialize_with = "optional_whole")]
        scale: Option<u32>,
        #[serde(default)]
        brands: Vec<Brand>,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    struct Brand {
        name: String,
    }

    fn brand(name: &str) -> Brand {
        Brand { name: name.to_owned() }
    }

    fn record() -> Record {
        Record { id: "7".to_owned(), name: "Fan".to_owned(), ..Record::default() }
    }

    fn check(more: Value, expected: Record, left_out: &[&str]) {
        let mut value = json!({"id": 7, "name": "Fan"});
        value.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        let mut counts = LeftOut::new();
        assert_eq!(read::<Record>(&value, &mut counts).as_ref(), Ok(&expected), "{value}");
        let names: Vec<&str> = counts.keys().map(String::as_str).collect();
        assert_eq!(names, left_out, "{value}");
    }

    #[test]
    fn odd_optional_field_is_left_out_alone_and_named() {
        check(
            json!({"sku": 4711, "in_stock": "no", "scale": "3"}),
            Record { sku: Some("4711".to_owned()), in_stock: Some(false), scale: Some(3), ..record() },
            &[],
        );
        check(
            json!({"sku": false, "in_stock": ["soon"], "brands": "MSI"}),
            record(),
            &["brands", "in_stock", "sku"],
        );
        check(
            json!({"brands": [{"name": "Arctic"}, {"id": 3}, 5, {"name": "Noctua"}]}),
            Record { brands: vec![brand("Arctic"), brand("Noctua")], ..record() },
            &["brands"],
        );
        // Absent in other words, not odd.
        check(json!({"sku": "", "in_stock": null, "scale": "", "brands": null}), record(), &[]);
    }

    #[test]
    fn record_without_a_needed_field_names_it() {
        let refuse = |value: Value| read::<Record>(&value, &mut LeftOut::new()).expect_err("refused");
        assert_eq!(refuse(json!({"id": 1})), "missing field `name`");
        assert!(refuse(json!({"id": 1, "name": ["Fan"]})).starts_with("name: invalid type"));
        assert!(refuse(json!({"id": {}, "name": "Fan", "sku": {}})).starts_with("id: it is no text"));
        assert!(!refuse(Value::Null).is_empty());
    }

    #[test]
    fn thousands_of_odd_items_cost_no_more_than_the_field() {
        let brands: Vec<Value> = (0..20_000).map(|id| json!({ "id": id })).collect();
        check(json!({"brands": brands, "sku": {}}), record(), &["brands", "sku"]);
    }

    proptest! {
        #[test]
        fn any_record_is_read_or_refused(
            texts in prop::collection::vec("[a-z0-9\\[\\]{}\":, ]{0,12}", 4),
            number in any::<f64>(),
        ) {
            let odd: Vec<Value> =
                texts.iter().map(|text| serde_json::from_str(text).unwrap_or(json!([text, number]))).collect();
            let record = json!({"id": odd[0], "name": "x", "sku": odd[1], "in_stock": odd[2], "brands": [odd[3], odd]});
            let _ = read::<Record>(&record, &mut LeftOut::new());
        }
    }
}
