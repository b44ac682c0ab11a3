use std::borrow::Cow;

use domain::model::Category;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ObjectBuilder, RefOr, Schema, schema::Type},
};

/// Names of the product categories for the OpenAPI document: those of `domain::model::Category`.
#[derive(Debug)]
pub struct CategoryName;

impl PartialSchema for CategoryName {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .description(Some("A kind of product"))
            .enum_values(Some(Category::ALL.map(Category::as_str)))
            .into()
    }
}

impl ToSchema for CategoryName {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("Category")
    }
}
