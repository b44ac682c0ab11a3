//! Which product is it that a shop offers? Blocking, comparison, vetoes, a calibrated confidence, and the reasons.
//!
//! Everything but [`run`] is pure. The tables are in `config/matching`.

mod catalogue;
mod compare;
mod item;
pub mod manufacturers;
mod new_products;
mod policy;
mod run;
mod tables;
mod twins;
mod vocabulary;
mod weights;
mod words;

pub use catalogue::{Candidate, Catalogue};
pub use compare::{Comparison, FEATURE_NAMES, FEATURES, compare};
pub use item::{Item, Known, NotAPart};
pub use policy::{Verdict, judge};
pub use run::{product_item, run};
pub use weights::Weights;
