//! Commands, one file each: arguments in, messages and an outcome out; and the program that runs them.

mod backup;
mod completions;
pub mod context;
mod detect;
pub mod doctor;
mod evidence;
pub mod history;
pub mod import_specs;
mod jobs;
mod manufacturers;
mod match_audit;
mod matching;
mod mend;
mod migrate;
mod moment;
mod offer_show;
mod offers;
mod outcome;
mod password;
mod pictures;
mod quarantine;
mod retailer;
mod retailer_token;
pub mod run;
mod status;
mod switch;
mod user;
mod work;

use std::process::ExitCode;

use clap::Parser;
use domain::config::Config;

pub use outcome::Outcome;
use telemetry::{Traces, TracesError};
use tokio::runtime::Handle;

use crate::{
    cli::{Cli, Command, HistoryCommand, MatchCommand, PicturesCommand, RetailerCommand},
    database::DatabaseError,
    detect::DetectOptions,
    output::Output,
};

/// Parses the arguments, runs the command and returns the exit code.
pub fn run() -> ExitCode {
    let cli = Cli::parse();
    // reqwest is built without a TLS provider of its own: ring needs neither cmake nor OpenSSL.
    // An error means that a provider is installed already, which serves as well.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            eprintln!("ingest: cannot start the async runtime: {error}");
            return ExitCode::from(1);
        }
    };
    let output = Output::new(cli.json);
    let traces = match start_traces(&cli.command, runtime.handle()) {
        Ok(traces) => traces,
        Err(error) => {
            output.print_error(&error.into());
            return ExitCode::FAILURE;
        }
    };
    telemetry::start_logs(traces.as_ref());
    let result = runtime.block_on(dispatch(&output, cli.command));
    if let Some(traces) = traces {
        traces.stop();
    }
    // A blocked read of an unresponsive retailer must not delay the exit.
    runtime.shutdown_background();
    match result {
        Ok(Outcome::Done) => ExitCode::SUCCESS,
        Ok(Outcome::PartlyFailed) => ExitCode::from(3),
        Err(error) => {
            let code = if error.chain().any(|cause| cause.is::<DatabaseError>()) { 4 } else { 1 };
            output.print_error(&error);
            ExitCode::from(code)
        }
    }
}

/// Traces of a worker, which runs jobs; other commands have none. A configuration that cannot be read is told by the
/// command itself.
fn start_traces(command: &Command, runtime: &Handle) -> Result<Option<Traces>, TracesError> {
    if !matches!(command, Command::Work { .. }) {
        return Ok(None);
    }
    Config::load().map_or(Ok(None), |config| {
        let settings = &config.telemetry;
        Traces::start(&settings.otlp_endpoint, settings.trace_percent, "ingest", runtime)
    })
}

/// Runs the command.
///
/// # Errors
/// When no part of the work could be done.
async fn dispatch(output: &Output, command: Command) -> anyhow::Result<Outcome> {
    // Completions need no configuration: a shell may request them at its start.
    if let Command::Completions { shell } = command {
        return completions::run(shell);
    }
    let config = Config::load().map_err(|error| anyhow::anyhow!("the configuration is invalid: {error}"))?;
    match command {
        Command::Migrate { command } => migrate::run(output, &config, command).await,
        Command::Run(arguments) => run::run(output, &config, &arguments).await,
        Command::Work { slots, metrics_listen } => work::work(output, &config, slots, metrics_listen).await,
        Command::Schedule { metrics_listen } => work::schedule(output, &config, metrics_listen).await,
        Command::Status => status::run(output, &config).await,
        Command::ImportSpecs(arguments) => import_specs::run(output, &config, &arguments).await,
        Command::History(HistoryCommand::Import { from, retailer }) => {
            history::run(output, &config, &from, retailer.as_ref()).await
        }
        Command::History(HistoryCommand::RemoveFuture) => history::remove_future(output, &config).await,
        Command::Retailer(RetailerCommand::List) => retailer::list(output, &config),
        Command::Retailer(RetailerCommand::Check { slug, limit }) => {
            retailer::check(output, &config, &slug, limit).await
        }
        Command::Retailer(RetailerCommand::Detect {
            url,
            slug,
            out,
            force,
            sample,
            allow_private_addresses,
        }) => {
            let wanted = DetectOptions { url, slug, sample, allow_private_addresses };
            detect::run(output, &config, &wanted, out.as_deref(), force).await
        }
        Command::Retailer(RetailerCommand::Mend { slug, write, accept }) => {
            mend::run(output, &config, &slug, write, accept).await
        }
        Command::Retailer(RetailerCommand::Enable { slug }) => {
            switch::run(output, &config, &slug, true).await
        }
        Command::Retailer(RetailerCommand::Disable { slug }) => {
            switch::run(output, &config, &slug, false).await
        }
        Command::Retailer(RetailerCommand::Token { slug, list, revoke }) => {
            retailer_token::run(output, &config, &slug, list, revoke).await
        }
        Command::Jobs(command) => jobs::run(output, &config, command).await,
        Command::Quarantine(command) => quarantine::run(output, &config, command).await,
        Command::Manufacturers(command) => manufacturers::run(output, &config, command).await,
        Command::Match(MatchCommand::Run { all }) => matching::run(output, &config, all).await,
        Command::Match(MatchCommand::Audit(arguments)) => match_audit::run(output, &config, &arguments).await,
        Command::Offers(command) => offers::run(output, &config, command).await,
        Command::Pictures(PicturesCommand::Fetch { retailer }) => {
            pictures::fetch(output, &config, &retailer).await
        }
        Command::Pictures(PicturesCommand::Status) => pictures::status(output, &config).await,
        Command::User(command) => user::run(output, &config, command).await,
        Command::Backup(arguments) => backup::create(output, &config, &arguments).await,
        Command::Restore(arguments) => backup::restore(output, &config, &arguments).await,
        Command::Doctor => doctor::run(output, &config).await,
        Command::Completions { shell } => completions::run(shell),
    }
}
