//! A synthetic part, and the words that names of several kinds share.

use domain::model::Category;
use serde_json::Value;

pub(crate) const COLORS: [&str; 6] = ["Black", "White", "Silver", "Grey", "Red", "Pink"];
pub(crate) const WORDS: [&str; 24] = [
    "Aurora", "Vortex", "Titan", "Nova", "Eclipse", "Storm", "Raptor", "Phantom", "Zenith", "Pulse", "Orbit",
    "Comet", "Falcon", "Glacier", "Ember", "Onyx", "Prism", "Quantum", "Summit", "Tempest", "Vertex",
    "Wraith", "Atlas", "Blaze",
];

/// A part without offers.
pub(crate) struct Part {
    pub(crate) category: Category,
    pub(crate) manufacturer: &'static str,
    pub(crate) model: String,
    pub(crate) specs: Value,
}

impl Part {
    pub(crate) fn new(category: Category, manufacturer: &'static str, model: String, specs: Value) -> Self {
        Self { category, manufacturer, model, specs }
    }
}
