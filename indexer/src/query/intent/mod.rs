//! The grammar of intent: requests beside the words of a name. Prices, uses, "X for Y", comparisons, whole builds
//! and things that no retailer sells. The words are data, in `config/search/intents.toml`.

pub(crate) mod amount_context;
mod amount_limit;
pub(crate) mod comparison;
pub(crate) mod explain;
pub(crate) mod fit;
pub(crate) mod literal;
mod model_tables;
mod named_bound;
pub(crate) mod named_measure;
mod phrases;
pub(crate) mod price;
pub(crate) mod query_intent;
mod retailer;
pub(crate) mod uses;
