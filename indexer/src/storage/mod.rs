//! The index on disk and in memory, and the snapshot of it that a search reads.
//!
//! May import `config`, `interface` and `text`. `write` makes a new snapshot (`view`) and `collect`
//! reads one: the two meet nowhere else.
//!
//! | file | contents |
//! |---|---|
//! | `schema` | fields, columns, and how values are written in them |
//! | `view` | the snapshot: segments with everything that searches read of them |
//! | `columns`, `mutable_columns`, `fact_columns`, `retailer_set`, `prices` | what filters, counts and orders read of each product, in memory |
//! | `chip_performance` | performance indices of processors and graphics cards |
//! | `vocabulary` | numbers of brands, retailers and fact values, the same in all segments |
//! | `dictionary` | walks of a whole dictionary |
//! | `bitset`, `cached_bitsets`, `frequent_words`, `letter_words` | what is read once of each segment's dictionary |
//! | `term_cache` | terms that were looked up of late |
//! | `stored_product`, `card_codec` | the stored bytes of a hit, compressed |
//! | `patches`, `patch_log` | new prices, stock and cards beside the index |
//! | `generation`, `generation_directory`, `damage` | one index on disk: open, commit, check |
//! | `engine_state` | the generation that answers, shared by all clones of an engine |

pub(crate) mod bitset;
pub(crate) mod cached_bitsets;
pub(crate) mod card_codec;
pub(crate) mod chip_performance;
pub(crate) mod columns;
mod damage;
mod dictionary;
pub(crate) mod engine_state;
mod fact_columns;
pub(crate) mod frequent_words;
pub(crate) mod generation;
mod generation_directory;
pub(crate) mod letter_words;
pub(crate) mod mutable_columns;
pub(crate) mod patch_log;
pub(crate) mod patches;
mod prices;
pub(crate) mod retailer_set;
pub(crate) mod schema;
pub(crate) mod stored_product;
mod term_cache;
pub(crate) mod view;
pub(crate) mod vocabulary;
