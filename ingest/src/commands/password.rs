//! Password prompt.

use std::io::BufRead;

use anyhow::Context;

/// Asks for a password twice, or reads it from standard input.
pub(super) fn obtain(from_stdin: bool) -> anyhow::Result<String> {
    if from_stdin {
        let mut line = String::new();
        std::io::stdin().lock().read_line(&mut line).context("the password cannot be read")?;
        return Ok(line.trim_end_matches(['\r', '\n']).to_owned());
    }
    let first = rpassword::prompt_password("Password: ")
        .context("the password cannot be asked for here: use --password-stdin")?;
    let second =
        rpassword::prompt_password("The same again: ").context("the password cannot be asked for")?;
    anyhow::ensure!(first == second, "the two passwords differ");
    Ok(first)
}
