use std::collections::BTreeMap;

use domain::model::{Category, ProductId};
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::http::error::{ApiError, ApiResult, FieldProblems};

/// Maximum number of entries in a request; a build holds fewer parts.
const MAX_ENTRIES: usize = 500;

/// A build to check.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BuildRequest {
    /// Chosen parts by category: nothing (null), a product id, `{productId, quantity}`, a component of a saved build
    /// (`{product: {id}}`), or a list of these.
    #[schema(example = json!({
        "CPU": "8a1f0c52-6d3e-4b7a-9c15-2f4e8d7b6a90",
        "RAM": [{"productId": "77c0b3d4-1e8f-4a26-8b5d-9e3c6f1a0d47", "quantity": 2}],
    }))]
    pub components: BTreeMap<String, Value>,
}

/// One entry of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RequestedPart {
    pub slot: Category,
    pub id: ProductId,
    pub quantity: u64,
}

impl BuildRequest {
    /// Returns the entries, ordered by category name.
    ///
    /// # Errors
    /// 422 naming every slot that cannot be read.
    pub fn entries(&self) -> ApiResult<Vec<RequestedPart>> {
        let mut entries = Vec::new();
        let mut problems = FieldProblems::new();
        for (name, value) in &self.components {
            let read = match name.parse() {
                Ok(slot) => read_slot(slot, value, &mut entries),
                Err(_) => Err("is no component category"),
            };
            if let Err(problem) = read {
                problems.insert(format!("components.{name}"), problem.to_owned());
            }
        }
        if entries.len() > MAX_ENTRIES {
            problems.insert("components".to_owned(), format!("takes at most {MAX_ENTRIES} entries"));
        }
        if problems.is_empty() { Ok(entries) } else { Err(ApiError::Invalid(problems)) }
    }
}

fn read_slot(slot: Category, value: &Value, entries: &mut Vec<RequestedPart>) -> Result<(), &'static str> {
    match value {
        Value::Null => Ok(()),
        Value::Array(items) => items.iter().try_for_each(|item| match item {
            Value::Array(_) => Err("holds a list within a list"),
            item => read_slot(slot, item, entries),
        }),
        Value::String(id) => {
            entries.push(RequestedPart { slot, id: read_id(id)?, quantity: 1 });
            Ok(())
        }
        Value::Object(object) => {
            let product = object.get("product").and_then(|product| product.get("id"));
            let id = object.get("productId").or(product).or(object.get("id")).and_then(Value::as_str);
            let quantity = match object.get("quantity") {
                None | Some(Value::Null) => 1,
                Some(quantity) => quantity.as_u64().ok_or("holds a quantity that is no whole number")?,
            };
            entries.push(RequestedPart { slot, id: read_id(id.ok_or("holds no productId")?)?, quantity });
            Ok(())
        }
        Value::Bool(_) | Value::Number(_) => Err("must be product ids"),
    }
}

fn read_id(text: &str) -> Result<ProductId, &'static str> {
    text.parse().map_err(|_| "must be product ids")
}
