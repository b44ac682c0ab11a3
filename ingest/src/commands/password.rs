//! Password prompt.

use std::io::BufRead;

use anyhow::Context;

/// Asks for a password twice, or reads it from standard input.
pub(super) fn obtain(from_stdin: bool) -> anyhow::Result<String> {
    if from_stdin {
        let mut line = String::new();
        std::io::stdin()
            .lock()
            .read_line(&mut line)
            .context("cannot read the password from standard input")?;
        return Ok(line.trim_end_matches(['\r', '\n']).to_owned());
    }
    let first = rpassword::prompt_password("Password: ")
        .context("cannot prompt for the password here: use --password-stdin")?;
    let second =
        rpassword::prompt_password("Repeat the password: ").context("cannot prompt for the password")?;
    anyhow::ensure!(first == second, "the two passwords are different");
    Ok(first)
}
