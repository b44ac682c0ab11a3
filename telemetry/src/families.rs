//! Every family of metrics with its help text. A family that is missing here is found by a test of the api.

use ::metrics::{describe_counter, describe_gauge, describe_histogram};

#[derive(Debug, Clone, Copy)]
enum Kind {
    Counter,
    Gauge,
    Histogram,
}

use Kind::{Counter, Gauge, Histogram};

/// Name, kind and help of each family. Labels have few values: routes, classes of status, kinds of jobs and mails, and retailers.
const FAMILIES: [(&str, Kind, &str); 46] = [
    // Every process.
    ("build_info", Gauge, "Always 1; the label says which version runs."),
    (
        "panics_total",
        Counter,
        "Panics: mistakes in the program, each answered with 500 or with a failed job.",
    ),
    (
        "background_task_failures_total",
        Counter,
        "Background tasks of the api that failed and were started again, by task.",
    ),
    (
        "database_connections",
        Gauge,
        "Connections of this process to the database, by whether they are used or idle.",
    ),
    ("database_connections_max", Gauge, "Connections that this process may hold (database.max_connections)."),
    // The api.
    ("http_requests_total", Counter, "Requests answered, by method, route and class of status."),
    (
        "http_request_duration_seconds",
        Histogram,
        "Time until the head of the answer, by method, route and class of status.",
    ),
    (
        "requests_shed_total",
        Counter,
        "Requests refused with 503 because too many of their class were being answered, by class.",
    ),
    ("http_connections", Gauge, "Open connections of clients."),
    ("http_connections_evicted_total", Counter, "Silent connections closed because there were too many."),
    (
        "http_connections_timed_out_total",
        Counter,
        "Connections closed because they were silent for too long.",
    ),
    (
        "search_stage_duration_seconds",
        Histogram,
        "Time of each stage of a search: parse, match, collect, rank, cards.",
    ),
    (
        "database_reads_total",
        Counter,
        "Reads that a replica may answer, by the pool that did: replica or primary. Absent without a replica.",
    ),
    (
        "database_replica_lag_seconds",
        Gauge,
        "Seconds since the replica was last known to lack nothing (database.replica_url).",
    ),
    (
        "database_replica_in_use",
        Gauge,
        "1 while the replica answers reads, 0 while the primary does instead.",
    ),
    ("index_documents", Gauge, "Products in the search index."),
    ("index_bytes", Gauge, "Bytes of the search index on disk."),
    ("index_generation", Gauge, "Number of the index generation; it counts up with every rebuild."),
    (
        "index_lag_seconds",
        Gauge,
        "Seconds since the index was last known to hold all that the database says.",
    ),
    ("index_rebuilding", Gauge, "1 while a new generation of the index is built."),
    ("index_damaged", Gauge, "1 while the index cannot be read and is built anew."),
    ("index_products_applied_total", Counter, "Changes of products applied to the index."),
    (
        "sign_in_refusals_total",
        Counter,
        "Sign-ins refused, by reason: wrong credentials, wrong code or passkey, or too often.",
    ),
    ("mails_waiting", Gauge, "Mails in the outbox, in the whole installation."),
    (
        "mails_failing",
        Gauge,
        "Mails in the outbox that could not be sent at least once, in the whole installation.",
    ),
    (
        "mails_sent_total",
        Counter,
        "Mails that this process took from the outbox without a failure, by kind: given to the mail server, or with nobody to write to.",
    ),
    (
        "mail_failures_total",
        Counter,
        "Mails that the mail server did not take, by kind; each is tried again.",
    ),
    (
        "channel_messages_total",
        Counter,
        "Messages about alerts to channels (browsers, webhooks, ntfy), by kind and outcome: sent, or failed.",
    ),
    (
        "alerts_due_total",
        Counter,
        "Due price alerts that this process took: each fired, or was changed meanwhile.",
    ),
    // Figures from the database; each api process tells the same.
    ("database_up", Gauge, "1 when the database answered the last time it was asked for its figures."),
    ("database_size_bytes", Gauge, "Bytes of the database on disk."),
    ("jobs", Gauge, "Jobs that are not over, by kind and state."),
    ("jobs_oldest_due_seconds", Gauge, "Seconds for which the oldest due job has waited for a worker."),
    (
        "retailer_crawl_age_seconds",
        Gauge,
        "Seconds since the last complete crawl of a retailer; 0 when it is switched off, absent before its first.",
    ),
    (
        "retailer_last_crawl_offers",
        Gauge,
        "Offers of a retailer's newest crawl, by outcome: read, changed, held, rejected.",
    ),
    (
        "retailer_pages_changed",
        Gauge,
        "1 while crawls of a retailer store nothing because its pages have lost fields.",
    ),
    ("retailer_last_crawl_ok", Gauge, "1 when a retailer's newest crawl neither failed nor was held back."),
    ("matches_waiting", Gauge, "Pairs of offer and product that wait for an administrator."),
    ("manufacturers_waiting", Gauge, "Unknown manufacturers that wait for an administrator."),
    ("held_prices", Gauge, "Prices that are held back until an administrator decides."),
    ("backup_age_seconds", Gauge, "Age of the data in the newest backup; absent when there is none."),
    // Workers and schedulers.
    (
        "jobs_finished_total",
        Counter,
        "Jobs that this worker ended, by kind and outcome: done, failed, released.",
    ),
    ("job_duration_seconds", Histogram, "Time that jobs took, by kind."),
    ("crawl_offers_total", Counter, "Offers that this process read, by retailer and outcome."),
    ("jobs_queued_total", Counter, "Jobs that this scheduler put into the queue, by kind."),
    ("scheduler_leading", Gauge, "1 while this scheduler leads."),
];

/// Tells the recorder the help of every family.
pub(crate) fn describe() {
    for (name, kind, help) in FAMILIES {
        match kind {
            Counter => describe_counter!(name, help),
            Gauge => describe_gauge!(name, help),
            Histogram => describe_histogram!(name, help),
        }
    }
}
