//! Import of product facts and past prices from files.

pub mod lines;
pub mod past_price;
pub mod record;
