//! Work behind the answers: the follower of the change feed and its catalogue, mails, pictures, checks and texts.
//!
//! Imports [`http`](crate::http) and [`wire`](crate::wire). Holds no route.

pub mod absent_parts;
pub mod background_tasks;
pub mod bot_check;
pub mod budget_address;
pub mod budget_alerts;
pub mod budget_catalogue;
pub mod channels;
pub mod click_outs;
pub mod compatibility_index;
pub mod facts;
pub mod fit;
pub mod follow;
pub mod hashing;
pub mod key_facts;
pub mod landing;
pub mod listing_alerts;
pub mod mail;
pub mod one_time_code;
pub mod passkeys;
pub mod pasted;
pub mod pictures;
pub mod preview;
pub mod read_pool;
pub mod retailer_cache;
pub mod search_choices;
pub mod search_index;
pub mod search_log;
pub mod search_params;
pub mod search_rules;
pub mod search_visitors;
pub mod solvers;
pub mod telegram;
pub mod texts;
pub mod unread_offers;
pub mod unsubscribe;
pub mod verdicts;
pub mod views;
