use std::time::Instant;

use metrics::{Histogram, histogram};
use tracing::{Span, debug_span};

/// A stage of a search, timed for operators: where the time goes when searches become slow.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Stage {
    /// Text into words, constraints and facts.
    Parse,
    /// Words into clauses, widened where that is allowed, and clauses into the documents that match them.
    Match,
    /// Filtering, counting facets, and keeping the best candidates.
    Collect,
    /// Scoring the candidates of the page.
    Rank,
    /// Reading the cards of the page.
    Cards,
}

impl Stage {
    /// Does the work and records how long it took: some 100 ns more than without.
    pub(crate) fn time<T>(self, work: impl FnOnce() -> T) -> T {
        let span = self.span().entered();
        let started = Instant::now();
        let done = work();
        drop(span);
        self.histogram().record(started.elapsed().as_secs_f64());
        done
    }

    /// The span of a trace. One call per stage, because tracing fixes the name of a span where it is made.
    fn span(self) -> Span {
        match self {
            Stage::Parse => debug_span!("parse"),
            Stage::Match => debug_span!("match"),
            Stage::Collect => debug_span!("collect"),
            Stage::Rank => debug_span!("rank"),
            Stage::Cards => debug_span!("cards"),
        }
    }

    /// One call per stage, because a label known at compile time allocates nothing.
    fn histogram(self) -> Histogram {
        match self {
            Stage::Parse => histogram!("search_stage_duration_seconds", "stage" => "parse"),
            Stage::Match => histogram!("search_stage_duration_seconds", "stage" => "match"),
            Stage::Collect => histogram!("search_stage_duration_seconds", "stage" => "collect"),
            Stage::Rank => histogram!("search_stage_duration_seconds", "stage" => "rank"),
            Stage::Cards => histogram!("search_stage_duration_seconds", "stage" => "cards"),
        }
    }
}
