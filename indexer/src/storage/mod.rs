//! The index on disk and in memory.

pub(crate) mod bitset;
pub(crate) mod cached_bitsets;
pub(crate) mod card_codec;
pub(crate) mod columns;
pub(crate) mod damage;
pub(crate) mod engine_state;
pub(crate) mod fact_columns;
pub(crate) mod frequent_words;
pub(crate) mod generation;
pub(crate) mod generation_directory;
pub(crate) mod mutable_columns;
pub(crate) mod patch_log;
pub(crate) mod patches;
pub(crate) mod prices;
pub(crate) mod schema;
pub(crate) mod stored_product;
pub(crate) mod view;
pub(crate) mod vocabulary;
