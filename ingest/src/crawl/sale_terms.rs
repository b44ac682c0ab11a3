//! Reads what the places of a listing say of its sale, and refuses goods that are not new and amounts that are not the
//! whole price.

use domain::model::{RejectReason, Stock};

use crate::{
    normalise::{SaleTerms, condition},
    raw_offer::{RawOffer, RawPrice, Rejection},
};

/// Refuses a text of a price that names a part of it: `12.500 KD / month`.
///
/// # Errors
/// `PART_PAYMENT`.
pub(super) fn check_price_text(price: &RawPrice) -> Result<(), Rejection> {
    let RawPrice::Text(text) = price else { return Ok(()) };
    let stated = SaleTerms { part_payment: condition::of_price_text(text), ..SaleTerms::default() };
    accept(stated, || format!("its price {text:?}")).map(|_| ())
}

/// Returns what a listing says of its sale: its titles, which hold its option, then its categories, types, tags and brand
/// field, and the beginning of its description.
///
/// # Errors
/// `NOT_NEW` or `PART_PAYMENT`, with the place that says so.
pub(super) fn read(title: SaleTerms, raw: &RawOffer) -> Result<SaleTerms, Rejection> {
    let mut terms = accept(title, || "its title".to_owned())?;
    for category in &raw.categories {
        let place = if category.tag { "tag" } else { "category" };
        for name in &category.path {
            terms = terms.or(accept(condition::of_label(name), || format!("its {place} {name:?}"))?);
        }
    }
    if let Some(brand) = &raw.stated_brand {
        terms = terms.or(accept(condition::of_label(brand), || format!("its brand field {brand:?}"))?);
    }
    if let Some(description) = &raw.description {
        let stated = condition::of_description(description);
        terms = terms.or(accept(stated, || "its description".to_owned())?);
    }
    Ok(terms)
}

/// Whether a brand field holds words about the sale in the place of a brand.
pub(super) fn is_stated_by(brand: &str) -> bool {
    condition::of_label(brand) != SaleTerms::default()
}

fn accept(stated: SaleTerms, place: impl Fn() -> String) -> Result<SaleTerms, Rejection> {
    if let Some(condition) = stated.condition.not_new() {
        let detail = format!("{} says that it is {condition}", place());
        return Err(Rejection::new(RejectReason::NotNew, detail));
    }
    if let Some(payment) = stated.part_payment {
        let detail =
            format!("price: {} says that it is {}, not the whole price", place(), payment.describe());
        return Err(Rejection::new(RejectReason::PartPayment, detail));
    }
    Ok(stated)
}

impl SaleTerms {
    /// Returns the stock of an offer with these terms. Words never make goods available: what is sold out stays so.
    pub(super) fn restrict(self, stock: Stock) -> Stock {
        match stock {
            Stock::Out => Stock::Out,
            _ if self.pre_order => Stock::PreOrder,
            _ if self.not_now => Stock::Out,
            stated => stated,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::raw_offer::RetailerCategory;

    fn read_raw(raw: RawOffer) -> Result<SaleTerms, RejectReason> {
        read(SaleTerms::default(), &raw).map_err(|rejection| rejection.reason)
    }

    fn category(name: &str, tag: bool) -> RetailerCategory {
        RetailerCategory { tag, ..RetailerCategory::from_text(name) }
    }

    #[test]
    fn goods_that_are_not_new_are_refused_wherever_it_is_stated() {
        for (raw, expected) in [
            (
                RawOffer { categories: vec![category("Open Box", false)], ..RawOffer::default() },
                Err(RejectReason::NotNew),
            ),
            (
                RawOffer { categories: vec![category("Deals > Ex-Display", false)], ..RawOffer::default() },
                Err(RejectReason::NotNew),
            ),
            (
                RawOffer { categories: vec![category("renewed", true)], ..RawOffer::default() },
                Err(RejectReason::NotNew),
            ),
            (
                RawOffer { stated_brand: Some("B-Stock".to_owned()), ..RawOffer::default() },
                Err(RejectReason::NotNew),
            ),
            (
                RawOffer { description: Some("Used card, tested.".to_owned()), ..RawOffer::default() },
                Err(RejectReason::NotNew),
            ),
            (
                RawOffer { categories: vec![category("deposit", true)], ..RawOffer::default() },
                Err(RejectReason::PartPayment),
            ),
            (RawOffer { categories: vec![category("New & Used", false)], ..RawOffer::default() }, Ok(())),
            (
                RawOffer {
                    description: Some("No refurbished goods are sold here.".to_owned()),
                    ..RawOffer::default()
                },
                Ok(()),
            ),
        ] {
            assert_eq!(read_raw(raw.clone()).map(|_| ()), expected, "{raw:?}");
        }
    }

    #[test]
    fn monthly_amount_is_no_price() {
        let check = |text: &str| check_price_text(&RawPrice::Text(text.to_owned())).map_err(|one| one.reason);
        assert_eq!(check("14.750 KD/month"), Err(RejectReason::PartPayment));
        assert_eq!(check("14.750 KD"), Ok(()));
    }

    #[test]
    fn pre_orders_are_never_in_stock() {
        let tagged = RawOffer { categories: vec![category("preorder", true)], ..RawOffer::default() };
        let terms = read_raw(tagged).expect("a pre-order is no reason to refuse");
        for (stated, expected) in [
            (Stock::In, Stock::PreOrder),
            (Stock::Unknown, Stock::PreOrder),
            (Stock::PreOrder, Stock::PreOrder),
            (Stock::Out, Stock::Out),
        ] {
            assert_eq!(terms.restrict(stated), expected, "{stated:?}");
        }
        let announced = SaleTerms { not_now: true, ..SaleTerms::default() };
        assert_eq!(announced.restrict(Stock::In), Stock::Out);
        assert_eq!(SaleTerms::default().restrict(Stock::In), Stock::In);
    }
}
