//! The fitted classifier: a linear model over hashed features, whose scores a softmax turns into calibrated
//! probabilities of our 13 categories of parts and of "none of them". `cargo run --release -p bench --bin fit_classifier`
//! fits it and writes `config/specs/category_model.bin`.
//!
//! File, little endian: `TJC1`, the temperature (f32), the scale of the weights (f32), a bias for each class (f32), then
//! for each bucket a weight for each class (i16, in units of the scale).

use std::sync::LazyLock;

use domain::model::Category;

use super::features::{BUCKETS, Feature};

/// Number of classes: the categories of parts, and none of them.
pub const CLASSES: usize = 14;
/// Class of listings that are none of our parts.
pub const NONE: usize = CLASSES - 1;

const MAGIC: &[u8; 4] = b"TJC1";

/// The categories of the first classes, in order.
pub const CATEGORIES: [Category; NONE] = [
    Category::Cpu,
    Category::CpuCooler,
    Category::CaseFan,
    Category::Gpu,
    Category::Motherboard,
    Category::Ram,
    Category::Psu,
    Category::Case,
    Category::Storage,
    Category::Monitor,
    Category::Keyboard,
    Category::Mouse,
    Category::Headset,
];

/// Returns the class of a category; that of [`NONE`] for `OTHER`.
pub fn class_of(category: Category) -> usize {
    CATEGORIES.iter().position(|known| *known == category).unwrap_or(NONE)
}

/// A probability of each class; they add up to one.
pub type Probabilities = [f32; CLASSES];

/// A fitted model.
#[derive(Debug, Clone, PartialEq)]
pub struct Model {
    /// Divides the scores before the softmax: fitted on held-out titles, so that 90 % sure is right nine times in ten.
    pub temperature: f32,
    pub scale: f32,
    pub biases: [f32; CLASSES],
    /// [`CLASSES`] weights for each bucket.
    pub weights: Vec<i16>,
}

impl Model {
    /// The model of `config/specs/category_model.bin`.
    pub(crate) fn fitted() -> &'static Model {
        static MODEL: LazyLock<Model> = LazyLock::new(|| {
            let file = include_bytes!("../../../../config/specs/category_model.bin");
            Model::read(file).unwrap_or_else(Model::empty)
        });
        &MODEL
    }

    /// A model that knows nothing: every class is as probable as any other.
    pub fn empty() -> Self {
        Model { temperature: 1.0, scale: 1.0, biases: [0.0; CLASSES], weights: vec![0; BUCKETS * CLASSES] }
    }

    /// Reads a file; `None` where it is no model of this form.
    pub fn read(file: &[u8]) -> Option<Self> {
        let mut rest = file.strip_prefix(MAGIC)?;
        let mut number = || -> Option<f32> {
            let (bytes, after) = rest.split_first_chunk::<4>()?;
            rest = after;
            Some(f32::from_le_bytes(*bytes))
        };
        let (temperature, scale) = (number()?, number()?);
        let mut biases = [0.0; CLASSES];
        for bias in &mut biases {
            *bias = number()?;
        }
        let weights: Vec<i16> =
            rest.as_chunks::<2>().0.iter().map(|bytes| i16::from_le_bytes(*bytes)).collect();
        (weights.len() == BUCKETS * CLASSES).then_some(Model { temperature, scale, biases, weights })
    }

    /// Returns the file of the model.
    pub fn to_file(&self) -> Vec<u8> {
        let numbers = [self.temperature, self.scale].into_iter().chain(self.biases);
        let mut file = MAGIC.to_vec();
        file.extend(numbers.flat_map(f32::to_le_bytes));
        file.extend(self.weights.iter().flat_map(|weight| weight.to_le_bytes()));
        file
    }

    /// Returns the probabilities of a listing with these features.
    pub fn probabilities(&self, features: &[Feature]) -> Probabilities {
        let mut sums = [0.0_f32; CLASSES];
        for feature in features {
            let from = feature.bucket as usize * CLASSES;
            if let Some(weights) = self.weights.get(from..from + CLASSES) {
                for (sum, weight) in sums.iter_mut().zip(weights) {
                    *sum += feature.value * f32::from(*weight);
                }
            }
        }
        let scores: [f32; CLASSES] = std::array::from_fn(|class| {
            let sum = sums.get(class).copied().unwrap_or_default() * self.scale;
            (sum + self.biases.get(class).copied().unwrap_or_default()) / self.temperature
        });
        softmax(scores)
    }

    /// Returns what a feature adds to the score of one class over another.
    pub fn contribution(&self, feature: &Feature, of: usize, over: usize) -> f32 {
        let from = feature.bucket as usize * CLASSES;
        let weight = |class: usize| self.weights.get(from + class).map_or(0.0, |weight| f32::from(*weight));
        feature.value * self.scale * (weight(of) - weight(over)) / self.temperature
    }
}

/// Turns scores into probabilities.
pub fn softmax(scores: [f32; CLASSES]) -> Probabilities {
    let greatest = scores.iter().copied().fold(f32::MIN, f32::max);
    let odds = scores.map(|score| (score - greatest).exp());
    let sum: f32 = odds.iter().sum();
    odds.map(|odds| odds / sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn model_survives_its_file() {
        let mut model = Model::empty();
        model.temperature = 1.5;
        model.biases[3] = -0.25;
        model.weights[77] = -1234;
        assert_eq!(Model::read(&model.to_file()), Some(model));
        assert_eq!(Model::read(b"TJC1 and so on"), None);
    }

    #[test]
    fn fitted_model_is_read_and_small() {
        let file = include_bytes!("../../../../config/specs/category_model.bin");
        assert!(Model::read(file).is_some(), "config/specs/category_model.bin is no model: fit it again");
        assert!(file.len() <= 2_000_000, "{} bytes", file.len());
    }
}
