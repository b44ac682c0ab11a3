//! Multinomial logistic regression by stochastic gradient descent with AdaGrad's step sizes (Duchi, Hazan and Singer,
//! 2011) and a ridge. Deterministic: the order of each pass comes from a fixed seed.

use bench::Rng;
use ingest::normalise::{BUCKETS, CLASSES, Model, softmax};

/// A listing: buckets with values, its class, and its weight.
pub(crate) struct Sample {
    pub(crate) features: Vec<(u32, f32)>,
    pub(crate) class: usize,
    pub(crate) weight: f32,
}

pub(crate) struct Settings {
    pub(crate) passes: usize,
    pub(crate) rate: f32,
    pub(crate) ridge: f32,
}

/// Weights while they are fitted.
pub(crate) struct Weights {
    weights: Vec<f32>,
    biases: [f32; CLASSES],
}

pub(crate) fn fit(samples: &[Sample], settings: &Settings) -> Weights {
    let mut fitted = Weights { weights: vec![0.0; BUCKETS * CLASSES], biases: [0.0; CLASSES] };
    let mut squares = vec![1e-6_f32; BUCKETS * CLASSES];
    let mut bias_squares = [1e-6_f32; CLASSES];
    let mut order: Vec<usize> = (0..samples.len()).collect();
    let mut rng = Rng::new(7);
    for _ in 0..settings.passes {
        for at in (1..order.len()).rev() {
            order.swap(at, rng.below(at as u64 + 1) as usize);
        }
        for index in &order {
            let sample = &samples[*index];
            let probabilities = softmax(fitted.scores(&sample.features));
            for class in 0..CLASSES {
                let label = f32::from(u8::from(class == sample.class));
                let gradient = sample.weight * (probabilities[class] - label);
                if gradient.abs() < 1e-5 {
                    continue;
                }
                bias_squares[class] += gradient * gradient;
                fitted.biases[class] -= settings.rate * gradient / bias_squares[class].sqrt();
                for (bucket, value) in &sample.features {
                    let at = *bucket as usize * CLASSES + class;
                    let step = gradient * value + settings.ridge * fitted.weights[at];
                    squares[at] += step * step;
                    fitted.weights[at] -= settings.rate * step / squares[at].sqrt();
                }
            }
        }
    }
    fitted
}

impl Weights {
    pub(crate) fn scores(&self, features: &[(u32, f32)]) -> [f32; CLASSES] {
        let mut scores = self.biases;
        for (bucket, value) in features {
            let from = *bucket as usize * CLASSES;
            for (score, weight) in scores.iter_mut().zip(&self.weights[from..from + CLASSES]) {
                *score += value * weight;
            }
        }
        scores
    }

    /// Returns the model with its weights in 16 bits.
    pub(crate) fn to_model(&self, temperature: f32) -> Model {
        let greatest = self.weights.iter().fold(0.0_f32, |greatest, weight| greatest.max(weight.abs()));
        let scale = greatest.max(f32::MIN_POSITIVE) / f32::from(i16::MAX);
        let weights = self.weights.iter().map(|weight| (weight / scale).round() as i16).collect();
        Model { temperature, scale, biases: self.biases, weights }
    }
}

/// Returns the temperature with the least log loss on listings that were not fitted: then 90 % sure is right nine times in
/// ten.
pub(crate) fn calibrate(weights: &Weights, held_out: &[Sample]) -> f32 {
    let loss = |temperature: f32| -> f64 {
        held_out
            .iter()
            .map(|sample| {
                let scores = weights.scores(&sample.features).map(|score| score / temperature);
                -f64::from(softmax(scores)[sample.class].max(1e-9)).ln()
            })
            .sum()
    };
    let steps = (5..=60).map(|step| f32::from(step as u8) / 10.0);
    steps.min_by(|one, other| loss(*one).total_cmp(&loss(*other))).unwrap_or(1.0)
}
