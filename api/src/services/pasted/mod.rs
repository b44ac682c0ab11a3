//! Parts lists and titles of deals as people paste them: which of their words name a part, and whether a product is the
//! one that they name.
//!
//! ```text
//! text ─ markup ─► rows of cells ─ list ─► lines: name, slot, quantity ─ (search) ─► products ─ identity ─► certain or not
//!                          columns, labels, title, money, quantity                          measures
//! ```

mod columns;
mod footer;
mod identity;
mod labels;
mod list;
mod markup;
mod measures;
mod money;
mod quantity;
mod shorten;
mod title;

pub use identity::{ComparedProduct, find_named};
pub use list::{LineProblem, PastedLine, PastedList, read_list};
pub use shorten::shorten;
pub use title::strip_deal_title;
