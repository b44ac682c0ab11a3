//! Converts the solver's answers to wire types.

use std::collections::{BTreeMap, BTreeSet};

use domain::{
    budget::{
        self, BudgetAnswer, BudgetBuild, BudgetRequest, BudgetTooLow, BuildKind, Catalogue, NextStep, Proof,
        ProposedBuild, Swap,
    },
    compat::{self, Build, Outcome, ParsedPart},
    model::{Fils, ProductId},
};

use super::{
    answer::{
        BetterBuild, BudgetBuilds, BudgetDelivery, BudgetPart, BudgetProduct, BudgetRetailer, BuildOption,
        LeastBuild, NoBuildReason, PartShare, PartSwap, PricedBudgetBuild, UnspentBudget,
    },
    estimates::estimate,
};
use crate::{
    routes::compatibility::{
        RuleName,
        words::{self, Sentence},
    },
    services::budget_catalogue::CatalogueSnapshot,
    wire::kwd::{CURRENCY, Kwd},
};

/// Utility of a build or a difference of two, as points of an index of 100.
pub fn index_points(utility: i64) -> f64 {
    utility as f64 / 1_000.0
}

impl BudgetBuilds {
    /// The answer to a request over a snapshot of the catalogue.
    pub fn from_answer(request: &BudgetRequest, answer: BudgetAnswer, snapshot: &CatalogueSnapshot) -> Self {
        let converter = AnswerConverter { request, snapshot };
        let (mut builds, mut next_step, mut least) = (Vec::new(), None, None);
        let (mut unspent, mut soundness) = (None, None);
        match answer {
            BudgetAnswer::Builds {
                builds: found,
                next_step: found_next,
                unspent: left,
                soundness: stage,
                ..
            } => {
                unspent = left.map(|left| UnspentBudget { amount: Kwd(left.amount), reason: left.reason });
                soundness = Some(stage);
                builds.extend(found.into_iter().map(|build| converter.convert_option(build)));
                next_step = found_next.map(|step| converter.convert_next_step(step));
            }
            BudgetAnswer::BudgetTooLow(found) => least = Some(converter.convert_budget_too_low(found)),
        }
        let mut answer = Self {
            currency: CURRENCY,
            budget: Kwd(request.budget),
            use_key: request.use_key,
            builds,
            next_step,
            unspent,
            soundness,
            least,
            no_build: None,
            products: Vec::new(),
            retailers: Vec::new(),
        };
        let named = answer.named_products();
        answer.products = converter.list_products(&named);
        answer.retailers = converter.list_retailers(answer.all_builds());
        answer
    }

    /// The answer where nothing in stock makes a build, or where the search ended early (`is_final` is false).
    pub fn without_build(request: &BudgetRequest, reason: Sentence, is_final: bool) -> Self {
        Self {
            currency: CURRENCY,
            budget: Kwd(request.budget),
            use_key: request.use_key,
            builds: Vec::new(),
            next_step: None,
            unspent: None,
            soundness: None,
            least: None,
            no_build: Some(NoBuildReason { text: reason.en, text_ar: reason.ar, is_final }),
            products: Vec::new(),
            retailers: Vec::new(),
        }
    }

    /// All builds of the answer.
    fn all_builds(&self) -> impl Iterator<Item = &PricedBudgetBuild> {
        let options = self.builds.iter().map(|option| &option.build);
        let next = self.next_step.iter().map(|step| &step.build);
        options.chain(next).chain(self.least.iter().map(|least| &least.build))
    }

    fn named_products(&self) -> BTreeSet<ProductId> {
        let parts = self.all_builds().flat_map(|build| &build.parts).map(|part| part.product_id);
        let swaps = self.builds.iter().flat_map(|option| &option.swaps).map(|swap| swap.to);
        parts.chain(swaps).collect()
    }
}

/// Converts the builds of one answer: the request and the snapshot that the answer was found for.
pub(super) struct AnswerConverter<'a> {
    pub(super) request: &'a BudgetRequest,
    pub(super) snapshot: &'a CatalogueSnapshot,
}

impl AnswerConverter<'_> {
    fn catalogue(&self) -> &Catalogue {
        &self.snapshot.catalogue
    }

    fn convert_option(&self, proposed: ProposedBuild) -> BuildOption {
        let gap = match (proposed.kind, proposed.proof) {
            // No build has more points. Under `PointsOptimal` a cheaper build may have as many, so `optimal` is false.
            (BuildKind::GoodEnough, _) | (_, Proof::Optimal | Proof::PointsOptimal) => None,
            (_, Proof::BoundedBy(max_points)) => {
                Some(index_points((max_points - proposed.build.utility).max(0)))
            }
        };
        let largest = proposed.largest_share;
        BuildOption {
            kind: proposed.kind,
            optimal: proposed.proof == Proof::Optimal,
            gap,
            largest_share: largest
                .map(|share| PartShare { product_id: share.product_id, percent: share.percent }),
            swaps: proposed.swaps.iter().map(PartSwap::from_swap).collect(),
            build: self.convert_build(&proposed.build),
        }
    }

    fn convert_next_step(&self, step: NextStep) -> BetterBuild {
        BetterBuild { extra: Kwd(step.extra), build: self.convert_build(&step.build), changed: step.changed }
    }

    fn convert_budget_too_low(&self, low: BudgetTooLow) -> LeastBuild {
        LeastBuild {
            missing: Kwd(low.missing),
            build: self.convert_build(&low.cheapest),
            optimal: low.proof == Proof::Optimal,
        }
    }

    pub(super) fn list_products(&self, ids: &BTreeSet<ProductId>) -> Vec<BudgetProduct> {
        ids.iter().filter_map(|id| self.product(*id)).collect()
    }

    /// The retailers that deliver some builds, in the catalogue's order.
    pub(super) fn list_retailers<'b>(
        &self,
        builds: impl Iterator<Item = &'b PricedBudgetBuild>,
    ) -> Vec<BudgetRetailer> {
        let slugs: BTreeSet<&str> =
            builds.flat_map(|build| &build.deliveries).map(|delivery| delivery.retailer.as_str()).collect();
        let retailers =
            self.snapshot.retailers.iter().filter(|retailer| slugs.contains(retailer.slug.as_str()));
        let named = retailers.map(|retailer| BudgetRetailer {
            slug: retailer.slug.as_str().to_owned(),
            name: retailer.name.clone(),
            name_ar: retailer.name_ar.clone(),
        });
        named.collect()
    }

    pub(super) fn convert_build(&self, build: &BudgetBuild) -> PricedBudgetBuild {
        let deliveries: Vec<BudgetDelivery> =
            build.deliveries.iter().filter_map(|delivery| self.convert_delivery(delivery)).collect();
        let sum = |amounts: &mut dyn Iterator<Item = Kwd>| {
            Kwd(amounts.fold(Fils::ZERO, |sum, Kwd(amount)| sum.saturating_add(amount)))
        };
        PricedBudgetBuild {
            parts: build.parts.iter().map(|part| self.convert_part(part)).collect(),
            parts_total: sum(&mut deliveries.iter().map(|delivery| delivery.parts_total)),
            delivery_total: sum(&mut deliveries.iter().filter_map(|delivery| delivery.fee)),
            delivery_known: deliveries.iter().all(|delivery| delivery.fee.is_some()),
            deliveries,
            total: Kwd(build.total),
            index: index_points(build.utility),
            estimates: estimate(self.catalogue(), build, self.request.use_key),
            unchecked: self.unchecked(build),
        }
    }

    /// Each rule once, however many parts it could not be checked for.
    fn unchecked(&self, build: &BudgetBuild) -> Vec<RuleName> {
        let part = |part: &budget::BuildPart| {
            let parsed = self.catalogue().get(part.product_id)?.parsed.clone();
            Some(ParsedPart { quantity: part.quantity, ..parsed })
        };
        let parts = build.parts.iter().filter_map(part);
        let report = compat::check(&parts.fold(Build::default(), |build, part| build.with(part)));
        let unknown = report.checks.iter().filter(|check| check.outcome == Outcome::Unknown);
        let by_code: BTreeMap<&'static str, Sentence> =
            unknown.map(|check| (check.code.as_str(), words::rule_name(check))).collect();
        let name =
            |(code, name): (&'static str, Sentence)| RuleName { code, name: name.en, name_ar: name.ar };
        by_code.into_iter().map(name).collect()
    }

    fn convert_part(&self, part: &budget::BuildPart) -> BudgetPart {
        BudgetPart {
            product_id: part.product_id,
            category: part.category,
            quantity: part.quantity,
            owned: part.owned,
            retailer: part.retailer.and_then(|retailer| self.slug(retailer)),
            price: Kwd(part.price),
        }
    }

    /// The fee by the retailer's own rule, also where the budget does not pay for it.
    fn convert_delivery(&self, delivery: &budget::Delivery) -> Option<BudgetDelivery> {
        let rule = self.catalogue().retailers().get(delivery.retailer)?.shipping;
        Some(BudgetDelivery {
            retailer: self.slug(delivery.retailer)?,
            parts_total: Kwd(delivery.parts),
            fee: rule.fee(delivery.parts).map(Kwd),
        })
    }

    fn slug(&self, retailer: usize) -> Option<String> {
        self.snapshot.retailers.get(retailer).map(|retailer| retailer.slug.as_str().to_owned())
    }

    fn product(&self, id: ProductId) -> Option<BudgetProduct> {
        let part = self.catalogue().get(id)?;
        Some(BudgetProduct {
            id,
            name: part.parsed.name.clone(),
            category: part.parsed.category,
            picture: self.snapshot.pictures.get(&id).cloned(),
        })
    }
}

impl PartSwap {
    fn from_swap(swap: &Swap) -> Self {
        Self {
            from: swap.out,
            to: swap.into,
            price_change: Kwd(swap.price_change),
            index_change: index_points(swap.utility_change),
        }
    }
}
