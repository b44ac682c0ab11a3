//! Code that several measuring programs share.

mod client;
mod memory;
mod percentiles;
mod rng;

pub use client::{Answer, Client, Request};
pub use memory::{MemoryUse, MemoryWatch};
pub use percentiles::percentiles;
pub use rng::Rng;
