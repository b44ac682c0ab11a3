use std::borrow::Cow;

use domain::model::Fils;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ObjectBuilder, RefOr, Schema, schema::Type},
};

/// The only supported currency.
pub const CURRENCY: &str = "KWD";

/// An amount of money on the wire: a JSON number of dinars with at most three decimals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Kwd(pub Fils);

impl Serialize for Kwd {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Fils(fils) = self.0;
        if fils % 1000 == 0 {
            return serializer.serialize_i64(fils / 1000);
        }
        // The nearest double prints as the exact decimal: a price has at most ten digits, and a double holds fifteen.
        serializer.serialize_f64(fils as f64 / 1000.0)
    }
}

impl<'de> Deserialize<'de> for Kwd {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // Rounds to the nearest thousandth, which is exact for values that `serialize` wrote.
        let dinars = f64::deserialize(deserializer)?;
        Ok(Self(Fils((dinars * 1000.0).round() as i64)))
    }
}

impl PartialSchema for Kwd {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::Number)
            .description(Some("Kuwaiti dinars, at most three decimals"))
            .into()
    }
}

impl ToSchema for Kwd {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("Kwd")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dinars_are_numbers_with_at_most_three_decimals() {
        for (fils, wire) in
            [(129_900, "129.9"), (1, "0.001"), (40_000, "40"), (1_000_000_001, "1000000.001"), (-5, "-0.005")]
        {
            assert_eq!(serde_json::to_string(&Kwd(Fils(fils))).unwrap(), wire);
            assert_eq!(serde_json::from_str::<Kwd>(wire).unwrap(), Kwd(Fils(fils)));
        }
    }
}
