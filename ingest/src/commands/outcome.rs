/// Outcome of a command that did not fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    Done,
    /// A part of the work failed and was reported; the rest was done.
    PartlyFailed,
}
