//! How retailers' pages become offers, prices and matches.
