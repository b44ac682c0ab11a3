//! What a product, an offer and a build are, what fits together, and how it is stored.
