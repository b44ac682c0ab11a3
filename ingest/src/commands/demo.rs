use std::{fs::File, io::Write, net::SocketAddr, path::Path};

use anyhow::Context;
use domain::config::Config;
use time::Date;

use super::Outcome;
use crate::output::Output;

/// `ingest demo serve`
pub(super) async fn serve(
    output: &Output,
    config: &Config,
    listen: Option<SocketAddr>,
    clock: Option<Date>,
) -> anyhow::Result<Outcome> {
    let options = demo::Options { listen: listen.unwrap_or(config.demo.listen), clock };
    // Polled only once the server listens: a taken port fails before this message.
    let open_until_stopped = async {
        output.print_line(format!(
            "The demo retailers listen on http://{}/ (Ctrl-C stops them).",
            options.listen
        ));
        telemetry::stop_signal().await;
    };
    demo::serve(options, open_until_stopped).await?;
    Ok(Outcome::Done)
}

/// `ingest demo reference`
pub(super) fn reference(output: &Output, file: &Path) -> anyhow::Result<Outcome> {
    write(output, file, "products", demo::write_reference)
}

/// `ingest demo truth`
pub(super) fn truth(output: &Output, file: &Path) -> anyhow::Result<Outcome> {
    write(output, file, "listings", demo::write_truth)
}

/// Writes to a file, or to standard output for `-`, and prints the number of entries.
fn write(
    output: &Output,
    file: &Path,
    what: &str,
    content: impl FnOnce(&mut dyn Write) -> anyhow::Result<usize>,
) -> anyhow::Result<Outcome> {
    if file == Path::new("-") {
        content(&mut std::io::stdout().lock())?;
        return Ok(Outcome::Done);
    }
    let mut target = std::io::BufWriter::new(
        File::create(file).with_context(|| format!("cannot write {}", file.display()))?,
    );
    let count = content(&mut target)?;
    target.flush().with_context(|| format!("cannot write {}", file.display()))?;
    output.print(&serde_json::json!({ what: count, "file": file }), || {
        format!("Wrote {count} {what} to {}.", file.display())
    });
    Ok(Outcome::Done)
}
