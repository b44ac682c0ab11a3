//! The grammar of intent: requests beside the words of a name. Prices, uses, "X for Y", comparisons, whole builds
//! and things that no retailer sells. The words are data, in `config/search/intents.toml`.

mod amount;
pub(crate) mod compare;
pub(crate) mod explain;
mod file;
pub(crate) mod fit;
pub(crate) mod literal;
mod measure;
mod model_tables;
mod named_bound;
pub(crate) mod numbered;
mod preference;
pub(crate) mod price;
pub(crate) mod reading;
mod retailer;
pub(crate) mod table;
pub(crate) mod uses;
mod words;
