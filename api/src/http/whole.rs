use serde::{Deserialize, Deserializer, de::Error};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{KnownFormat, ObjectBuilder, RefOr, Schema, SchemaFormat, schema::Type},
};

/// Stands for no default: the number is only used in an `Option`.
const NONE: u32 = u32::MAX;

/// A parameter that is a whole number from `MIN` to `MAX`, and `DEFAULT` where it is absent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Whole<const MIN: u32, const MAX: u32, const DEFAULT: u32 = NONE>(pub u32);

impl<const MIN: u32, const MAX: u32, const DEFAULT: u32> Default for Whole<MIN, MAX, DEFAULT> {
    fn default() -> Self {
        const { assert!(MIN <= DEFAULT && DEFAULT <= MAX, "the default is within the bounds") };
        Self(DEFAULT)
    }
}

impl<'de, const MIN: u32, const MAX: u32, const DEFAULT: u32> Deserialize<'de> for Whole<MIN, MAX, DEFAULT> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number: Option<u32> = String::deserialize(deserializer)?.parse().ok();
        number
            .filter(|number| (MIN..=MAX).contains(number))
            .map(Self)
            .ok_or_else(|| D::Error::custom(format_args!("must be a whole number from {MIN} to {MAX}")))
    }
}

impl<const MIN: u32, const MAX: u32, const DEFAULT: u32> PartialSchema for Whole<MIN, MAX, DEFAULT> {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::Integer)
            .format(Some(SchemaFormat::KnownFormat(KnownFormat::Int32)))
            .default((DEFAULT != NONE).then(|| DEFAULT.into()))
            .minimum(Some(MIN))
            .maximum(Some(MAX))
            .into()
    }
}

impl<const MIN: u32, const MAX: u32, const DEFAULT: u32> ToSchema for Whole<MIN, MAX, DEFAULT> {}
