//! Reading facts and past prices out of files.

pub mod lines;
pub mod record;
