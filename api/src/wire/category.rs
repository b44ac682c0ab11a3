use std::borrow::Cow;

use domain::{compat::holds_several, model::Category};
use serde_json::{Value, json};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ObjectBuilder, RefOr, Schema, extensions::Extensions, schema::Type},
};

/// Names of the product categories for the OpenAPI document: those of `domain::model::Category`. The extension
/// `x-categories` states what is fixed about each, so that the web app need not copy it.
#[derive(Debug)]
pub struct CategoryName;

impl PartialSchema for CategoryName {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .description(Some("A kind of product"))
            .enum_values(Some(Category::ALL.map(Category::as_str)))
            .extensions(Some(Extensions::from_iter([(
                "x-categories",
                Value::from(Category::ALL.map(fixed_facts).to_vec()),
            )])))
            .into()
    }
}

/// Returns what a category always has; its number of products changes.
fn fixed_facts(category: Category) -> Value {
    json!({
        "holdsSeveral": holds_several(category),
        "icon": category.icon(),
        "letter": category.letter(),
        "required": category.required(),
        "route": category.route(),
        "type": category.as_str(),
    })
}

impl ToSchema for CategoryName {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("Category")
    }
}
