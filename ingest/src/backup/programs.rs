//! PostgreSQL's own programs: they know every type, and copy faster than any client.

use std::{
    ffi::OsStr,
    io,
    num::NonZeroUsize,
    path::Path,
    process::{Command, Output, Stdio},
};

use anyhow::Context;
use sqlx::postgres::{PgConnectOptions, PgSslMode};
use tokio::task::spawn_blocking;

/// Answers the output of `pg_dump --version`.
pub(crate) async fn dump_version() -> anyhow::Result<String> {
    let mut command = program("pg_dump");
    command.arg("--version");
    run(command).await
}

/// Writes what the snapshot sees into a file. Compressed: the largest tables are texts and numbers that repeat.
pub(super) async fn dump(url: &str, snapshot: &str, file: &Path) -> anyhow::Result<()> {
    let mut command = connected("pg_dump", url)?;
    command
        .args(["--format=custom", "--no-owner", "--no-privileges", "--lock-wait-timeout=60s"])
        .arg(format!("--snapshot={snapshot}"))
        .arg("--file")
        .arg(file);
    run(command).await.map(drop)
}

/// Fills an empty database. With one job all of it or nothing; with several it is faster, and a failure leaves a part.
pub(super) async fn restore(url: &str, file: &Path, jobs: NonZeroUsize) -> anyhow::Result<()> {
    let mut command = connected("pg_restore", url)?;
    let options: PgConnectOptions = url.parse()?;
    command.args(["--no-owner", "--no-privileges", "--exit-on-error"]);
    if jobs.get() == 1 {
        command.arg("--single-transaction");
    } else {
        command.arg(format!("--jobs={jobs}"));
    }
    command.arg("--dbname").arg(options.get_database().unwrap_or_else(|| options.get_username())).arg(file);
    run(command).await.map(drop)
}

/// A program of PostgreSQL's: of `PG_BIN_DIR` where it is set, as for the private cluster, else of the path.
fn program(name: &str) -> Command {
    let path =
        std::env::var_os("PG_BIN_DIR").map_or_else(|| name.into(), |folder| Path::new(&folder).join(name));
    let mut command = Command::new(path);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).env("LC_ALL", "C");
    command
}

/// A program that knows the database. Everything goes by the environment, since anybody may read a command line.
fn connected(name: &str, url: &str) -> anyhow::Result<Command> {
    let options: PgConnectOptions = url.parse().context("the database URL is invalid")?;
    let host =
        options.get_socket().map_or_else(|| OsStr::new(options.get_host()).into(), |socket| socket.clone());
    let user = options.get_username();
    let mut command = program(name);
    command
        .env("PGHOST", host)
        .env("PGPORT", options.get_port().to_string())
        .env("PGUSER", user)
        .env("PGDATABASE", options.get_database().unwrap_or(user))
        .env("PGSSLMODE", ssl_mode(options.get_ssl_mode()))
        .env("PGAPPNAME", "ingest");
    for (variable, value) in secrets(url) {
        command.env(variable, value);
    }
    Ok(command)
}

/// The parts of an address that its parsed form keeps to itself.
fn secrets(url: &str) -> Vec<(&'static str, String)> {
    let Ok(url) = url::Url::parse(url) else { return Vec::new() };
    let decoded = |text: &str| {
        let query = format!("v={}", text.replace('+', "%2B"));
        url::form_urlencoded::parse(query.as_bytes()).next().map(|(_, value)| value.into_owned())
    };
    let mut found: Vec<_> =
        url.password().and_then(decoded).map(|password| ("PGPASSWORD", password)).into_iter().collect();
    for (key, value) in url.query_pairs() {
        let variable = match key.as_ref() {
            "password" => "PGPASSWORD",
            "sslrootcert" | "ssl-root-cert" | "ssl-ca" => "PGSSLROOTCERT",
            "sslcert" | "ssl-cert" => "PGSSLCERT",
            "sslkey" | "ssl-key" => "PGSSLKEY",
            _ => continue,
        };
        found.push((variable, value.into_owned()));
    }
    found
}

fn ssl_mode(mode: PgSslMode) -> &'static str {
    match mode {
        PgSslMode::Disable => "disable",
        PgSslMode::Allow => "allow",
        PgSslMode::Prefer => "prefer",
        PgSslMode::Require => "require",
        PgSslMode::VerifyCa => "verify-ca",
        PgSslMode::VerifyFull => "verify-full",
    }
}

/// Script of the shell that runs a program until it ends, or until this process does: whatever kills this process closes
/// the pipe that is the shell's input, and the shell then ends the program, which would write on otherwise: by force where
/// it still runs after five seconds. The program does not read the pipe itself. A program that is not there is the shell's
/// exit code 127; the same code of the program itself, as for a library that is missing, becomes 1.
const RUN_WITH_PARENT: &str = r#"
command -v "$1" >/dev/null 2>&1 || exit 127
exec 3<&0
"$@" </dev/null 3<&- & program=$!
{ read -r _ <&3; kill -TERM $program; sleep 5; kill -KILL $program; } </dev/null >/dev/null 2>&1 & watch=$!
exec 3<&- </dev/null
wait $program; code=$?
kill -KILL $watch 2>/dev/null
[ $code -ne 127 ] || code=1
exit $code
"#;
/// Exit code of a shell that does not find a program.
const NOT_FOUND: i32 = 127;

/// Runs a program to its end and answers what it printed. If this process is killed, so is the program.
async fn run(command: Command) -> anyhow::Result<String> {
    let name = Path::new(command.get_program()).display().to_string();
    let output = spawn_blocking(move || run_with_parent(&command)).await?;
    let missing =
        || format!("cannot run {name}: install PostgreSQL's client programs (Debian: postgresql-client)");
    let output = output.with_context(missing)?;
    anyhow::ensure!(output.status.code() != Some(NOT_FOUND), missing());
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    // The first complaint is the cause; the others follow from it.
    let cause = said.lines().find(|line| line.contains("error:")).or_else(|| said.lines().last());
    anyhow::bail!("{}", cause.unwrap_or("the program failed without an error message").trim())
}

fn run_with_parent(program: &Command) -> io::Result<Output> {
    let mut shell = Command::new("/bin/sh");
    shell.args(["-c", RUN_WITH_PARENT, "sh"]).arg(program.get_program()).args(program.get_args());
    for (variable, value) in program.get_envs() {
        match value {
            Some(value) => shell.env(variable, value),
            None => shell.env_remove(variable),
        };
    }
    let mut child = shell.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    // Held open until the program has ended.
    let pipe = child.stdin.take();
    let output = child.wait_with_output();
    drop(pipe);
    output
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn password_goes_by_the_environment_alone() {
        let url = "postgres://sara:a%40b+c@db.example:6432/shop?sslmode=verify-full&sslrootcert=/etc/ca.pem";
        let command = connected("pg_dump", url).unwrap();
        let value = |name: &str| {
            let found = command.get_envs().find(|(variable, _)| *variable == name);
            found.and_then(|(_, value)| value).unwrap_or_default().to_string_lossy().into_owned()
        };
        assert_eq!(value("PGPASSWORD"), "a@b+c");
        assert_eq!((value("PGHOST"), value("PGPORT")), ("db.example".into(), "6432".into()));
        assert_eq!((value("PGUSER"), value("PGDATABASE")), ("sara".into(), "shop".into()));
        assert_eq!(
            (value("PGSSLMODE"), value("PGSSLROOTCERT")),
            ("verify-full".into(), "/etc/ca.pem".into())
        );
        assert!(command.get_args().next().is_none());
    }

    #[tokio::test]
    async fn missing_program_is_named_with_its_cure() {
        let error = run(Command::new("/no/such/pg_dump")).await.unwrap_err();
        assert!(format!("{error:#}").contains("postgresql-client"), "{error:#}");
    }

    #[tokio::test]
    async fn program_that_fails_like_a_missing_one_tells_why() {
        let mut program = Command::new("/bin/sh");
        program.args(["-c", "echo 'libpq.so.5: cannot open shared object file' >&2; exit 127"]);
        let error = run(program).await.unwrap_err();
        assert_eq!(error.to_string(), "libpq.so.5: cannot open shared object file");
    }
}
