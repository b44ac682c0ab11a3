//! Comparison of each retailer's prices with those of the others.

use std::{
    cmp::Ordering,
    collections::{BTreeMap, HashMap, HashSet},
};

use super::class_prices::StatedPrice;
use crate::{
    config::PriceScreen,
    model::{PriceClass, ProductId, RetailerId, ScaleEvidence},
};

/// How a retailer's prices compare with those of the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Scale {
    pub(super) evidence: ScaleEvidence,
    /// Whether at least two other retailers say so. With one, nothing says which of the two was misread.
    pub(super) is_confirmed: bool,
}

/// A ratio of two prices, compared without rounding.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ratio {
    numerator: i64,
    denominator: i64,
}

impl Ratio {
    pub(super) fn new(numerator: i64, denominator: i64) -> Self {
        Self { numerator: numerator.max(1), denominator: denominator.max(1) }
    }

    /// Returns the ratio or its inverse, whichever is not below 1.
    pub(super) fn at_least_one(self) -> Self {
        let Self { numerator, denominator } = self;
        Self { numerator: numerator.max(denominator), denominator: numerator.min(denominator) }
    }

    /// Whether the ratio is at least `times` times the other one.
    pub(super) fn is_at_least(self, times: i64, other: Ratio) -> bool {
        let product = |left: i64, right: i64| i128::from(left) * i128::from(right);
        product(self.numerator, other.denominator)
            >= product(self.denominator, other.numerator).saturating_mul(times.into())
    }

    /// Whether the ratio is at least this factor, or at most its inverse.
    fn is_extreme(self, factor: i64) -> bool {
        self.at_least_one().is_at_least(factor.max(2), Ratio::new(1, 1))
    }

    fn permille(self) -> i64 {
        let permille = i128::from(self.numerator) * 1000 / i128::from(self.denominator);
        i64::try_from(permille).unwrap_or(i64::MAX)
    }

    fn compare(&self, other: &Self) -> Ordering {
        let left = i128::from(self.numerator) * i128::from(other.denominator);
        left.cmp(&(i128::from(other.numerator) * i128::from(self.denominator)))
    }
}

/// Subject of prices: a product, or a narrow class.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Comparable<'a> {
    Product(ProductId),
    Class(&'a str),
}

/// Returns the retailers whose prices are far off the scale of the others: the median over their products and classes, each
/// by the other retailers' price of the same product or else of the same class, is extreme. Many prices of one class count
/// once, since a single wrong price of another retailer may be all that they are compared with.
pub(super) fn compare_retailers(limits: &PriceScreen, prices: &[StatedPrice]) -> HashMap<RetailerId, Scale> {
    let evidence: Vec<&StatedPrice> = prices.iter().filter(|stated| stated.is_evidence).collect();
    let medians = medians_by_retailer(&evidence);
    let mut seen: HashSet<(RetailerId, Comparable<'_>)> = HashSet::new();
    // By retailer: ratios to several other retailers, and ratios to one.
    let mut ratios: BTreeMap<RetailerId, [Vec<Ratio>; 2]> = BTreeMap::new();
    for stated in evidence {
        let compared = comparables(stated).find_map(|comparable| {
            let group = medians.get(&comparable).filter(|group| group.len() > 1)?;
            Some((comparable, group))
        });
        let Some((comparable, group)) = compared else { continue };
        if !seen.insert((stated.retailer, comparable)) {
            continue;
        }
        let (own, others): (Vec<_>, Vec<_>) =
            group.iter().partition(|(retailer, _)| *retailer == stated.retailer);
        let Some((_, own)) = own.first() else { continue };
        let others: Vec<i64> = others.into_iter().map(|(_, median)| median).collect();
        let Some((ratio, others)) = ratio_to_median(*own, others) else { continue };
        let [of_several, of_one] = ratios.entry(stated.retailer).or_default();
        if others > 1 { of_several.push(ratio) } else { of_one.push(ratio) }
    }
    let judge = |(retailer, [of_several, of_one]): (RetailerId, [Vec<Ratio>; 2])| {
        let scale = find_extreme(limits, of_several, true).or_else(|| find_extreme(limits, of_one, false))?;
        Some((retailer, scale))
    };
    ratios.into_iter().filter_map(judge).collect()
}

fn comparables(stated: &StatedPrice) -> impl Iterator<Item = Comparable<'_>> {
    let class = stated.class.as_ref().and_then(PriceClass::narrow_level).map(Comparable::Class);
    stated.product.map(Comparable::Product).into_iter().chain(class)
}

/// Returns the median price of each retailer for each product and class.
fn medians_by_retailer<'a>(prices: &[&'a StatedPrice]) -> HashMap<Comparable<'a>, Vec<(RetailerId, i64)>> {
    let mut groups: HashMap<Comparable<'_>, Vec<(RetailerId, i64)>> = HashMap::new();
    for stated in prices {
        for comparable in comparables(stated) {
            groups.entry(comparable).or_default().push((stated.retailer, stated.price.0));
        }
    }
    for group in groups.values_mut() {
        group.sort_unstable();
        let of_retailers = group.chunk_by(|(one, _), (other, _)| one == other);
        *group = of_retailers.filter_map(|prices| prices.get((prices.len() - 1) / 2).copied()).collect();
    }
    groups
}

/// Returns the ratio of a price to the median of the other retailers' prices, and their number. Of the two middle ones of an
/// even number, the nearer one counts: a price is only off the scale that is far from both.
fn ratio_to_median(price: i64, mut others: Vec<i64>) -> Option<(Ratio, usize)> {
    others.sort_unstable();
    let middle = [others.len().checked_sub(1)? / 2, others.len() / 2];
    let ratios = middle.map(|place| others.get(place).map(|other| Ratio::new(price, *other)));
    let nearest = ratios
        .into_iter()
        .flatten()
        .min_by(|left, right| left.at_least_one().compare(&right.at_least_one()))?;
    Some((nearest, others.len()))
}

fn find_extreme(limits: &PriceScreen, mut ratios: Vec<Ratio>, is_confirmed: bool) -> Option<Scale> {
    let compared = i64::try_from(ratios.len()).ok().filter(|count| *count >= limits.class_least_prices)?;
    ratios.sort_unstable_by(Ratio::compare);
    let median = ratios.get(ratios.len().checked_sub(1)? / 2)?;
    let evidence = ScaleEvidence { compared, times_permille: median.permille() };
    median.is_extreme(limits.scale_factor).then_some(Scale { evidence, is_confirmed })
}
