use domain::config::Config;
use serde::Serialize;
use utoipa::ToSchema;

use crate::services::{bot_check::BotCheck, texts::Texts};

/// What the pages about the site say of this installation, from the configuration.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SiteFacts {
    /// Who runs the site; null: not stated.
    pub operator: Option<String>,
    /// How to reach the operator; null: not stated.
    pub contact: Option<SiteContact>,
    /// Name by which the program that reads retailers' sites introduces itself.
    pub reader: String,
    /// Service of another company that tells people from robots at sign-up; null: the site's own check.
    pub bot_service: Option<String>,
    /// Days after which counted searches are deleted; null: no searches are counted.
    pub searches_days: Option<u16>,
    /// Days after which counts of interest in products are deleted.
    pub interest_days: u16,
    /// Days after which counts of those who left for a retailer are deleted.
    pub click_outs_days: u16,
    /// Days without a reader after which a guest's build is deleted.
    pub guest_builds_days: u16,
    /// Days after which a proposed swap is deleted.
    pub build_suggestions_days: u16,
    /// Days after which an offer that was not read is no longer in stock.
    pub in_stock_days: u16,
    /// Days after which a month's price points are thinned to its changes.
    pub thin_after_days: u16,
    /// A price that moved by more than this many percent is held.
    pub move_percent: i64,
}

/// A way to reach the operator.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SiteContact {
    /// The address as a reader sees it.
    pub address: String,
    /// The link to it.
    pub url: String,
}

impl SiteFacts {
    /// Reads the facts from the configuration.
    pub fn new(config: &Config) -> Self {
        let operator = config.site.operator.trim();
        let has_bot_service = BotCheck::new(&config.bot_check).foreign_origin().is_some();
        Self {
            operator: (!operator.is_empty()).then(|| operator.to_owned()),
            contact: config.site.contact.as_deref().map(SiteContact::new),
            reader: config.ingest.user_agent.clone(),
            bot_service: has_bot_service.then(|| "Cloudflare Turnstile".to_owned()),
            searches_days: config.search.log.then_some(config.expiry.searches_days),
            interest_days: config.expiry.interest_days,
            click_outs_days: config.expiry.click_outs_days,
            guest_builds_days: config.expiry.guest_builds_days,
            build_suggestions_days: config.expiry.build_suggestions_days,
            in_stock_days: config.offers.in_stock_days.get(),
            thin_after_days: config.history.thin_after_days,
            move_percent: config.price_screen.last_price_move_percent,
        }
    }

    /// Returns the values that the pages' texts name. A value that this installation does not have is missing. The same
    /// as `valuesOf` in `web/src/features/info/InfoPage.tsx`.
    pub fn values(&self, texts: Texts) -> Vec<(&'static str, String)> {
        let days = |number: u16| Some(texts.count("infoPages.days", number.into()));
        let values = [
            ("operator", self.operator.clone()),
            ("contact", self.contact.as_ref().map(|contact| contact.address.clone())),
            ("reader", Some(self.reader.clone())),
            ("botService", self.bot_service.clone()),
            ("searchesDays", self.searches_days.and_then(days)),
            ("interestDays", days(self.interest_days)),
            ("clickOutsDays", days(self.click_outs_days)),
            ("guestBuildsDays", days(self.guest_builds_days)),
            ("buildSuggestionsDays", days(self.build_suggestions_days)),
            ("inStockDays", days(self.in_stock_days)),
            ("thinAfterDays", days(self.thin_after_days)),
            ("movePercent", Some(self.move_percent.to_string())),
        ];
        values.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
    }
}

impl SiteContact {
    fn new(address: &str) -> Self {
        let url = match address.starts_with("https://") {
            true => address.to_owned(),
            false => format!("mailto:{address}"),
        };
        Self { address: address.to_owned(), url }
    }
}
