//! Reads retailers' titles, prices and stock texts into the typed values that the database stores.
//!
//! Everything here is pure: text in, typed facts out. The knowledge is in the tables of `config/specs`.

mod category;
mod chips;
pub(crate) mod codes;
pub(crate) mod condition;
mod listed;
mod manufacturer;
mod measure;
mod model;
mod name_words;
mod part_number;
mod phrases;
pub mod price;
mod raw_title;
mod sale_words;
mod specs;
pub mod stock;
mod title;
mod tokens;
mod transliterate;

pub use category::{
    BUCKETS, CATEGORIES, CLASSES, Explanation, Feature, FeatureGroup, LearntCategories, Model, NONE,
    Probabilities, class_of, softmax,
};
pub(crate) use category::{CategoryNames, Holds};
pub use chips::{cpu_name, gpu_name};
pub use condition::{Condition, PartPayment, SaleTerms};
pub(crate) use listed::is_listed_value;
pub(crate) use name_words::{NameSource, NameWord, TitleName};
pub use raw_title::RawTitle;
pub use title::{NormalisedTitle, explain_title, normalise_title, title_features};
pub(crate) use transliterate::latinise;
