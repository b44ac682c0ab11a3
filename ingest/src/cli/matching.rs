use clap::{Args, Subcommand, ValueEnum};

/// `ingest match …`
#[derive(Debug, Subcommand)]
pub enum MatchCommand {
    /// Match offers to products where that is certain, queue uncertain matches for review, create new products.
    ///
    /// Processes every offer whose product the matcher may choose, matched ones included. Does nothing where no such
    /// offer has changed since the last run.
    Run {
        /// Run even where no offer has changed since the last run.
        #[arg(long)]
        all: bool,
    },
    /// List the joins of which the matcher is least sure, with the evidence, to be checked by eye.
    ///
    /// A join is what holds an offer on its page: the most similar other offer, or the record of a reference. Wrong ones
    /// are split off in the panel, under Products.
    Audit(AuditArguments),
}

/// `ingest match audit`
#[derive(Debug, Args)]
pub struct AuditArguments {
    /// At most this many, the least sure first.
    #[arg(long, value_name = "N", default_value_t = 50, conflicts_with = "sample")]
    pub limit: usize,
    /// Draw this many of all joins at random instead, to estimate how many are wrong.
    #[arg(long, value_name = "N")]
    pub sample: Option<usize>,
    /// Draw another sample. The same number draws the same joins.
    #[arg(long, value_name = "N", default_value_t = 1, requires = "sample")]
    pub seed: u64,
    /// Form of the list; `--json` is the same as `--format json`.
    #[arg(long, value_enum, default_value_t = TableFormat::Table)]
    pub format: TableFormat,
}

/// The form of a list on standard output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum TableFormat {
    Table,
    Csv,
    Json,
}
