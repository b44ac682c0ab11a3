//! The measured figures beside the targets.

use std::{env, time::Duration};

use bench::{MemoryUse, percentiles};

use crate::{
    peer,
    queries::{KINDS, Query},
    stress,
};

#[derive(Default)]
pub(crate) struct Report {
    /// Times by query.
    pub(crate) searches: Vec<Vec<Duration>>,
    /// Times by query, every kind with the counts of all filter groups.
    pub(crate) counted: Vec<Vec<Duration>>,
    pub(crate) suggestions: Vec<Duration>,
    pub(crate) eight: (f64, Vec<Duration>),
    pub(crate) fresh: Vec<Duration>,
    pub(crate) bad_input: Option<stress::BadInputFigures>,
    pub(crate) rebuilt: Option<stress::RebuildFigures>,
    pub(crate) changed: u64,
    /// Memory of the api after warm-up and at the end.
    pub(crate) first_memory: MemoryUse,
    pub(crate) memory: MemoryUse,
    /// Products per second and bytes, as `index` wrote them.
    pub(crate) indexing: String,
    pub(crate) peer: Option<peer::PeerFigures>,
}

impl Report {
    pub(crate) fn print(&self, queries: &[Query], count: u64) {
        let million = count > 500_000;
        println!(
            "\n{count} products, over HTTP, {} offers changed meanwhile; milliseconds p50 / p95 / p99",
            self.changed
        );
        for kind in KINDS {
            let of_kind = of(kind, queries, &self.searches);
            let promise = if kind == "facet+sort" && million { Some([1.2, f64::MAX, 5.0]) } else { None };
            line(kind, percentiles(&of_kind), promise);
        }
        let all = percentiles(&self.searches.concat());
        line("all, 1 client", all, Some(if million { [0.5, f64::MAX, 3.0] } else { [0.4, f64::MAX, 1.5] }));
        line("all, each with counts", percentiles(&self.counted.concat()), None);
        line("suggest", percentiles(&self.suggestions), Some([f64::MAX, f64::MAX, 2.0]));
        let (rate, times) = &self.eight;
        line("all, 8 clients", percentiles(times), Some([f64::MAX, f64::MAX, 8.0]));
        check("searches/s, 8 clients", *rate, if million { 4_000.0 } else { 5_000.0 }, true);
        let freshest = percentiles(&self.fresh);
        check("a change is found within, p99 ms", freshest[2], 2_000.0, false);
        if let Some(bad_input) = &self.bad_input {
            let worst = bad_input.slowest.as_secs_f64() * 1000.0;
            check(&format!("{} bad questions, worst ms", bad_input.requests), worst, 100.0, false);
            check("of them answered with 5xx", bad_input.server_errors.len() as f64, 0.0, false);
            bad_input.server_errors.iter().for_each(|error| println!("  {error}"));
        }
        if let Some(rebuilt) = &self.rebuilt {
            print_rebuild(rebuilt);
        }
        let mut indexing = self.indexing.split(' ').filter_map(|number| number.parse::<f64>().ok());
        check("indexing, products/s", indexing.next().unwrap_or(0.0), 80_000.0, true);
        check("index, MB", indexing.next().unwrap_or(0.0) / 1e6, 300.0, false);
        println!(
            "memory after warming up: resident {} MB, anonymous {} MB",
            self.first_memory.resident, self.first_memory.anonymous
        );
        check("resident, MB", self.memory.resident as f64, 350.0, false);
        check("anonymous, MB", self.memory.anonymous as f64, 120.0, false);
        if let Some(peer) = &self.peer {
            let median = print_peer(peer, queries);
            check("throughput against the peer", rate / peer.rate, 200.0, true);
            check("peer's median against ours", median / all[0], 90.0, true);
        }
        if env::var_os("SLOWEST").is_some() {
            self.print_slowest(queries);
        }
    }

    fn print_slowest(&self, queries: &[Query]) {
        let mut slowest: Vec<_> =
            queries.iter().zip(self.searches.iter().map(|times| percentiles(times)[0])).collect();
        slowest.sort_by(|left, right| right.1.total_cmp(&left.1));
        for (query, time) in slowest.iter().take(25) {
            println!("{time:>8.2} ms {} {}", query.kind, query.path());
        }
    }
}

fn of(kind: &str, queries: &[Query], times: &[Vec<Duration>]) -> Vec<Duration> {
    let of_kind = queries.iter().zip(times).filter(|(query, _)| query.kind == kind);
    of_kind.flat_map(|(_, times)| times.clone()).collect()
}

fn print_rebuild(rebuilt: &stress::RebuildFigures) {
    match rebuilt.duration {
        Some(took) => {
            println!("a whole rebuild from Postgres under load took {:.0} s; meanwhile", took.as_secs_f64())
        }
        None => println!("a whole rebuild under load did not end in time; meanwhile"),
    }
    check("  a change is found within, p99 ms", percentiles(&rebuilt.freshness)[2], 2_000.0, false);
    let failed = rebuilt.failed.len() as f64;
    check(&format!("  of {} searches failed or empty", rebuilt.searches), failed, 0.0, false);
    rebuilt.failed.iter().take(3).for_each(|failed| println!("    {failed}"));
    println!("  the slowest of them took {:.1} ms", rebuilt.slowest.as_secs_f64() * 1000.0);
}

/// Prints the peer's figures and returns its median.
fn print_peer(peer: &peer::PeerFigures, queries: &[Query]) -> f64 {
    println!(
        "\nthe same queries on Postgres' search, {} MB, nothing changing meanwhile, without HTTP",
        peer.bytes / 1_000_000
    );
    for kind in KINDS {
        line(kind, percentiles(&of(kind, queries, &peer.times)), None);
    }
    let all = percentiles(&peer.times.concat());
    line("all, 1 client", all, None);
    println!("searches/s, 8 clients {:.1}; queries given up after 10 s: {}", peer.rate, peer.given_up);
    all[0]
}

fn line(name: &str, times: [f64; 3], promise: Option<[f64; 3]>) {
    let verdict = promise.map_or("", |promise| {
        if times.iter().zip(promise).all(|(time, promise)| *time <= promise) { "met" } else { "MISSED" }
    });
    println!("{name:<24} {:>8.2} {:>8.2} {:>8.2}   {verdict}", times[0], times[1], times[2]);
}

fn check(name: &str, value: f64, promise: f64, at_least: bool) {
    let met = if at_least { value >= promise } else { value <= promise };
    let sign = if at_least { "at least" } else { "at most" };
    println!("{name:<34} {value:>10.1}   {sign} {promise}: {}", if met { "met" } else { "MISSED" });
}
