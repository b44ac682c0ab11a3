//! Columns of JSON, read as the types that they store.

use sqlx::{
    Decode, Postgres, Type,
    error::BoxDynError,
    postgres::{PgTypeInfo, PgValueRef},
    types::Json,
};

use super::handed_lists::ListResult;
use crate::model::{CrawlProblem, OfferDraft, Picture, PriceEvidence, Specs};

macro_rules! decode_from_json {
    ($($stored:ty),+) => {$(
        impl Type<Postgres> for $stored {
            fn type_info() -> PgTypeInfo {
                <Json<Self> as Type<Postgres>>::type_info()
            }

            fn compatible(found: &PgTypeInfo) -> bool {
                <Json<Self> as Type<Postgres>>::compatible(found)
            }
        }

        impl<'r> Decode<'r, Postgres> for $stored {
            fn decode(value: PgValueRef<'r>) -> Result<Self, BoxDynError> {
                Ok(Json::decode(value)?.0)
            }
        }
    )+};
}

decode_from_json!(CrawlProblem, ListResult, OfferDraft, Picture, PriceEvidence, Specs);
