//! Code that several measuring programs share.
