//! Code that several measuring programs share.

mod memory;
mod percentiles;
mod rng;

pub use memory::{MemoryUse, MemoryWatch};
pub use percentiles::percentiles;
pub use rng::Rng;
