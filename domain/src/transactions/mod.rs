//! Business transactions: each public function is one change of the business, such as the approval of a match.
//!
//! A function here takes the caller's transaction (or opens its own), locks, decides, and calls functions of
//! [`crate::store`], which hold the SQL. In this crate only functions here append to the change feed, evaluate price
//! alerts and write the audit log: always in the transaction of the change itself. A review is the exception: triggers of
//! its table append the reviewed product (`migrations/20261121140000_create_reviews.up.sql`).

pub mod account_deletion;
pub mod alert_mails;
pub mod automatic_matches;
pub mod class_prices;
pub mod dismissals;
pub mod first_prices;
pub mod held_prices;
pub mod key_matches;
pub mod learnt_values;
pub mod listing_assignments;
pub mod manufacturer_decisions;
pub mod manufacturer_names;
pub mod match_decisions;
pub mod merges;
pub mod missed_offers;
mod newly_matched_prices;
pub mod offer_assignments;
pub mod offer_batches;
pub mod offer_edits;
pub mod past_prices;
pub mod picture_choices;
pub mod popularity;
pub mod price_ratings;
pub mod price_screen;
pub mod price_verdicts;
pub mod product_facts;
pub mod retailer_changes;
mod retailer_scales;
pub mod retailer_tokens;
pub mod review_deletions;
pub mod saved_builds;
pub mod search_rules;
pub mod second_factors;
pub mod splits;
pub mod unread_offers;
pub mod user_accounts;
pub mod user_roles;
