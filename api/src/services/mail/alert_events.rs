//! Texts about fired alerts whose price need not have dropped: a return to stock, a rise, a new retailer, a find in a listing; and
//! about lows.

use domain::{
    model::AlertKind,
    store::{notifications::FiredAlert, users::Language},
};

/// The words for one fired alert. In Arabic `item` is isolated, `name` is not.
pub(super) struct Words<'a> {
    pub language: Language,
    pub item: &'a str,
    pub name: &'a str,
    pub price: &'a str,
    /// The price when the user asked, or was last notified.
    pub before: &'a str,
}

/// Whether the alert is not about a price that drops.
pub(super) fn is_event(kind: AlertKind) -> bool {
    matches!(
        kind,
        AlertKind::BackInStock
            | AlertKind::PriceRise
            | AlertKind::NewAtShop
            | AlertKind::ListingAtOrBelow
            | AlertKind::ListingNewMatch
    )
}

/// Whether the alert compares with the lowest price of some days.
pub(super) fn is_about_low(kind: AlertKind) -> bool {
    low_days(kind).is_some() || matches!(kind, AlertKind::NewLowEver | AlertKind::NearLow)
}

/// Returns the days of which the price is the lowest, for an alert on a new low.
fn low_days(kind: AlertKind) -> Option<u16> {
    match kind {
        AlertKind::NewLow30 => Some(30),
        AlertKind::NewLow90 => Some(90),
        AlertKind::NewLow365 => Some(365),
        _ => None,
    }
}

impl Words<'_> {
    /// Returns the subject of a mail about one alert, and the sentence that says the price; `None` for an alert on a drop.
    pub(super) fn subject_and_sentence(&self, kind: AlertKind) -> Option<(String, String)> {
        if let Some(days) = low_days(kind) {
            return Some(self.new_low(days));
        }
        match self.language {
            Language::En => self.english(kind),
            Language::Ar => self.arabic(kind),
        }
    }

    fn new_low(&self, days: u16) -> (String, String) {
        let Self { item, name, price, .. } = self;
        match self.language {
            Language::En => (
                format!("Lowest price in {days} days: {name}, now {price}"),
                format!("{item} is at {price} now, its lowest price in {days} days."),
            ),
            Language::Ar => (
                format!("أقل سعر من {days} يوم: {item} الحين {price}"),
                format!("سعر {item} الحين {price}، وهذا أقل سعر له من {days} يوم."),
            ),
        }
    }

    fn english(&self, kind: AlertKind) -> Option<(String, String)> {
        let Self { item, name, price, before, .. } = self;
        Some(match kind {
            AlertKind::BackInStock => {
                (format!("Back in stock: {name}, {price}"), format!("{item} is in stock again, at {price}."))
            }
            AlertKind::NewLowEver => (
                format!("Lowest price ever: {name}, now {price}"),
                format!("{item} is at {price} now, the lowest price we have ever seen for it."),
            ),
            AlertKind::NearLow => (
                format!("Near its lowest price: {name}, now {price}"),
                format!("{item} is at {price} now, near its lowest price in 365 days."),
            ),
            AlertKind::PriceRise => (
                format!("Price rise: {name}, now {price}"),
                format!("{item} costs {price} now at the cheapest shop. It was {before}."),
            ),
            AlertKind::NewAtShop => (
                format!("At another shop: {name}, {price}"),
                format!("A shop that did not list {item} before lists it now, at {price}."),
            ),
            _ => return None,
        })
    }

    fn arabic(&self, kind: AlertKind) -> Option<(String, String)> {
        let Self { item, price, before, .. } = self;
        Some(match kind {
            AlertKind::BackInStock => {
                (format!("رجع متوفر: {item} بـ{price}"), format!("{item} رجع متوفر، وسعره {price}."))
            }
            AlertKind::NewLowEver => (
                format!("أقل سعر على الإطلاق: {item} الحين {price}"),
                format!("سعر {item} الحين {price}، وهذا أقل سعر شفناه له."),
            ),
            AlertKind::NearLow => (
                format!("قريب من أقل سعر: {item} الحين {price}"),
                format!("سعر {item} الحين {price}، قريب من أقل سعر له من 365 يوم."),
            ),
            AlertKind::PriceRise => (
                format!("ارتفع السعر: {item} الحين {price}"),
                format!("سعر {item} عند أرخص محل الحين {price} بعد {before}."),
            ),
            AlertKind::NewAtShop => (
                format!("توفر في محل جديد: {item} بـ{price}"),
                format!("محل ما كان يعرض {item} صار يعرضه الحين، بـ{price}."),
            ),
            _ => return None,
        })
    }

    /// Returns the line about one of several alerts; `None` for an alert on a drop.
    pub(super) fn line(&self, kind: AlertKind) -> Option<String> {
        let Self { item, price, before, .. } = self;
        Some(match (self.language, kind) {
            (Language::En, AlertKind::BackInStock) => format!("{item}: {price}, back in stock"),
            (Language::Ar, AlertKind::BackInStock) => format!("{item}: {price}، رجع متوفر"),
            (Language::En, AlertKind::PriceRise) => format!("{item}: {price}, up from {before}"),
            (Language::Ar, AlertKind::PriceRise) => format!("{item}: {price}، ارتفع من {before}"),
            (Language::En, AlertKind::NewAtShop) => format!("{item}: {price}, at another shop"),
            (Language::Ar, AlertKind::NewAtShop) => format!("{item}: {price}، في محل جديد"),
            _ => return None,
        })
    }
}

/// Returns the sentence that says that an alert stays on and of what it tells next; `None` for an alert that is over, and for
/// one that tells of lower prices.
pub(super) fn next_event_note(language: Language, fired: &FiredAlert) -> Option<&'static str> {
    if !fired.repeats {
        return None;
    }
    Some(match (language, fired.kind) {
        (Language::En, AlertKind::BackInStock) => {
            "This alert stays on: you will hear of it when it sells out and comes back, at most once a day."
        }
        (Language::Ar, AlertKind::BackInStock) => {
            "هالتنبيه مستمر، ونراسلك إذا خلص ورجع مرة ثانية، مرة باليوم كحد أقصى."
        }
        (Language::En, AlertKind::PriceRise) => {
            "This price alert stays on: you will hear of it when the price rises as much again, at most once a day."
        }
        (Language::Ar, AlertKind::PriceRise) => {
            "هالتنبيه مستمر، ونراسلك إذا ارتفع السعر مرة ثانية بنفس النسبة، مرة باليوم كحد أقصى."
        }
        (Language::En, AlertKind::NewAtShop) => {
            "This alert stays on: you will hear of the next new shop, at most once a day."
        }
        (Language::Ar, AlertKind::NewAtShop) => {
            "هالتنبيه مستمر، ونراسلك إذا صار عند محل جديد ثاني، مرة باليوم كحد أقصى."
        }
        _ => return None,
    })
}
