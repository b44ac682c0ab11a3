//! The public server: the API, the pages of the web app, and the search index behind them.
//!
//! Imports run one way: [`http`] and [`wire`], then [`services`], [`routes`], [`site`], [`state`], [`router`], [`serve`].
//! A module imports from its own folder and from folders that stand before it in this list.

pub mod http;
pub mod router;
pub mod routes;
pub mod serve;
pub mod services;
pub mod site;
pub mod state;
pub mod wire;
