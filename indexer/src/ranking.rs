use serde::Deserialize;

/// The file `config/search/ranking.toml`: points and limits, explained there.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Ranking {
    pub(crate) tiers: Tiers,
    pub(crate) terms: Terms,
    pub(crate) readings: Readings,
    pub(crate) quality: Quality,
    pub(crate) adjust: Adjust,
    pub(crate) variants: Variants,
    pub(crate) limits: Limits,
    pub(crate) typos: Typos,
    pub(crate) suggest: Suggest,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Tiers {
    pub(crate) exact_name: f32,
    pub(crate) exact_model: f32,
    pub(crate) part_number: f32,
    pub(crate) prefix: f32,
    pub(crate) model_prefix: f32,
    pub(crate) contains: f32,
    pub(crate) all_terms: f32,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Terms {
    pub(crate) all_terms_each: f32,
    pub(crate) each: f32,
    pub(crate) as_typed: f32,
    pub(crate) as_named: f32,
    pub(crate) manufacturer: f32,
    pub(crate) model: f32,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Readings {
    pub(crate) category: f32,
    pub(crate) brand: f32,
    pub(crate) spec: f32,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Quality {
    pub(crate) exact: f32,
    pub(crate) form: f32,
    pub(crate) prefix: f32,
    pub(crate) typo_one: f32,
    pub(crate) typo_two: f32,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Adjust {
    pub(crate) in_stock: f32,
    pub(crate) not_sold: f32,
    pub(crate) popularity: f32,
    pub(crate) variant: f32,
    pub(crate) extra_word: f32,
    pub(crate) accessory: f32,
    pub(crate) minor_category: f32,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Variants {
    pub(crate) words: Vec<String>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Limits {
    pub(crate) window: usize,
    pub(crate) strong: usize,
    pub(crate) preferred: usize,
    pub(crate) prefix_terms: usize,
    pub(crate) fuzzy_terms: usize,
    pub(crate) words: usize,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Typos {
    pub(crate) one_edit_from: usize,
    pub(crate) two_edits_from: usize,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Suggest {
    pub(crate) categories: usize,
    pub(crate) brands: usize,
    pub(crate) queries: usize,
}
