//! Every family of metrics with its help text. A family that is missing here is found by a test of the api.

use ::metrics::{describe_counter, describe_gauge, describe_histogram};

/// Name and help of each counter. Labels have few values: routes, classes of status, kinds of jobs and mails, and retailers.
const COUNTERS: [(&str, &str); 16] = [
    // Every process.
    ("panics_total", "Panics: mistakes in the program, each answered with 500 or with a failed job."),
    (
        "background_task_failures_total",
        "Background tasks of the api that failed and were started again, by task.",
    ),
    // The api.
    ("http_requests_total", "Requests answered, by method, route and class of status."),
    (
        "requests_shed_total",
        "Requests refused with 503 because too many of their class were being answered, by class.",
    ),
    ("http_connections_evicted_total", "Silent connections closed because there were too many."),
    ("http_connections_timed_out_total", "Connections closed because they were silent for too long."),
    (
        "database_reads_total",
        "Reads that a replica may answer, by the pool that did: replica or primary. Absent without a replica.",
    ),
    ("index_products_applied_total", "Changes of products applied to the index."),
    (
        "sign_in_refusals_total",
        "Sign-ins refused, by reason: wrong credentials, wrong code or passkey, or too often.",
    ),
    (
        "mails_sent_total",
        "Mails that this process took from the outbox without a failure, by kind: given to the mail server, or with nobody to write to.",
    ),
    ("mail_failures_total", "Mails that the mail server did not take, by kind; each is tried again."),
    (
        "channel_messages_total",
        "Messages about alerts to channels (browsers, webhooks, ntfy), by kind and outcome: sent, or failed.",
    ),
    ("alerts_due_total", "Due price alerts that this process took: each fired, or was changed meanwhile."),
    // Workers and schedulers.
    ("jobs_finished_total", "Jobs that this worker ended, by kind and outcome: done, failed, released."),
    ("crawl_offers_total", "Offers that this process read, by retailer and outcome."),
    ("jobs_queued_total", "Jobs that this scheduler put into the queue, by kind."),
];

/// Name and help of each gauge.
const GAUGES: [(&str, &str); 27] = [
    // Every process.
    ("build_info", "Always 1; the label says which version runs."),
    (
        "database_connections",
        "Connections of this process to the database, by whether they are used or idle.",
    ),
    ("database_connections_max", "Connections that this process may hold (database.max_connections)."),
    // The api.
    ("http_connections", "Open connections of clients."),
    (
        "database_replica_lag_seconds",
        "Seconds since the replica was last known to lack nothing (database.replica_url).",
    ),
    ("database_replica_in_use", "1 while the replica answers reads, 0 while the primary does instead."),
    ("index_documents", "Products in the search index."),
    ("index_bytes", "Bytes of the search index on disk."),
    ("index_generation", "Number of the index generation; it counts up with every rebuild."),
    ("index_lag_seconds", "Seconds since the index was last known to hold all that the database says."),
    ("index_rebuilding", "1 while a new generation of the index is built."),
    ("index_damaged", "1 while the index cannot be read and is built anew."),
    ("mails_waiting", "Mails in the outbox, in the whole installation."),
    ("mails_failing", "Mails in the outbox that could not be sent at least once, in the whole installation."),
    // Figures from the database; each api process tells the same.
    ("database_up", "1 when the database answered the last time it was asked for its figures."),
    ("database_size_bytes", "Bytes of the database on disk."),
    ("jobs", "Jobs that are not over, by kind and state."),
    ("jobs_oldest_due_seconds", "Seconds for which the oldest due job has waited for a worker."),
    (
        "retailer_crawl_age_seconds",
        "Seconds since the last complete crawl of a retailer; 0 when it is switched off, absent before its first.",
    ),
    (
        "retailer_last_crawl_offers",
        "Offers of a retailer's newest crawl, by outcome: read, changed, held, rejected.",
    ),
    (
        "retailer_pages_changed",
        "1 while crawls of a retailer store nothing because its pages have lost fields.",
    ),
    ("retailer_last_crawl_ok", "1 when a retailer's newest crawl neither failed nor was held back."),
    ("matches_waiting", "Pairs of offer and product that wait for an administrator."),
    ("manufacturers_waiting", "Unknown manufacturers that wait for an administrator."),
    ("held_prices", "Prices that are held back until an administrator decides."),
    ("backup_age_seconds", "Age of the data in the newest backup; absent when there is none."),
    // Workers and schedulers.
    ("scheduler_leading", "1 while this scheduler leads."),
];

/// Name and help of each histogram.
const HISTOGRAMS: [(&str, &str); 3] = [
    // The api.
    (
        "http_request_duration_seconds",
        "Time until the head of the answer, by method, route and class of status.",
    ),
    ("search_stage_duration_seconds", "Time of each stage of a search: parse, match, collect, rank, cards."),
    // Workers and schedulers.
    ("job_duration_seconds", "Time that jobs took, by kind."),
];

/// Tells the recorder the help of every family.
pub(crate) fn describe() {
    for (name, help) in COUNTERS {
        describe_counter!(name, help);
    }
    for (name, help) in GAUGES {
        describe_gauge!(name, help);
    }
    for (name, help) in HISTOGRAMS {
        describe_histogram!(name, help);
    }
}
