//! Commands: options in, messages out.

use std::{fs::File, io::Write, path::Path};

use anyhow::Context;

use crate::output::Output;

/// `demo serve`
pub(crate) fn serve(output: Output, options: demo::Options) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("cannot start the async runtime")?;
    // Polled only once the server listens: a taken port fails before this message.
    let open_until_stopped = async {
        output.print_line(&format!(
            "The demo retailers listen on http://{}/ (Ctrl-C stops them).",
            options.listen
        ));
        telemetry::stop_signal().await;
    };
    let served = runtime.block_on(demo::serve(options, open_until_stopped));
    // A shop that was told to hang must not delay the exit.
    runtime.shutdown_background();
    served
}

/// `demo reference`
pub(crate) fn write_reference(output: Output, file: &Path) -> anyhow::Result<()> {
    write(output, file, "products", demo::write_reference)
}

/// `demo truth`
pub(crate) fn write_truth(output: Output, file: &Path) -> anyhow::Result<()> {
    write(output, file, "listings", demo::write_truth)
}

/// Writes to a file, or to standard output for `-`, and prints the number of entries.
fn write(
    output: Output,
    file: &Path,
    what: &str,
    content: impl FnOnce(&mut dyn Write) -> anyhow::Result<usize>,
) -> anyhow::Result<()> {
    if file == Path::new("-") {
        content(&mut std::io::stdout().lock())?;
        return Ok(());
    }
    let mut target = std::io::BufWriter::new(
        File::create(file).with_context(|| format!("cannot write {}", file.display()))?,
    );
    let count = content(&mut target)?;
    target.flush().with_context(|| format!("cannot write {}", file.display()))?;
    output.print(
        &serde_json::json!({ what: count, "file": file }),
        &format!("Wrote {count} {what} to {}.", file.display()),
    );
    Ok(())
}
