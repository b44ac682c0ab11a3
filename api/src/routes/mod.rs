//! Operations of the API, a folder or file for each area: handlers, and the types that they read and answer with.
//!
//! Imports [`http`](crate::http), [`wire`](crate::wire) and [`services`](crate::services). One area may import another, but
//! never in a circle.

pub mod accounts;
pub mod admin;
pub mod alerts;
pub mod basket;
pub mod budget;
pub mod builds;
pub mod catalogue;
pub mod click_outs;
pub mod compatibility;
pub mod deals;
pub mod favorites;
pub mod gtins;
pub mod hand_in;
pub mod health;
pub mod offers;
pub mod parts_list;
pub mod pictures;
pub mod products;
pub mod reviews;
pub mod search;
