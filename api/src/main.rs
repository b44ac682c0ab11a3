//! The api server.

fn main() {}
