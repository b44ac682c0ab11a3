//! Titles, prices and stock as shops write them, read into what the store keeps.
//!
//! Everything here is pure: text in, typed facts out. The knowledge is in the tables of `config/specs`.

mod category;
mod chips;
pub(crate) mod codes;
mod condition;
mod manufacturer;
mod measure;
mod model;
mod part_number;
mod phrases;
pub mod price;
mod transliterate;
mod specs;
pub mod stock;
mod title;

pub use chips::{cpu_name, gpu_name};
pub use condition::Condition;
pub(crate) use transliterate::latinise;
pub use title::{NormalisedTitle, RawTitle, normalise_title};
