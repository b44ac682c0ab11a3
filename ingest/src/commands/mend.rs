use std::fmt::Write as _;

use anyhow::Context;
use domain::{
    config::Config,
    model::{OfferDraft, Slug, Stock},
    store::{
        canaries::{self, Canary},
        retailers,
    },
};
use serde::Serialize;
use time::OffsetDateTime;

use super::{context::fetch_settings, outcome::Outcome, retailer::read_offers};
use crate::{
    crawl::{ParsedDraft, parse_draft},
    database,
    detect::{Mend, propose},
    fetch::RetailerClient,
    output::{self, Output},
    platforms::{self, RetailerSite},
    progress::Progress,
    retailer_file::{RetailerFile, find_file, read_file, read_text, replace},
};

/// Number of offers of a retailer without product pages that are read to meet its canaries.
const LISTED: usize = 2_000;

/// A canary, as it was, and as both files read it now.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Comparison {
    id: String,
    title: String,
    known: String,
    before: String,
    after: Option<String>,
}

/// JSON output of the command.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Answer {
    retailer: Slug,
    canaries: Vec<Comparison>,
    /// How the proposal was found; absent where there is none.
    how: Option<String>,
    diff: Option<String>,
    written: bool,
    problems: Vec<String>,
}

/// Readings of canaries by a file.
type Readings = Vec<Result<OfferDraft, String>>;

/// `ingest retailer mend`
pub(super) async fn run(
    output: &Output,
    config: &Config,
    slug: &Slug,
    write: bool,
    accept: bool,
) -> anyhow::Result<Outcome> {
    let path = find_file(&config.ingest.retailers_directory, slug)?;
    let db = database::open(config).await?;
    let retailer = retailers::find_by_slug(&db, slug).await?;
    let retailer =
        retailer.with_context(|| format!("{slug} was never crawled: there is nothing to compare with"))?;
    if accept {
        let mut tx = db.begin().await?;
        canaries::forget(&mut tx, retailer.id).await?;
        tx.commit().await?;
        output.print(&serde_json::json!({ "retailer": slug, "accepted": true }), || {
            format!("{slug}: its pages are taken as they are now. Next: ingest run --retailer {slug}")
        });
        return Ok(Outcome::Done);
    }
    let known = canaries::list(&db, retailer.id).await?;
    anyhow::ensure!(
        !known.is_empty(),
        "{slug} has no canaries yet: a complete crawl chooses them. `ingest retailer detect` writes a file from nothing"
    );
    let file = read_file(&path).map_err(|problem| anyhow::anyhow!("{problem}"))?;
    let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let bar = Progress::new(output).spinner("reading");
    let before = read_canaries(output, config, &file, &known).await?;
    let (mends, problems) = propose(&fetch_settings(config), &file, &text, &known).await?;
    let best = choose(output, config, &path, mends, &known, count_read(&known, &before)).await?;
    bar.clear();
    let written = match &best {
        Some((mend, _)) if write => {
            replace(&path, &mend.text).with_context(|| format!("cannot write {}", path.display()))?;
            let mut tx = db.begin().await?;
            canaries::forget(&mut tx, retailer.id).await?;
            tx.commit().await?;
            true
        }
        _ => false,
    };
    let answer = Answer {
        retailer: slug.clone(),
        canaries: compare(&known, &before, best.as_ref().map(|(_, after)| after)),
        how: best.as_ref().map(|(mend, _)| mend.how.clone()),
        diff: best.as_ref().map(|(mend, _)| diff(&text, &mend.text)),
        written,
        problems,
    };
    output.print(&answer, || format_answer(&answer, &path.display().to_string()));
    let needs_mending = count_read(&known, &before) < known.len();
    Ok(if best.is_some() || !needs_mending { Outcome::Done } else { Outcome::PartlyFailed })
}

/// Returns the change by which most canaries can be read, where these are more than now.
async fn choose(
    output: &Output,
    config: &Config,
    path: &std::path::Path,
    mends: Vec<Mend>,
    known: &[Canary],
    now: usize,
) -> anyhow::Result<Option<(Mend, Readings)>> {
    let mut best: Option<(Mend, Readings)> = None;
    for mend in mends {
        let Ok(file) = read_text(path, &mend.text) else { continue };
        let after = read_canaries(output, config, &file, known).await?;
        let most = best.as_ref().map_or(now, |(_, readings)| count_read(known, readings));
        if count_read(known, &after) > most {
            best = Some((mend, after));
        }
    }
    Ok(best)
}

/// Counts the canaries whose price is read, and whose stock is where it was known.
fn count_read(known: &[Canary], readings: &Readings) -> usize {
    let is_read = |(canary, reading): &(&Canary, &Result<OfferDraft, String>)| {
        reading.as_ref().is_ok_and(|draft| draft.stock != Stock::Unknown || canary.stock == Stock::Unknown)
    };
    known.iter().zip(readings).filter(is_read).count()
}

/// Reads the canaries by a retailer file.
async fn read_canaries(
    output: &Output,
    config: &Config,
    file: &RetailerFile,
    known: &[Canary],
) -> anyhow::Result<Readings> {
    let adapter = platforms::for_kind(file.platform);
    if !adapter.can_fetch_single_pages() {
        let offers = read_offers(output, config, file.clone(), LISTED).await?;
        let find = |canary: &Canary| {
            let is_it = |draft: &&OfferDraft| {
                draft.external_id == canary.external_id || title_of(draft) == Some(canary.title.as_str())
            };
            offers.iter().find(is_it).cloned().ok_or_else(|| "not in the list".to_owned())
        };
        return Ok(known.iter().map(find).collect());
    }
    let client = RetailerClient::new(&fetch_settings(config), file.access())?;
    let site = RetailerSite { file: file.clone(), client, now: OffsetDateTime::now_utc(), watch: None };
    let mut readings = Vec::new();
    for canary in known {
        let Some(Ok(url)) = canary.page_url.as_deref().map(str::parse) else {
            readings.push(Err("its page is not known".to_owned()));
            continue;
        };
        readings.push(match adapter.fetch_page(&site, &url, None).await {
            Err(error) => Err(error.to_string()),
            Ok(page) => {
                let position =
                    page.offers.iter().position(|raw| raw.external_id.trim() == canary.external_id);
                let refused = page.rejected.first().map(|rejected| rejected.rejection.to_string());
                match page.offers.into_iter().nth(position.unwrap_or(0)) {
                    None => Err(refused.unwrap_or_else(|| "no product".to_owned())),
                    Some(raw) => match parse_draft(file, raw) {
                        Ok(ParsedDraft::Priced(draft)) => Ok(draft),
                        Ok(ParsedDraft::WithoutPrice(_)) => Err("sold out, without a price".to_owned()),
                        Err(rejection) => Err(rejection.to_string()),
                    },
                }
            }
        });
    }
    Ok(readings)
}

fn title_of(draft: &OfferDraft) -> Option<&str> {
    draft.title_en.as_deref().or(draft.title_ar.as_deref())
}

fn compare(known: &[Canary], before: &Readings, after: Option<&Readings>) -> Vec<Comparison> {
    let say = |reading: &Result<OfferDraft, String>| match reading {
        Ok(draft) => format!("{}, {}", draft.price, draft.stock.as_str().to_lowercase()),
        Err(why) => why.clone(),
    };
    let rows = known.iter().zip(before).enumerate().map(|(index, (canary, before))| Comparison {
        id: canary.external_id.clone(),
        title: canary.title.clone(),
        known: format!("{}, {}", canary.price, canary.stock.as_str().to_lowercase()),
        before: say(before),
        after: after.and_then(|after| after.get(index)).map(say),
    });
    rows.collect()
}

fn format_answer(answer: &Answer, path: &str) -> String {
    let slug = &answer.retailer;
    let rows = answer.canaries.iter().map(|row| {
        let title: String = row.title.chars().take(40).collect();
        let after = row.after.clone().unwrap_or_else(|| "–".to_owned());
        vec![title, row.known.clone(), row.before.clone(), after]
    });
    let table =
        output::format_table(&["canary", "as known", "by the file", "by the proposal"], 0..0, rows.collect());
    let mut said = vec![table];
    let stayed = answer.canaries.iter().all(|row| row.before == row.known);
    match (&answer.how, &answer.diff) {
        (Some(how), Some(diff)) => {
            said.push(format!("Proposal for {path}, because {how}:\n{}", diff.trim_end()));
            said.push(if answer.written {
                format!("Written. Next: ingest run --retailer {slug}")
            } else {
                format!("Nothing was written. To write it: ingest retailer mend {slug} --write")
            });
        }
        _ if stayed => said.push("Every canary is read as before: there is nothing to mend.".to_owned()),
        _ => {
            let mut why = "No change of the file was found by which more canaries can be read.".to_owned();
            for problem in &answer.problems {
                let _ = write!(why, " {problem}.");
            }
            let _ = write!(
                why,
                " Mend the file by hand, or take the pages as they are: ingest retailer mend {slug} --accept"
            );
            said.push(why);
        }
    }
    said.join("\n\n")
}

/// Returns the lines that only one of two texts has, with a line of what is around them.
fn diff(old: &str, new: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    // The length of the longest common part of what follows each pair of lines; a retailer's file is small.
    let mut common = vec![vec![0_usize; new.len() + 1]; old.len() + 1];
    for (i, one) in old.iter().enumerate().rev() {
        for (j, other) in new.iter().enumerate().rev() {
            common[i][j] =
                if one == other { common[i + 1][j + 1] + 1 } else { common[i + 1][j].max(common[i][j + 1]) };
        }
    }
    let (mut i, mut j, mut lines) = (0, 0, Vec::new());
    while i < old.len() || j < new.len() {
        if i < old.len() && j < new.len() && old[i] == new[j] {
            lines.push((' ', old[i]));
            (i, j) = (i + 1, j + 1);
        } else if i < old.len() && (j == new.len() || common[i + 1][j] >= common[i][j + 1]) {
            lines.push(('-', old[i]));
            i += 1;
        } else {
            lines.push(('+', new[j]));
            j += 1;
        }
    }
    let is_near = |index: usize| {
        lines
            .iter()
            .skip(index.saturating_sub(1))
            .take(if index == 0 { 2 } else { 3 })
            .any(|(sign, _)| *sign != ' ')
    };
    let shown = lines.iter().enumerate().filter(|(index, _)| is_near(*index));
    shown.map(|(_, (sign, line))| format!("{sign} {line}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn diff_shows_changed_lines_with_their_neighbours() {
        let (old, new) = ("a\nb\nc\nd\ne\n", "a\nb\nx\nd\ne\nf\n");
        assert_eq!(diff(old, new), "  b\n- c\n+ x\n  d\n  e\n+ f\n");
        assert_eq!(diff(old, old), "");
    }
}
