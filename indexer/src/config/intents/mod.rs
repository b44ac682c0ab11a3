//! `intents.toml`, ready to be looked up: words of prices, measures, uses, "X for Y", comparisons, whole PCs and items
//! that no retailer sells.
//!
//! | file | contents |
//! |---|---|
//! | `intents_file` | the file as written |
//! | `names` | phrases, facts and categories of the file as values |
//! | `measure`, `preference` | a fact that users give as a number; a test that gives points |
//! | `value_orders` | words that ask for an order by the price for each unit of a measure |
//! | `price_words` | words of prices by their roles |
//! | `table` | everything by its folded words |

pub(crate) mod intents_file;
pub(crate) mod measure;
mod names;
pub(crate) mod preference;
pub(crate) mod price_words;
pub(crate) mod table;
pub(crate) mod value_orders;
