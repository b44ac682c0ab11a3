//! From text to clauses: parse, interpret, expand, and relax what finds nothing.
//!
//! May import `collect`, `storage`, `config`, `interface` and `text`. Segments are unknown here: a word is looked up by
//! `collect::clause::TermGroup` or by a method of the view, and `collect::matches` finds the documents.
//!
//! | file | contents |
//! |---|---|
//! | `parsed_query`, `query_parser` | a query as it was parsed, and while it is |
//! | `parser`, `constraints`, `intent/` | text → parsed query |
//! | `expander`, `expand`, `interpretation`, `half_typed`, `glued_words`, `word_split` | parsed query → clauses |
//! | `product_words` | words that name a retailer and are words of products too |
//! | `relax`, `partial_match` | wider clauses where nothing is found, and products that satisfy some of them |
//! | `rewrite`, `keyboard`, `fuzzy`, `anagram`, `correction` | other spellings of a query |
//! | `pasted_deal` | titles of deals: the name, and what stands beside it |
//! | `part_number` | queries that are a part number as a whole |
//! | `model_variant` | the models of a variant that a query excludes |

mod anagram;
mod constraints;
mod correction;
mod expand;
pub(crate) mod expander;
mod fuzzy;
mod glued_words;
mod half_typed;
pub(crate) mod intent;
mod interpretation;
pub(crate) mod keyboard;
pub(crate) mod model_variant;
pub(crate) mod parsed_query;
pub(crate) mod parser;
pub(crate) mod part_number;
mod partial_match;
mod pasted_deal;
pub(crate) mod product_words;
mod query_parser;
pub(crate) mod relax;
pub(crate) mod rewrite;
mod word_split;
