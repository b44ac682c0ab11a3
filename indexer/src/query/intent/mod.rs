//! Intent: requests beside the words of a name. Prices, uses, "X for Y", comparisons, whole PCs
//! and items that no retailer carries. The words are data, in `config/search/intents.toml`.
//!
//! | file | contents |
//! |---|---|
//! | `query_subjects`, `amount_constraint`, `price` | what amounts can measure; the constraints that they state |
//! | `measured_amount` | amounts that are a measure, by their unit or their size |
//! | `named_measure`, `named_bound` | numbers with the name of what they measure |
//! | `query_intent`, `phrases`, `soft_words` | sentence words, the word "for", soft words |
//! | `retailer` | retailers by their names |
//! | `uses` | uses as tests that give points |
//! | `fit_phrase`, `model_tables` | "X for Y" as conditions on X |
//! | `comparison` | the sides of a comparison |
//! | `explain` | the interpretation in words, for administrators |

pub(crate) mod amount_constraint;
pub(crate) mod comparison;
pub(crate) mod explain;
pub(crate) mod fit_phrase;
mod measured_amount;
mod model_tables;
mod named_bound;
pub(crate) mod named_measure;
mod phrases;
pub(crate) mod price;
pub(crate) mod query_intent;
pub(crate) mod query_subjects;
mod retailer;
pub(crate) mod soft_words;
pub(crate) mod uses;
