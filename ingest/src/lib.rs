//! How retailers' pages become offers, prices and matches.

pub mod cli;
pub mod commands;
pub mod demo;
pub mod import;
pub mod logs;
pub mod normalise;
pub mod output;
pub mod progress;
