//! One file a command: arguments in, sentences and an outcome out.

pub mod database;
mod demo;
pub mod import_specs;
mod migrate;

use domain::config::Config;

use crate::{
    cli::{Command, DemoCommand},
    output::Output,
};

/// How a command that did not fail ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    Done,
    /// Something of it failed and was reported; the rest was done.
    PartlyFailed,
}

/// Does what the command says.
///
/// # Errors
/// When nothing of it could be done.
pub async fn dispatch(output: &Output, command: Command) -> anyhow::Result<Outcome> {
    let config = Config::load().map_err(|error| anyhow::anyhow!("the configuration is wrong: {error}"))?;
    match command {
        Command::Migrate => migrate::run(output, &config).await,
        Command::ImportSpecs(arguments) => import_specs::run(output, &config, &arguments).await,
        Command::Demo(DemoCommand::Serve { listen, clock }) => {
            demo::serve(output, &config, listen, clock).await
        }
        Command::Demo(DemoCommand::Reference { file }) => demo::reference(output, &file),
    }
}
