//! Text of the mail that puts the alerts of a day or week together.

use domain::{
    model::AlertKind,
    store::{notifications::FiredAlert, users::Language},
};

use super::{
    MailMessage,
    alerts::{self, AlertLine},
};

/// Writes the mail about alerts that fired some time ago, each with what its history says and a link to its page.
pub(super) fn write_digest(
    language: Language,
    name: &str,
    fired: Vec<AlertLine<'_>>,
    settings: String,
) -> MailMessage {
    let count = fired.len();
    let note = alerts::unsubscribe_note(language, &settings);
    let lines = alerts::write_lines(language, fired);
    let (subject, hello, intro, button) = match language {
        Language::En => (
            format!("Your price alerts: {count} new"),
            format!("Hello {name},"),
            "These price alerts fired since your last summary. Prices and stock may have changed in the meantime:",
            "My price alerts",
        ),
        Language::Ar => (
            format!("ملخص تنبيهات الأسعار ({count})"),
            format!("هلا {name}،"),
            "هذي التنبيهات اللي وصلت من بعد آخر ملخص. يمكن الأسعار والتوفر تغيّروا من وقتها:",
            "تنبيهات الأسعار",
        ),
    };
    MailMessage {
        subject,
        paragraphs: vec![hello, intro.into()],
        lines,
        button: Some((button.into(), settings)),
        notes: vec![note],
    }
}

/// Makes one of the alerts on any drop of a product that fired repeatedly: from the price before the first drop to the
/// price after the last one. The cheapest comes first.
pub(super) fn merge_repeated_drops(mut fired: Vec<FiredAlert>) -> Vec<FiredAlert> {
    fired.sort_by_key(|alert| alert.fired_at);
    let mut merged: Vec<FiredAlert> = Vec::with_capacity(fired.len());
    for alert in fired {
        let is_repeated = |other: &&mut FiredAlert| {
            alert.kind == AlertKind::AnyDrop
                && other.kind == AlertKind::AnyDrop
                && other.product_id == alert.product_id
        };
        match merged.iter_mut().find(is_repeated) {
            Some(other) => *other = FiredAlert { price_before: other.price_before, ..alert },
            None => merged.push(alert),
        }
    }
    merged.sort_by_key(|alert| alert.price);
    merged
}

#[cfg(test)]
mod tests {
    use domain::model::{Fils, ProductId};
    use time::{Duration, OffsetDateTime};
    use uuid::Uuid;

    use super::*;

    fn fired(product_id: ProductId, kind: AlertKind, minute: i64, before: i64, price: i64) -> FiredAlert {
        FiredAlert {
            id: Uuid::new_v4(),
            product_id: Some(product_id),
            build_id: None,
            budget: None,
            listing: None,
            name: "Core".into(),
            name_ar: None,
            picture: None,
            share_token: None,
            kind,
            price: Fils(price),
            price_before: Fils(before),
            fired_at: OffsetDateTime::UNIX_EPOCH + Duration::minutes(minute),
            read_at: None,
            repeats: false,
        }
    }

    #[test]
    fn repeated_drops_are_one_line_whatever_their_order() {
        let [core, ryzen] = [ProductId::random(), ProductId::random()];
        let drops = [(1, 100, 90), (2, 90, 80), (3, 80, 70)];
        for order in [[0, 1, 2], [2, 1, 0], [0, 2, 1], [1, 2, 0], [2, 0, 1], [1, 0, 2]] {
            let mut alerts: Vec<FiredAlert> = order
                .into_iter()
                .map(|index| drops[index])
                .map(|(minute, before, price)| fired(core, AlertKind::AnyDrop, minute, before, price))
                .collect();
            alerts.push(fired(ryzen, AlertKind::AnyDrop, 1, 50, 40));
            alerts.push(fired(core, AlertKind::TargetPrice, 2, 100, 80));
            let merged = merge_repeated_drops(alerts);
            let prices: Vec<_> = merged.iter().map(|one| (one.price_before, one.price)).collect();
            let expected =
                [(50, 40), (100, 70), (100, 80)].map(|(before, price)| (Fils(before), Fils(price)));
            assert_eq!(prices, expected, "{order:?}");
        }
    }
}
