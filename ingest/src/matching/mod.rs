//! Matching of retailers' offers to products: blocking, comparison, vetoes, a calibrated confidence, and its evidence.
//!
//! Everything but [`run`] and [`audit`] is pure. The tables are in `config/matching`.

pub mod audit;
mod catalogue;
mod cluster;
mod compare;
mod decide;
mod descriptions;
mod duplicates;
mod features;
mod generations;
mod grouped_products;
mod identity;
mod item;
mod learnt_values;
mod load;
pub mod manufacturers;
mod name_facts;
mod name_text;
mod one_retailer;
mod plan;
mod policy;
mod product_names;
mod rarity;
mod run;
mod sibling_check;
mod siblings;
mod stated;
mod store_plan;
mod stored_items;
mod tables;
mod text_features;
mod trees;
mod vocabulary;
mod words;

pub use catalogue::{Candidate, Catalogue};
pub use compare::{Comparison, compare, explain_pair};
pub use features::{FEATURE_NAMES, FEATURES};
pub use item::{Item, NotAPart, StatedFacts};
pub use policy::{Verdict, decide};
pub use rarity::TermStatistics;
pub use run::run;
pub use siblings::SiblingWords;
pub use trees::{Forest, TREE_DEPTH, Tree};
