//! Judged queries over whole catalogues: a good hit is defined by a condition over products, never by a list of
//! ids.

pub(crate) mod brands;
pub(crate) mod catalogue;
pub(crate) mod completions;
pub(crate) mod condition;
pub(crate) mod corrections;
pub(crate) mod grade;
pub(crate) mod judgement;
pub(crate) mod keyboard_layouts;
pub(crate) mod part_names;
pub(crate) mod prices;
pub(crate) mod report;
