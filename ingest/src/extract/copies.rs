//! Copies parts of a page's data, up to a limit: a page may name the same part again and again.

use serde_json::{Map, Value};

/// Maximum number of values that are copied for one page; a text counts once more for each [`BYTES_OF_A_VALUE`].
const MAX_VALUES: usize = 50_000;
const BYTES_OF_A_VALUE: usize = 200;
/// Number of items of a list that are copied where only the first ones are read.
const FIRST_ITEMS: usize = 10;

/// Budget of values that may still be copied for a page.
#[derive(Debug)]
pub(super) struct Copies {
    left: usize,
}

impl Default for Copies {
    fn default() -> Self {
        Self { left: MAX_VALUES }
    }
}

impl Copies {
    /// Returns a copy of a value; `None` beyond the limit.
    pub(super) fn copy(&mut self, value: &Value) -> Option<Value> {
        self.left = self.left.checked_sub(cost(value, self.left)?)?;
        Some(value.clone())
    }

    /// Returns a copy of a value, of a list only its first items.
    pub(super) fn copy_first(&mut self, value: &Value) -> Option<Value> {
        match value {
            Value::Array(items) => items
                .iter()
                .take(FIRST_ITEMS)
                .map(|item| self.copy(item))
                .collect::<Option<_>>()
                .map(Value::Array),
            single => self.copy(single),
        }
    }

    /// Returns a copy of an object without one of its fields.
    pub(super) fn copy_without(&mut self, value: &Value, field: &str) -> Option<Value> {
        let Value::Object(object) = value else { return self.copy(value) };
        let mut copied = Map::new();
        for (name, value) in object.iter().filter(|(name, _)| *name != field) {
            self.left = self.left.checked_sub(cost_of_text(name))?;
            copied.insert(name.clone(), self.copy(value)?);
        }
        Some(Value::Object(copied))
    }
}

fn cost_of_text(text: &str) -> usize {
    1 + text.len() / BYTES_OF_A_VALUE
}

/// Returns what a value counts; `None` where it is more than `most`.
fn cost(value: &Value, most: usize) -> Option<usize> {
    let mut sum = match value {
        Value::String(string) => cost_of_text(string),
        _ => 1,
    };
    match value {
        Value::Array(items) => {
            for item in items {
                sum += cost(item, most.checked_sub(sum)?)?;
            }
        }
        Value::Object(object) => {
            for (name, item) in object {
                sum += cost_of_text(name);
                sum += cost(item, most.checked_sub(sum)?)?;
            }
        }
        _ => {}
    }
    (sum <= most).then_some(sum)
}

#[cfg(test)]
mod tests {
    use scraper::Html;
    use serde_json::json;

    use super::*;
    use crate::extract::json_ld::{Stated, blocks, products};

    fn names(json: &str) -> Vec<String> {
        let html = format!("<script type=\"application/ld+json\">{json}</script>");
        let found = products(&blocks(&Html::parse_document(&html)).nodes);
        let names = found.into_iter().flat_map(Stated::into_products);
        names.map(|product| product["name"].as_str().unwrap_or("?").to_owned()).collect()
    }

    #[test]
    fn page_that_repeats_much_by_reference_is_read_in_bounded_memory() {
        let long = "x".repeat(2_000_000);
        let variants = vec![r#"{"sku":"1","offers":{"@id":"o"}}"#; 200].join(",");
        let offers = vec![r#"{"@id":"o"}"#; 100].join(",");
        let group = format!(
            r#"{{"@graph":[{{"@id":"o","@type":"Offer","price":"9.500","description":"{long}"}},
            {{"@type":"Product","name":"A"}},{{"@type":"ProductGroup","name":"Kit","category":"{long}","image":["{long}"],
            "offers":[{offers}],"hasVariant":[{variants}]}}]}}"#
        );
        assert_eq!(names(&group), ["A"]);
        let offered = vec![r#"{"@type":"Product","name":"B"}"#; 5_000].join(",");
        let offer = format!(r#"{{"@type":"Offer","description":"{long}","itemOffered":[{offered}]}}"#);
        assert_eq!(names(&offer), ["B"]);
    }

    #[test]
    fn values_and_long_texts_are_copied_up_to_the_limit() {
        let value = json!({"a": [1, "x", null], "b": "y"});
        assert_eq!(cost(&value, 100), Some(8));
        assert_eq!(cost(&value, 7), None);
        let mut copies = Copies { left: 18 };
        assert_eq!(copies.copy(&value), Some(value.clone()));
        assert_eq!(copies.copy_without(&value, "a"), Some(json!({"b": "y"})));
        assert_eq!(copies.copy(&value), Some(value.clone()));
        assert_eq!(copies.copy(&value), None);
        let list = Value::from(vec!["x"; 100]);
        let mut copies = Copies { left: 20 };
        assert_eq!(copies.copy_first(&list), Some(Value::from(vec!["x"; FIRST_ITEMS])));
        assert_eq!(copies.copy(&json!("x".repeat(10 * BYTES_OF_A_VALUE))), None);
    }
}
