//! Code that several measuring programs share.

mod client;
mod memory;
mod percentiles;
mod rng;
mod worst_requests;

pub use client::{Answer, Client, Request};
pub use memory::{MemoryUse, MemoryWatch};
pub use percentiles::percentiles;
pub use rng::Rng;
pub use worst_requests::{NamedProducts, to_body, worst_request};
