use clap::CommandFactory;
use clap_complete::Shell;

use super::outcome::Outcome;
use crate::cli::Cli;

/// `ingest completions`
pub(super) fn run(shell: Shell) -> anyhow::Result<Outcome> {
    // The script is written into memory first, because the generator panics where standard output is a closed pipe.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "ingest", &mut script);
    match std::io::Write::write_all(&mut std::io::stdout().lock(), &script) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(Outcome::Done),
    }
}
