use std::{
    io::Write,
    path::{Path, PathBuf},
};

use anyhow::Context;
use domain::config::Config;
use serde::Serialize;

use super::{
    context::fetch_settings,
    outcome::Outcome,
    retailer::{self, RetailerPreview},
};
use crate::{
    detect::{self, DetectOptions, Detected},
    output::Output,
    platforms,
    progress::Progress,
};

/// JSON output of the command.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Answer<'a> {
    slug: &'a str,
    platform: domain::model::PlatformKind,
    evidence: &'a [String],
    /// Path of the written file; absent where the text went to standard output.
    file: Option<String>,
    /// Why only a part of the retailer's offers was read, where that is so.
    partial: Option<String>,
    text: &'a str,
    check: &'a RetailerPreview,
}

/// `ingest retailer detect`
pub(super) async fn run(
    output: &Output,
    config: &Config,
    options: &DetectOptions,
    out: Option<&Path>,
    force: bool,
) -> anyhow::Result<Outcome> {
    anyhow::ensure!(
        matches!(options.url.scheme(), "http" | "https") && options.url.has_host(),
        "{} is not a retailer address: it must begin with https://",
        options.url
    );
    anyhow::ensure!((1..=5_000).contains(&options.sample), "--sample must be between 1 and 5000");
    let bar = Progress::new(output).spinner("detecting");
    bar.set_message(format!("requesting {}", options.url));
    let detected = detect::detect(&fetch_settings(config), options).await;
    bar.clear();
    let Detected { findings, sample, text, file } = detected?;
    let directory = &config.ingest.retailers_directory;
    let is_output = out == Some(Path::new("-"));
    let path = out.map_or_else(|| directory.join(format!("{}.toml", findings.slug)), Path::to_path_buf);
    if !is_output {
        write(&path, &text, force)?;
    }
    let (count, partial) = (sample.offers.len(), sample.partial);
    if let Some(partial) = &partial {
        output.warn(partial);
    }
    let glance = RetailerPreview::of_sample(&file, sample.offers, sample.rejected);
    let answer = Answer {
        slug: findings.slug.as_str(),
        platform: findings.platform,
        evidence: &findings.evidence,
        file: (!is_output).then(|| path.display().to_string()),
        partial,
        text: &text,
        check: &glance,
    };
    output.print(&answer, || {
        if is_output {
            return text.trim_end().to_owned();
        }
        let mut said = vec![format!(
            "{} uses {}; {count} of its offers were read. Its file is {}, not enabled yet.",
            findings.base_url,
            platforms::for_kind(findings.platform).name,
            path.display()
        )];
        said.push(retailer::format_preview(&glance));
        said.push(format!(
            "Next: fill in the missing values of the file, then `ingest retailer check {}`.",
            findings.slug
        ));
        said.join("\n\n")
    });
    retailer::print_preview(output, &glance);
    Ok(if glance.has_offers() { Outcome::Done } else { Outcome::PartlyFailed })
}

/// Writes a file, unless it exists and may not be replaced.
fn write(path: &PathBuf, text: &str, force: bool) -> anyhow::Result<()> {
    let place = path.display();
    let mut opening = std::fs::OpenOptions::new();
    opening.write(true);
    if force {
        opening.create(true).truncate(true)
    } else {
        opening.create_new(true)
    };
    let mut file = opening.open(path).map_err(|error| match error.kind() {
        std::io::ErrorKind::AlreadyExists => {
            anyhow::anyhow!("{place} already exists: --force overwrites it, --out writes elsewhere")
        }
        _ => anyhow::anyhow!("cannot write {place}: {error}"),
    })?;
    file.write_all(text.as_bytes()).with_context(|| format!("cannot write {place}"))
}
