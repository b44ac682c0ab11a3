use domain::{
    config::Config,
    model::{NonPartReason, RejectReason, Slug},
    store::{
        rejections::{self, RejectedOffer, RejectionCount, RejectionFilter},
        unmatched::{self, UnmatchedCount, UnmatchedFilter, UnmatchedOffer, WaitReason},
    },
};
use serde::Serialize;

use super::{moment::format_time, offer_show, outcome::Outcome};
use crate::{
    cli::{OffersCommand, WaitingReasonName},
    database,
    output::{self, Output},
};

/// Maximum length of a title in the lists, in characters.
const SHOWN_TITLE: usize = 56;

/// `ingest offers …`
pub(super) async fn run(output: &Output, config: &Config, command: OffersCommand) -> anyhow::Result<Outcome> {
    match command {
        OffersCommand::Waiting { retailer, reason, limit } => {
            let (reason, non_part_reason) = match reason {
                Some(WaitingReasonName::Reason(reason)) => (Some(reason), None),
                Some(WaitingReasonName::NonPart(non_part_reason)) => (None, Some(non_part_reason)),
                None => (None, None),
            };
            list_unmatched(output, config, UnmatchedFilter { retailer, reason, non_part_reason }, limit).await
        }
        OffersCommand::Show { offer } => offer_show::run(output, config, &offer).await,
        OffersCommand::Rejected { retailer, reason, limit } => {
            list_rejected(
                output,
                config,
                RejectionFilter { retailer, reason, ..RejectionFilter::default() },
                limit,
            )
            .await
        }
    }
}

#[derive(Serialize)]
struct UnmatchedOffers {
    counts: Vec<UnmatchedCount>,
    offers: Vec<UnmatchedOffer>,
}

async fn list_unmatched(
    output: &Output,
    config: &Config,
    filter: UnmatchedFilter,
    limit: u32,
) -> anyhow::Result<Outcome> {
    let db = database::open(config).await?;
    let counts = unmatched::count(&db, filter.retailer.as_ref()).await?;
    let offers = unmatched::list(&db, &filter, 0, limit.into()).await?;
    let answer = UnmatchedOffers { counts, offers };
    output.print(&answer, || {
        if answer.counts.is_empty() {
            return "Every offer belongs to a product.".to_owned();
        }
        let counts = answer.counts.iter().map(|count| {
            vec![
                describe_wait_reason(count.reason, count.non_part_reason).to_owned(),
                count.offers.to_string(),
            ]
        });
        let counts = output::format_table(&["reason", "offers"], 1..2, counts.collect());
        let offers = answer.offers.iter().map(|offer| {
            let title = offer.title_en.as_deref().or(offer.title_ar.as_deref()).unwrap_or_default();
            vec![
                offer.retailer.to_string(),
                cut(title),
                offer.category.map_or("–", |category| category.as_str()).to_owned(),
                offer.manufacturer.clone().unwrap_or_else(|| "–".to_owned()),
                offer.price.to_string(),
                describe_waiting(offer),
                offer.url.clone(),
            ]
        });
        let headings = ["retailer", "title", "category", "manufacturer", "KWD", "reason", "page"];
        format!("{counts}\n\n{}", output::format_table(&headings, 4..5, offers.collect()))
    });
    Ok(Outcome::Done)
}

#[derive(Serialize)]
struct Rejections {
    counts: Vec<RejectionCount>,
    offers: Vec<RejectedOffer>,
}

async fn list_rejected(
    output: &Output,
    config: &Config,
    filter: RejectionFilter,
    limit: u32,
) -> anyhow::Result<Outcome> {
    let db = database::open(config).await?;
    let is_wanted = |slug: &Slug| filter.retailer.as_ref().is_none_or(|wanted| wanted == slug);
    let mut counts = rejections::count(&db, filter.state).await?;
    counts.retain(|count| is_wanted(&count.retailer));
    let offers = rejections::list(&db, &filter, 0, limit.into()).await?;
    let answer = Rejections { counts, offers };
    output.print(&answer, || {
        if answer.counts.is_empty() {
            return "No listing was rejected.".to_owned();
        }
        let counts = answer.counts.iter().map(|count| {
            vec![
                count.retailer.to_string(),
                describe_reject_reason(count.reason).to_owned(),
                count.offers.to_string(),
            ]
        });
        let counts = output::format_table(&["retailer", "reason", "offers"], 2..3, counts.collect());
        let offers = answer.offers.iter().map(|offer| {
            vec![
                offer.retailer.to_string(),
                cut(offer.title.as_deref().unwrap_or(&offer.external_id)),
                offer.detail.clone(),
                format_time(offer.seen_at),
                offer.url.clone().unwrap_or_else(|| "–".to_owned()),
            ]
        });
        format!(
            "{counts}\n\n{}",
            output::format_table(
                &["retailer", "listing", "reason", "last seen", "page"],
                0..0,
                offers.collect()
            )
        )
    });
    Ok(Outcome::Done)
}

fn cut(text: &str) -> String {
    text.chars().take(SHOWN_TITLE).collect()
}

/// Words the reason why an offer waits, with the category that it may have.
fn describe_waiting(offer: &UnmatchedOffer) -> String {
    let reason = describe_wait_reason(offer.reason, offer.non_part_reason);
    offer.unsure.map_or_else(|| reason.to_owned(), |guess| format!("{reason}, perhaps {}", guess.as_str()))
}

pub(super) fn describe_wait_reason(
    reason: WaitReason,
    non_part_reason: Option<NonPartReason>,
) -> &'static str {
    match (reason, non_part_reason) {
        (WaitReason::NoPart, Some(NonPartReason::Accessory)) => "not a part: an accessory",
        (WaitReason::NoPart, Some(NonPartReason::Computer)) => "not a part: a whole computer",
        (WaitReason::NoPart, Some(NonPartReason::Phone)) => "not a part: a phone",
        (WaitReason::NoPart, Some(NonPartReason::Console)) => "not a part: a console",
        (WaitReason::NoPart, Some(NonPartReason::Watch)) => "not a part: a watch",
        (WaitReason::NoPart, Some(NonPartReason::Cable)) => "not a part: a cable or an adapter",
        (WaitReason::NoPart, Some(NonPartReason::Software)) => "not a part: software",
        (WaitReason::NoPart, Some(NonPartReason::Network)) => "not a part: a network device",
        (WaitReason::NoPart, Some(NonPartReason::Service)) => "not a part: a service",
        (WaitReason::NoPart, _) => "not a part",
        (WaitReason::CategoryUnknown, _) => "its category is unknown",
        (WaitReason::CategoryUnsure, _) => "its category is not certain",
        (WaitReason::ManufacturerUnknown, _) => "its manufacturer is unknown",
        (WaitReason::Question, _) => "an uncertain match, to be decided by an administrator",
        (WaitReason::NotCompared, _) => "not compared yet",
        (WaitReason::TooLittle, _) => "its title has too little information",
    }
}

fn describe_reject_reason(reason: RejectReason) -> &'static str {
    match reason {
        RejectReason::Unreadable => "not in the format of its platform",
        RejectReason::NoProduct => "no product on the page",
        RejectReason::Incomplete => "its id, title or address is missing",
        RejectReason::NotNew => "not sold new",
        RejectReason::PartPayment => "a deposit or an instalment, not the whole price",
        RejectReason::Price => "its price is unreadable",
        RejectReason::SeveralPrices => "several prices",
        RejectReason::Currency => "another currency",
        RejectReason::SoldOut => "sold out, never seen with a price",
    }
}
