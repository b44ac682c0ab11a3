use std::{collections::BTreeMap, fmt};

use serde::{
    Deserialize, Deserializer, Serialize,
    de::{SeqAccess, Visitor},
};
use serde_json::Value;

use super::{SpecKey, SpecKind};

/// The most characters of a spec's text.
const MAX_TEXT_CHARS: usize = 200;
/// The most entries of a spec's list.
const MAX_LIST_ITEMS: usize = 64;

/// The value of one spec, of the kind that the key requires.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum SpecValue {
    Flag(bool),
    Integer(i64),
    Number(f64),
    Text(String),
    List(Vec<String>),
}

/// Written by hand: serde's untagged derive tries the kinds one after the other and formats an error for each that
/// fails, which took most of the time of reading a catalogue.
impl<'de> Deserialize<'de> for SpecValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(SpecValueVisitor)
    }
}

struct SpecValueVisitor;

impl<'de> Visitor<'de> for SpecValueVisitor {
    type Value = SpecValue;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("true or false, a number, a text or a list of texts")
    }

    fn visit_bool<E>(self, flag: bool) -> Result<SpecValue, E> {
        Ok(SpecValue::Flag(flag))
    }

    fn visit_i64<E>(self, number: i64) -> Result<SpecValue, E> {
        Ok(SpecValue::Integer(number))
    }

    fn visit_u64<E>(self, number: u64) -> Result<SpecValue, E> {
        Ok(i64::try_from(number).map_or(SpecValue::Number(number as f64), SpecValue::Integer))
    }

    fn visit_f64<E>(self, number: f64) -> Result<SpecValue, E> {
        Ok(SpecValue::Number(number))
    }

    fn visit_str<E>(self, text: &str) -> Result<SpecValue, E> {
        Ok(SpecValue::Text(text.to_owned()))
    }

    fn visit_string<E>(self, text: String) -> Result<SpecValue, E> {
        Ok(SpecValue::Text(text))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<SpecValue, A::Error> {
        let mut texts = Vec::with_capacity(items.size_hint().unwrap_or_default().min(64));
        while let Some(text) = items.next_element()? {
            texts.push(text);
        }
        Ok(SpecValue::List(texts))
    }
}

/// Why a spec was refused.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum SpecError {
    #[error("unknown spec {0:?}")]
    UnknownKey(String),
    #[error("{key} must be {expected}")]
    WrongKind { key: SpecKey, expected: &'static str },
    #[error("{key} must be between {min} and {max}, but is {found}")]
    OutOfRange { key: SpecKey, min: i64, max: i64, found: String },
    #[error("{key} is empty or longer than allowed")]
    BadLength { key: SpecKey },
}

impl SpecValue {
    /// Returns the number; `None` for other kinds.
    pub fn as_number(&self) -> Option<f64> {
        match self {
            SpecValue::Integer(number) => Some(*number as f64),
            SpecValue::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// Returns the whole number; `None` for other kinds.
    pub fn as_integer(&self) -> Option<i64> {
        match self {
            SpecValue::Integer(number) => Some(*number),
            _ => None,
        }
    }

    /// Returns the text, also of a list with one entry; `None` for other kinds.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            SpecValue::Text(text) => Some(text),
            SpecValue::List(items) if items.len() == 1 => items.first().map(String::as_str),
            _ => None,
        }
    }

    /// Returns the flag; `None` for other kinds.
    pub fn as_flag(&self) -> Option<bool> {
        match self {
            SpecValue::Flag(flag) => Some(*flag),
            _ => None,
        }
    }

    /// Returns the value as texts for filters and chips: list items one by one, numbers in their shortest form.
    pub fn to_texts(&self) -> Vec<String> {
        match self {
            SpecValue::Flag(flag) => vec![flag.to_string()],
            SpecValue::Integer(number) => vec![number.to_string()],
            SpecValue::Number(number) => vec![number.to_string()],
            SpecValue::Text(text) => vec![text.clone()],
            SpecValue::List(items) => items.clone(),
        }
    }
}

/// The specs of a product. An absent spec is not known.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Specs(BTreeMap<SpecKey, SpecValue>);

impl Specs {
    /// Returns an empty set.
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads one JSON value as the kind that `key` requires, and stores it.
    ///
    /// # Errors
    /// When the value is of the wrong kind, outside the plausible range, or too long. `null` is refused; a stored
    /// value stays.
    pub fn insert_json(&mut self, key: SpecKey, value: &Value) -> Result<(), SpecError> {
        let value = read(key, value)?;
        self.0.insert(key, value);
        Ok(())
    }

    /// Stores a value that is already typed.
    ///
    /// # Errors
    /// As [`Specs::insert_json`].
    pub fn insert(&mut self, key: SpecKey, value: SpecValue) -> Result<(), SpecError> {
        let json = serde_json::to_value(value).unwrap_or(Value::Null);
        self.insert_json(key, &json)
    }

    /// Reads an object of specs. Returns the accepted ones and an error for each refused one; `null` means not known
    /// and is skipped.
    pub fn from_json(object: &serde_json::Map<String, Value>) -> (Specs, Vec<SpecError>) {
        let mut specs = Specs::new();
        let mut refused = Vec::new();
        for (name, value) in object {
            if value.is_null() {
                continue;
            }
            if let Err(error) = name.parse().and_then(|key| specs.insert_json(key, value)) {
                refused.push(error);
            }
        }
        (specs, refused)
    }

    /// Returns the value of a spec, where known.
    pub fn get(&self, key: SpecKey) -> Option<&SpecValue> {
        self.0.get(&key)
    }

    /// Returns the spec as one text.
    pub fn text(&self, key: SpecKey) -> Option<&str> {
        self.get(key).and_then(SpecValue::as_text)
    }

    /// Returns the spec as a number.
    pub fn number(&self, key: SpecKey) -> Option<f64> {
        self.get(key).and_then(SpecValue::as_number)
    }

    /// Returns the spec as a whole number.
    pub fn integer(&self, key: SpecKey) -> Option<i64> {
        self.get(key).and_then(SpecValue::as_integer)
    }

    /// Returns the spec as a flag.
    pub fn flag(&self, key: SpecKey) -> Option<bool> {
        self.get(key).and_then(SpecValue::as_flag)
    }

    /// Returns all specs, in the order of the key list.
    pub fn iter(&self) -> impl Iterator<Item = (SpecKey, &SpecValue)> {
        self.0.iter().map(|(key, value)| (*key, value))
    }

    /// The facts of these keys alone.
    pub fn select(&self, keys: &[SpecKey]) -> Specs {
        let known = self.0.iter().filter(|(key, _)| keys.contains(key));
        Specs(known.map(|(key, value)| (*key, value.clone())).collect())
    }

    /// Returns the number of known specs.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether no spec is known.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

fn read(key: SpecKey, value: &Value) -> Result<SpecValue, SpecError> {
    let wrong = |expected| SpecError::WrongKind { key, expected };
    match key.kind() {
        SpecKind::Flag => value.as_bool().map(SpecValue::Flag).ok_or_else(|| wrong("true or false")),
        SpecKind::Integer(min, max) => {
            let number = whole(value).ok_or_else(|| wrong("a whole number"))?;
            in_range(key, number as f64, min, max)?;
            Ok(SpecValue::Integer(number))
        }
        SpecKind::Number(min, max) => {
            let number =
                value.as_f64().filter(|number| number.is_finite()).ok_or_else(|| wrong("a number"))?;
            in_range(key, number, min, max)?;
            Ok(whole(value).map_or(SpecValue::Number(number), SpecValue::Integer))
        }
        SpecKind::Text => match value {
            Value::Array(items) => list(key, items).map(SpecValue::List),
            Value::String(text) => text_of(key, text).map(SpecValue::Text),
            _ => Err(wrong("a text")),
        },
        SpecKind::List => match value {
            Value::Array(items) => list(key, items).map(SpecValue::List),
            Value::String(text) => Ok(SpecValue::List(vec![text_of(key, text)?])),
            _ => Err(wrong("a list of texts")),
        },
    }
}

/// Returns a JSON number without a fraction as an integer, in whatever notation (`240`, `240.0`).
fn whole(value: &Value) -> Option<i64> {
    value.as_i64().or_else(|| {
        value
            .as_f64()
            .filter(|number| number.fract() == 0.0 && number.abs() < 1e15)
            .map(|number| number as i64)
    })
}

fn in_range(key: SpecKey, number: f64, min: i64, max: i64) -> Result<(), SpecError> {
    if (min as f64..=max as f64).contains(&number) {
        Ok(())
    } else {
        Err(SpecError::OutOfRange { key, min, max, found: number.to_string() })
    }
}

fn list(key: SpecKey, items: &[Value]) -> Result<Vec<String>, SpecError> {
    if items.is_empty() || items.len() > MAX_LIST_ITEMS {
        return Err(SpecError::BadLength { key });
    }
    items
        .iter()
        .map(|item| match item {
            Value::String(text) => text_of(key, text),
            _ => Err(SpecError::WrongKind { key, expected: "a list of texts" }),
        })
        .collect()
}

fn text_of(key: SpecKey, text: &str) -> Result<String, SpecError> {
    let text = text.trim();
    if text.is_empty() || text.chars().count() > MAX_TEXT_CHARS {
        return Err(SpecError::BadLength { key });
    }
    Ok(text.to_owned())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn spec_keys_parse_their_own_names() {
        for key in SpecKey::ALL {
            assert_eq!(key.as_str().parse(), Ok(*key));
        }
    }

    /// Every key that the specification has seen. Four of them say in each category something else, and have a key for each.
    #[test]
    fn spec_keys_of_the_specification_are_known() {
        for key in [
            "socket",
            "cores",
            "baseClock",
            "tdp",
            "generation",
            "memoryType",
            "gpuChipset",
            "gpuVram",
            "type",
            "voltage",
            "ramType",
            "ramSpeed",
            "ramCapacity",
            "maxRamSpeed",
            "length",
            "maxGpuLength",
            "motherboardChipset",
            "formFactor",
            "storageFormFactor",
            "storageCapacity",
            "psuWattage",
            "psuEfficiency",
            "psuModularity",
            "caseFormFactor",
            "coolerType",
            "radiatorSize",
            "cpuChipset",
            "partNumber",
        ] {
            assert_eq!(key.parse::<SpecKey>().map(SpecKey::as_str), Ok(key));
        }
        for (unclear, clear) in [
            ("memorySize", &["gpuVram"][..]),
            ("capacity", &["ramCapacity", "storageCapacity"]),
            ("speed", &["ramSpeed"]),
            ("wattage", &["psuWattage"]),
        ] {
            assert!(unclear.parse::<SpecKey>().is_err(), "{unclear}");
            assert!(clear.iter().all(|key| key.parse::<SpecKey>().is_ok()), "{clear:?}");
        }
        for form in ["M.2-NVMe", "2.5-SATA", "3.5-HDD"] {
            let (specs, refused) =
                Specs::from_json(json!({ "storageFormFactor": form }).as_object().expect("an object"));
            assert!(refused.is_empty(), "{form}");
            assert_eq!(specs.get(SpecKey::StorageFormFactor), Some(&SpecValue::Text(form.into())));
        }
    }

    #[test]
    fn invalid_spec_is_refused_and_the_rest_stored() {
        let object = json!({"length": 9000, "tdp": "hot", "gpuVram": 16, "wings": 2, "color": "Black", "slotWidth": null});
        let (specs, refused) = Specs::from_json(object.as_object().expect("an object"));
        assert_eq!(specs.integer(SpecKey::GpuVram), Some(16));
        assert_eq!(specs.get(SpecKey::Color), Some(&SpecValue::List(vec!["Black".into()])));
        assert_eq!(specs.len(), 2);
        assert_eq!(refused.len(), 3);
    }

    #[test]
    fn facts_survive_json() {
        let object = json!({"ramType": ["DDR4", "DDR5"], "baseClock": 3.5, "boostClock": 5, "ecc": true, "socket": "AM5"});
        let (specs, _) = Specs::from_json(object.as_object().expect("an object"));
        let again: Specs =
            serde_json::from_value(serde_json::to_value(&specs).expect("json")).expect("specs");
        assert_eq!(again, specs);
    }
}
