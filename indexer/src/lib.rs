//! Given products: which match, in what order, with which counts.
