//! Converts the solver's errors: to the reason in an answer without a build, or to the error of a request at fault. The
//! sentences name what contradicts what.

use std::collections::HashMap;

use domain::{
    budget::{Constraint, SolveError},
    compat::Check,
    model::{Category, Fils, ProductId},
};

use super::phrases;
use crate::{
    http::error::ApiError,
    routes::compatibility::words::{self, Sentence},
    services::{budget_alerts::CheapestTotalError, budget_catalogue::CatalogueSnapshot},
};

/// Field of the request that holds fixed parts.
const FIXED_PARTS: &str = "wishes.keep";

/// Returns the reason why no build is answered; `None` if the request is at fault, which [`to_error`] describes.
pub fn find_reason(error: &SolveError) -> Option<Sentence> {
    match error {
        SolveError::NoBuild => Some(no_build()),
        SolveError::NoneLeft { category, constraints } if come_from_use(constraints) => {
            Some(none_left(*category, constraints))
        }
        SolveError::OutOfTime => Some(Sentence {
            en: "We couldn’t find a build in time. Try again, or with fewer preferences.".to_owned(),
            ar: "ما لحقنا نلقى تجميعة. جرّب مرة ثانية، أو خفف طلباتك.".to_owned(),
        }),
        SolveError::OutOfEffort => Some(Sentence {
            en: "We couldn’t find a build with these preferences. Try with fewer.".to_owned(),
            ar: "ما قدرنا نلقى تجميعة بهالطلبات. خفف منها وجرّب.".to_owned(),
        }),
        _ => None,
    }
}

/// Returns whether all constraints come from the use, none from the shopper.
fn come_from_use(constraints: &[Constraint]) -> bool {
    constraints.iter().all(|constraint| *constraint == Constraint::UseMinimum)
}

/// Converts the solver's error to the answer for a request at fault.
pub fn to_error(error: SolveError, snapshot: &CatalogueSnapshot) -> ApiError {
    to_error_for_field(error, snapshot, FIXED_PARTS)
}

/// Converts like [`to_error`], for a request whose `field` holds the fixed parts. It is only for requests without
/// constraints: those that contradict each other are named as in a request for builds.
pub fn to_error_for_field(error: SolveError, snapshot: &CatalogueSnapshot, field: &'static str) -> ApiError {
    let name = |id: ProductId| {
        snapshot.catalogue.get(id).map_or_else(|| "This part".to_owned(), |part| part.parsed.name.clone())
    };
    match error {
        SolveError::BudgetNotPositive { .. } => ApiError::field("budget", "must be above 0"),
        SolveError::BudgetTooLarge { .. } => {
            ApiError::field("budget", format!("must be at most {} dinars", Fils::MAX_PRICE.0 / 1000))
        }
        SolveError::UnknownPart { product_id } => {
            let kind = if field == FIXED_PARTS { "product" } else { "part of a PC" };
            ApiError::field(field, format!("there is no {kind} {}", product_id.0))
        }
        SolveError::NotForBuilds { product_id, category } => {
            let problem = format!("{} ({}) is not a part of a build", name(product_id), category.label_en());
            ApiError::field(field, problem)
        }
        SolveError::SlotTaken { product_id, category } => {
            let problem =
                format!("a build has one {}: {} is one more", category.label_en(), name(product_id));
            ApiError::field(field, problem)
        }
        SolveError::Quantity { product_id, quantity } => {
            ApiError::field(field, format!("{} cannot be kept {quantity} times", name(product_id)))
        }
        SolveError::UnknownRetailer { .. } => {
            ApiError::field("wishes.retailers", "names an unknown retailer")
        }
        SolveError::FixedNotSold { product_id } => {
            contradiction(fixed_part_not_sold(&name(product_id)), &[], true)
        }
        SolveError::FixedAgainstConstraint { product_id, constraint } => {
            let sentence = fixed_part_against_constraint(&name(product_id), constraint);
            contradiction(sentence, &[constraint], true)
        }
        SolveError::FixedClash { check } => contradiction(clash(&check, snapshot), &[], true),
        SolveError::NoneFitsFixed { product_id, category, constraints } => {
            let sentence = none_fits(&name(product_id), category, &constraints);
            contradiction(sentence, &constraints, true)
        }
        SolveError::NoneLeft { category, constraints } => {
            contradiction(none_left(category, &constraints), &constraints, false)
        }
        SolveError::NoneFitsAllFixed { category, constraints } => {
            contradiction(none_fits_all(category, &constraints), &constraints, true)
        }
        // Answered as a reason, see `find_reason`.
        SolveError::NoBuild => contradiction(no_build(), &[], false),
        SolveError::OutOfTime | SolveError::OutOfEffort => ApiError::Timeout,
        SolveError::Table => ApiError::Internal(anyhow::anyhow!("the table of uses cannot be read")),
    }
}

impl From<CheapestTotalError> for ApiError {
    fn from(error: CheapestTotalError) -> Self {
        match error {
            CheapestTotalError::Contradiction { error, snapshot } => to_error(*error, &snapshot),
            CheapestTotalError::Other(error) => error,
        }
    }
}

/// The sentence that no part of a category meets the constraints, or that none is in stock.
fn none_left(category: Category, constraints: &[Constraint]) -> Sentence {
    let noun = phrases::noun(category);
    if constraints.is_empty() {
        return Sentence {
            en: format!("No {} in stock.", noun.en),
            ar: format!("ما في {} {}.", noun.ar, noun.in_stock_ar()),
        };
    }
    Sentence {
        en: format!("No {} in stock {}.", noun.en, phrases::list_en(category, constraints)),
        ar: format!("ما في {} {} {}.", noun.ar, noun.in_stock_ar(), phrases::list_ar(category, constraints)),
    }
}

fn none_fits(fixed_part: &str, category: Category, constraints: &[Constraint]) -> Sentence {
    let noun = phrases::noun(category);
    let (among, among_ar) = phrases::among(category, constraints);
    let fits = noun.fits_ar();
    Sentence {
        en: format!("No {} in stock{among} fits {fixed_part}.", noun.en),
        ar: format!("ما في {} {}{among_ar} {fits} مع {}.", noun.ar, noun.in_stock_ar(), isolated(fixed_part)),
    }
}

fn none_fits_all(category: Category, constraints: &[Constraint]) -> Sentence {
    let noun = phrases::noun(category);
    let (among, among_ar) = phrases::among(category, constraints);
    let fits = noun.fits_ar();
    Sentence {
        en: format!("No {} in stock{among} fits all the parts you keep together.", noun.en),
        ar: format!("ما في {} {}{among_ar} {fits} مع كل القطع اللي تبيها.", noun.ar, noun.in_stock_ar()),
    }
}

fn fixed_part_not_sold(fixed_part: &str) -> Sentence {
    Sentence {
        en: format!("{fixed_part} isn’t in stock at any shop you allow. If you have it already, say so."),
        ar: format!("{} مو متوفر بالمحلات. إذا عندك من قبل، قول إنه عندك.", isolated(fixed_part)),
    }
}

fn fixed_part_against_constraint(fixed_part: &str, constraint: Constraint) -> Sentence {
    let (constraint_en, constraint_ar) = phrases::describe_constraint(constraint);
    Sentence {
        en: format!(
            "You want to keep {fixed_part}, which doesn’t go with another preference: {constraint_en}."
        ),
        ar: format!("تبي {}، بس ما يمشي مع طلب ثاني: {constraint_ar}.", isolated(fixed_part)),
    }
}

fn clash(check: &Check, snapshot: &CatalogueSnapshot) -> Sentence {
    let named = |id: &ProductId| Some((*id, snapshot.catalogue.get(*id)?.parsed.name.as_str()));
    let names: HashMap<ProductId, &str> = check.parts.iter().filter_map(named).collect();
    let Sentence { en, ar } = words::sentence(check, &names);
    Sentence {
        en: format!("The parts you keep don’t fit together: {en}"),
        ar: format!("القطع اللي تبيها ما تركب على بعض: {ar}"),
    }
}

fn no_build() -> Sentence {
    Sentence {
        en: "No build of the parts in stock passes every compatibility rule.".to_owned(),
        ar: "ما في تجميعة من اللي متوفر تركب كلها على بعض.".to_owned(),
    }
}

/// A name in Latin letters within an Arabic sentence.
fn isolated(name: &str) -> String {
    format!("\u{2068}{name}\u{2069}")
}

/// Returns the error that names the fields of these constraints, and the field of fixed parts if `names_fixed_parts`.
fn contradiction(sentence: Sentence, constraints: &[Constraint], names_fixed_parts: bool) -> ApiError {
    let constraint_fields = constraints.iter().map(|constraint| field(*constraint));
    let fields =
        constraint_fields.chain(names_fixed_parts.then_some(FIXED_PARTS)).map(str::to_owned).collect();
    ApiError::ConstraintsContradict { sentence: sentence.en, sentence_ar: sentence.ar, fields }
}

/// The field of the request that a constraint comes from.
fn field(constraint: Constraint) -> &'static str {
    match constraint {
        Constraint::Retailers => "wishes.retailers",
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
