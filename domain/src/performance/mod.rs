//! Estimates of performance from the manufacturers' public specifications: indices that order parts, never frame rates.
//!
//! An index is relative to a reference part that has 100: the GeForce RTX 4060 for graphics, the Ryzen 5 7600 for
//! processors. Specifications are in `config/performance/gpus.tsv` and `cpus.tsv`, the constants of each architecture
//! in `graphics_architectures.tsv` and `processor_architectures.tsv`, and the measurements to which the constants
//! were fitted in `measured.tsv`, which only tests read. A part without specifications has no index: `unknown.tsv`
//! lists it, or it is newer than the tables, and then `extrapolation.rs` estimates it from its predecessor.
//!
//! An index in words is the band of `bands.toml` in which it lies.
//!
//! # Graphics
//! For each resolution, with the constants `k` and `c` of the architecture:
//! ```text
//! compute   = shaders · GHz · k / 1000
//! bandwidth = TB/s · 9.57 · c^f                f = 1 at 1080p, 0.962 at 1440p, 0.765 at 4K: caches help small
//!                                              pictures more
//! work      = (compute⁻³ + bandwidth⁻³)^(-1/3)  the lesser of both, with a smooth transition
//! memory    = 1 − 0.409 · max(0, 1 − GB / need)  need = 6, 7.5, 10 GB
//! index     = 100 · work^e · memory ÷ the same of the reference      e = 0.858, 0.837, 0.833
//! rendering = 100 · (shaders · GHz / 1000)^0.874 · r ÷ the same of the reference
//! ```
//! The index at 1080p is that of the graphics chip alone, without the limit that a processor sets. The measurements
//! at 1080p were made with one fast processor, so the fit applies this limit as `(index⁻⁴ + limit⁻⁴)^(-1/4)`; the
//! index itself does not contain it. Ray-tracing units count through the rendering constant alone, because the
//! measured games do not use them.
//!
//! # Processors
//! With the architecture's constants `w` (work of a performance core per GHz), `q` (an efficiency core's share of
//! that work), `g` and `p`:
//! ```text
//! few threads  = w · GHz
//! many threads = (cores · power)^0.935
//!   cores      = w · (P · GHz · t + E · q · GHz(E) · t)        t = 1.308 for cores with two threads, else 1
//!   power      = (1 + (p · (P + 0.35 E) / sustained watts)⁴)^(-0.239 / 4)
//! games        = (w · GHz)^0.848 · g · L3^0.25 · n² / (n² + 1.5²)
//!   L3         = the megabytes that one core reaches
//!   GHz        = of the die with stacked cache, where another die boosts higher
//!   n          = D · (1.2 with two threads a core, else 1) + 0.35 E
//!   D          = performance cores of one die: games gain nothing from a second one
//! ```
//! Worked example, games: a Ryzen 9 9900X3D has two dies of six cores. The die with the cache is set to 5.2 GHz, as the
//! Ryzen 7 9800X3D: n = 6 · 1.2 = 7.2 gives 0.958 where the eight cores of the 9800X3D give 0.976. With the same cache
//! it reaches 98 % of the 9800X3D; measured were 94 %. With all twelve cores and the stated 5.5 GHz it would be 106 %.
//!
//! Sustained watts are `TDP · (stated / TDP)^l`, with the stated watts of `config/power/cpus.tsv`, or 1.25 × TDP
//! where the manufacturer states none. `l` is 1 where the processor sustains the stated watts, and fitted for Intel's
//! 6th to 11th generation, which does not. The term of `n` and the power of a core are estimates, not fitted: no
//! processor with fewer than four cores was measured in games. Memory channels are a fact for the page; beyond two
//! they did not improve the fit.
//!
//! # Fit
//! The constants and exponents minimise the squares of `ln(estimate / measurement)` over the rows of `measured.tsv`
//! marked as fitted, with one free scale per series. The first fit covers single threads and games; the second covers
//! many threads, with the work of a core fixed. Each constant is regularised towards a start value, so that an
//! architecture with few measurements stays near its neighbours. About every third row is held out. Tests require a
//! rank correlation of 0.97 on the held-out rows (three series of another kind or of few chips have a lower floor,
//! with the reason beside it) and print the ten worst.
//!
//! The model ignores few PCIe lanes (the Radeon RX 6500 XT is estimated a quarter too high at 1080p), clocks above
//! the stated ones (the GeForce GTX 1050 Ti a quarter too low), and test suites that favour one manufacturer.

mod bands;
mod extrapolation;
mod graphics;
mod names;
mod processors;
#[cfg(test)]
mod tests;

pub use bands::{Band, GraphicsBands, ProcessorBands};
pub use graphics::{
    GraphicsExtrapolation, GraphicsFacts, GraphicsIndices, GraphicsTerms, Resolution, extrapolate_graphics,
    graphics_facts, graphics_index,
};
pub use processors::{
    ProcessorExtrapolation, ProcessorFacts, ProcessorIndices, ProcessorTerms, extrapolate_processor,
    processor_facts, processor_index,
};

/// The texts of the tables that hold the specifications and the constants of all chips.
pub const TABLES: [&str; 4] =
    [graphics::FACTS, graphics::ARCHITECTURES, processors::FACTS, processors::ARCHITECTURES];
