//! Code that several measuring programs share.

mod dice;
mod memory;
mod percentiles;

pub use dice::Dice;
pub use memory::{MemoryUse, MemoryWatch};
pub use percentiles::percentiles;
