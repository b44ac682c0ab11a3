//! What the outside world gets.
