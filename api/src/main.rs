//! The api server.

use std::{io::Write, net::SocketAddr, path::PathBuf, process::ExitCode, time::Duration};

use api::{
    http::{connections::ConnectionLimits, observe::RequestLog},
    serve::{Settings, StartError},
    site::facts::SiteFacts,
    state::AbuseProtection,
};
use clap::{Parser, Subcommand};
use domain::{breached::BreachedListError, config::Config};
use telemetry::Traces;

/// Serves Tajmeea's api, search index and web pages.
#[derive(Parser)]
#[command(version)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    serve: ServeFlags,
}

#[derive(Subcommand)]
enum Command {
    /// Serve until told to stop (the default).
    Serve(ServeFlags),
    /// Print the OpenAPI document.
    Openapi,
}

/// Flags of one run; everything else comes from the configuration.
#[derive(Debug, clap::Args)]
struct ServeFlags {
    /// The address to serve on.
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<SocketAddr>,
    /// The address to serve Prometheus metrics on.
    #[arg(long, value_name = "ADDRESS")]
    metrics_listen: Option<SocketAddr>,
    /// The built front end.
    #[arg(long, value_name = "DIRECTORY")]
    web_root: Option<PathBuf>,
    /// Seconds to wait at the start for a database that is not available yet.
    #[arg(long, value_name = "SECONDS", default_value_t = 10)]
    wait_for_database: u64,
    /// The search index of this process.
    #[arg(long, value_name = "DIRECTORY")]
    index_directory: Option<PathBuf>,
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    match cli.command {
        Some(Command::Openapi) => print_document(),
        Some(Command::Serve(flags)) => serve(flags),
        None => serve(cli.serve),
    }
}

fn print_document() -> ExitCode {
    let printed = api::router::openapi::document()
        .map_err(std::io::Error::other)
        .and_then(|text| std::io::stdout().lock().write_all(text.as_bytes()));
    match printed {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fail(&format!("Cannot print the OpenAPI document: {error}"), 1),
    }
}

fn serve(flags: ServeFlags) -> ExitCode {
    let config = match Config::load() {
        Ok(config) => config,
        Err(error) => return fail(&format!("Cannot read the configuration: {error}"), 1),
    };
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return fail(&format!("Cannot start the async runtime: {error}"), 1),
    };
    let endpoint = &config.telemetry.otlp_endpoint;
    let traces = match Traces::start(endpoint, config.telemetry.trace_percent, "api", runtime.handle()) {
        Ok(traces) => traces,
        Err(error) => return fail(&format!("Cannot read the configuration: {error}"), 1),
    };
    telemetry::start_server_logs(traces.as_ref());
    telemetry::log_panics();
    let served = settings(config, flags)
        .map_err(StartError::from)
        .and_then(|settings| runtime.block_on(api::serve::serve(settings)));
    if let Some(traces) = traces {
        traces.stop();
    }
    match served {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fail(&error.to_string(), exit_code(&error)),
    }
}

fn settings(config: Config, flags: ServeFlags) -> Result<Settings, BreachedListError> {
    Ok(Settings {
        protection: AbuseProtection::new(&config)?,
        site_facts: SiteFacts::new(&config),
        connections: ConnectionLimits::new(&config.api),
        request_log: RequestLog::new(config.api.log_one_request_in),
        drain: Duration::from_secs(config.api.drain_seconds.into()),
        mail: config.mail,
        in_stock_days: config.offers.in_stock_days.get(),
        pictures: config.pictures,
        data_directory: config.data.directory,
        database: config.database,
        max_database_wait: Duration::from_secs(flags.wait_for_database),
        listen: flags.listen.unwrap_or(config.api.listen),
        metrics_listen: flags.metrics_listen.unwrap_or(config.api.metrics_listen),
        web_root: flags.web_root.unwrap_or(config.api.web_root),
        public_url: config.api.public_url,
        index_directory: flags.index_directory.unwrap_or(config.index.directory),
    })
}

/// Returns the same exit codes as `ingest`: 4 for the database, 1 for everything else.
fn exit_code(error: &StartError) -> u8 {
    match error {
        StartError::Database { .. }
        | StartError::DatabaseUrl(_)
        | StartError::ReplicaUrl(_)
        | StartError::Schema { .. } => 4,
        _ => 1,
    }
}

fn fail(sentence: &str, code: u8) -> ExitCode {
    // A closed standard error is ignored: no other place is left for the message.
    let _ = writeln!(std::io::stderr(), "{sentence}");
    ExitCode::from(code)
}
