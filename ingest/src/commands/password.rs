//! Prompts for a password and a name.

use std::io::{BufRead, Write};

use anyhow::Context;

/// Asks for the name of an administrator, on standard error: standard output is for the result.
pub(super) fn ask_name() -> anyhow::Result<String> {
    let mut prompt = std::io::stderr();
    write!(prompt, "Name, as the audit log shows it: ")
        .and_then(|()| prompt.flush())
        .context("cannot prompt for the name here: use --name")?;
    let mut line = String::new();
    std::io::stdin().lock().read_line(&mut line).context("cannot read the name: use --name")?;
    Ok(line.trim().to_owned())
}

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
