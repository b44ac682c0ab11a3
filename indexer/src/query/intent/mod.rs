//! Intent: requests beside the words of a name. Prices, uses, "X for Y", comparisons, whole PCs
//! and items that no retailer carries. The words are data, in `config/search/intents.toml`.
//!
//! | file | contents |
//! |---|---|
//! | `query_subjects`, `amount_constraint`, `price` | what amounts can measure; the constraints that they state |
//! | `price_wording`, `number_words` | the words around an amount; numbers that are spelt out |
//! | `measured_amount` | amounts that are a measure, by their unit or their size |
//! | `named_measure`, `named_bound` | numbers with the name of what they measure |
//! | `query_intent`, `phrases`, `soft_words` | sentence words, the word "for", soft words |
//! | `retailer` | retailers by their names |
//! | `series` | series of chips by family and number |
//! | `uses` | uses as tests that give points |
//! | `value_order` | orders by the price for each unit of a measure |
//! | `fit_phrase`, `fit_conditions` | "X for Y" as conditions on X |
//! | `named_thing`, `model_tables` | the things that Y, or a question, names |
//! | `fit_question` | questions whether things fit, and several things side by side |
//! | `noun_phrase`, `unsold_thing` | the head noun of a query; things that no retailer sells |
//! | `comparison` | the sides of a comparison |
//! | `exclusion` | things that are not wanted |
//! | `title_kind` | the kind of a title that names several |
//! | `foreign_price` | prices in other currencies |
//! | `explain` | the interpretation in words, for administrators |

pub(crate) mod amount_constraint;
pub(crate) mod comparison;
mod exclusion;
pub(crate) mod explain;
mod fit_conditions;
pub(crate) mod fit_phrase;
pub(crate) mod fit_question;
pub(crate) mod foreign_price;
mod measured_amount;
mod model_tables;
mod named_bound;
pub(crate) mod named_measure;
pub(crate) mod named_thing;
mod noun_phrase;
mod number_words;
mod phrases;
pub(crate) mod price;
mod price_wording;
pub(crate) mod query_intent;
pub(crate) mod query_subjects;
mod retailer;
mod series;
pub(crate) mod soft_words;
pub(crate) mod title_kind;
pub(crate) mod unsold_thing;
pub(crate) mod uses;
mod value_order;
