//! From products to index documents: batches of changes, and rebuilds of the whole catalogue.
//!
//! May import `storage`, `config`, `interface` and `text`. Nothing of a search is known here.
//!
//! | file | contents |
//! |---|---|
//! | `changes` | splits changes into patches and documents, and applies them |
//! | `index_document`, `fact_cache`, `identity` | turns a product into the document that tantivy indexes |
//! | `rebuild`, `part_builders` | builds a new generation in parts, beside the live one |

pub(crate) mod changes;
mod fact_cache;
mod identity;
mod index_document;
mod part_builders;
pub(crate) mod rebuild;

pub use rebuild::{PreparedRebuild, Rebuild};
