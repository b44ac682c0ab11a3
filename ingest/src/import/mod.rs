//! Reading facts and past prices out of files.

pub mod lines;
pub mod past_price;
pub mod record;
