//! Sentences for requests that no build answers, naming what contradicts what.

use std::collections::HashMap;

use domain::{
    budget::{Constraint, SolveError},
    compat::Check,
    model::{Fils, ProductId},
};

use crate::{
    http::error::ApiError,
    routes::compatibility::words::{self, Sentence},
    services::budget_catalogue::CatalogueSnapshot,
};

/// Field of the request that holds kept parts.
const KEEP: &str = "wishes.keep";

/// The reason why no build is answered, for which the request is not at fault; `None` where it is.
pub fn find_reason(error: &SolveError) -> Option<Sentence> {
    match error {
        SolveError::NoBuild => Some(Sentence {
            en: "No build of the parts in stock passes every compatibility rule.".to_owned(),
            ar: "ما في تجميعة من اللي متوفر تركب كلها على بعض.".to_owned(),
        }),
        SolveError::NoneLeft { category, constraints } if is_of_use(constraints) => Some(Sentence {
            en: format!("No {} in stock meets the minimum for this use.", category.label_en()),
            ar: format!("ما في {} متوفر يكفي لهالاستخدام.", category.label_ar()),
        }),
        SolveError::OutOfTime => Some(Sentence {
            en: "No build was found in time. It is easier with fewer wishes.".to_owned(),
            ar: "ما لحقنا نلقى تجميعة. تسهل إذا خففت من طلباتك.".to_owned(),
        }),
        _ => None,
    }
}

/// Whether no wish of the shopper is among the constraints.
fn is_of_use(constraints: &[Constraint]) -> bool {
    constraints.iter().all(|constraint| *constraint == Constraint::UseMinimum)
}

/// The error that a request at fault is answered with.
pub fn refuse(error: SolveError, snapshot: &CatalogueSnapshot) -> ApiError {
    let name = |id: ProductId| {
        snapshot.catalogue.get(id).map_or_else(|| "This part".to_owned(), |part| part.chosen.name.clone())
    };
    match error {
        SolveError::BudgetNotPositive { .. } => ApiError::field("budget", "must be above 0"),
        SolveError::BudgetTooLarge { .. } => {
            ApiError::field("budget", format!("must be at most {} dinars", Fils::MAX_PRICE.0 / 1000))
        }
        SolveError::UnknownPart { product_id } => {
            ApiError::field(KEEP, format!("there is no product {}", product_id.0))
        }
        SolveError::NotForBuilds { product_id, category } => {
            let problem = format!("{} ({}) is not a part of a build", name(product_id), category.label_en());
            ApiError::field(KEEP, problem)
        }
        SolveError::SlotTaken { product_id, category } => {
            let problem =
                format!("a build has one {}: {} is one more", category.label_en(), name(product_id));
            ApiError::field(KEEP, problem)
        }
        SolveError::Quantity { product_id, quantity } => {
            ApiError::field(KEEP, format!("{} cannot be kept {quantity} times", name(product_id)))
        }
        SolveError::UnknownRetailer { .. } => {
            ApiError::field("wishes.retailers", "names an unknown retailer")
        }
        SolveError::KeptNotSold { product_id } => {
            let sentence =
                format!("{} is to be bought, but no allowed retailer has it in stock.", name(product_id));
            contradiction(sentence, &[], true)
        }
        SolveError::KeptAgainstConstraint { product_id, constraint } => {
            let requirement = describe_requirement(constraint);
            let sentence = format!(
                "{} is to be kept, but does not meet this requirement: {requirement}.",
                name(product_id)
            );
            contradiction(sentence, &[constraint], true)
        }
        SolveError::KeptClash { check } => contradiction(clash(&check, snapshot), &[], true),
        SolveError::NoneFitsKept { product_id, category, constraints } => {
            let others = list_requirements(&constraints);
            let among = if others.is_empty() { String::new() } else { format!(" that has {others}") };
            let sentence = format!("No {} in stock{among} fits {}.", category.label_en(), name(product_id));
            contradiction(sentence, &constraints, true)
        }
        SolveError::NoneLeft { category, constraints } => {
            let sentence =
                format!("No {} in stock has {}.", category.label_en(), list_requirements(&constraints));
            contradiction(sentence, &constraints, false)
        }
        // Answered as a reason, see `find_reason`.
        SolveError::NoBuild => {
            contradiction("The parts in stock do not make a complete build.".to_owned(), &[], false)
        }
        SolveError::OutOfTime => ApiError::Timeout,
        SolveError::Table => ApiError::Internal(anyhow::anyhow!("the table of uses cannot be read")),
    }
}

fn clash(check: &Check, snapshot: &CatalogueSnapshot) -> String {
    let named = |id: &ProductId| Some((*id, snapshot.catalogue.get(*id)?.chosen.name.as_str()));
    let names: HashMap<ProductId, &str> = check.parts.iter().filter_map(named).collect();
    format!("The kept parts do not fit each other: {}", words::sentence(check, &names).en)
}

fn contradiction(sentence: String, constraints: &[Constraint], keeps: bool) -> ApiError {
    let own = constraints.iter().map(|constraint| field(*constraint));
    ApiError::WishesContradict { sentence, fields: own.chain(keeps.then_some(KEEP)).collect() }
}

/// Lists requirements in words: `Wi-Fi and the requested colour`.
fn list_requirements(constraints: &[Constraint]) -> String {
    let words: Vec<&str> = constraints.iter().map(|constraint| describe_requirement(*constraint)).collect();
    match words.split_last() {
        None => String::new(),
        Some((last, [])) => (*last).to_owned(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
    }
}

fn describe_requirement(constraint: Constraint) -> &'static str {
    match constraint {
        Constraint::Shops => "an offer of the named retailers",
        Constraint::Tabby => "an offer with Tabby",
        Constraint::Color => "the requested colour",
        Constraint::Size => "the requested size",
        Constraint::Quiet => "what a quiet build needs",
        Constraint::Wifi => "Wi-Fi",
        Constraint::CpuManufacturer => "the requested processor manufacturer",
        Constraint::GpuManufacturer => "the requested graphics chip manufacturer",
        Constraint::MinMemory => "the requested memory",
        Constraint::MinStorage => "the requested storage",
        Constraint::UseMinimum => "the minimum for the use",
    }
}

/// The field of the request that a constraint comes from.
fn field(constraint: Constraint) -> &'static str {
    match constraint {
        Constraint::Shops => "wishes.retailers",
        Constraint::Tabby => "wishes.tabby",
        Constraint::Color => "wishes.color",
        Constraint::Size => "wishes.size",
        Constraint::Quiet => "wishes.quiet",
        Constraint::Wifi => "wishes.wifi",
        Constraint::CpuManufacturer => "wishes.cpuManufacturer",
        Constraint::GpuManufacturer => "wishes.gpuManufacturer",
        Constraint::MinMemory => "wishes.minMemory",
        Constraint::MinStorage => "wishes.minStorage",
        Constraint::UseMinimum => "use",
    }
}
