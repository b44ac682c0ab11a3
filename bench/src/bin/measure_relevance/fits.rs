//! "X for Y": things that must fit a named part, and parts of which nobody knows what fits them.

use bench::Rng;
use domain::model::{Category, SpecKey};

use crate::{
    parts::{Parts, Requirement, letters},
    query::{FreshQuery, Truth},
};

/// Sockets, with those that take their processors and share their mounts.
const SOCKETS: &str = include_str!("../../../../config/compat/sockets.tsv");
/// Kinds that must fit, each with a noun.
const FITTING: [(Category, &str); 4] = [
    (Category::Motherboard, "motherboard"),
    (Category::CpuCooler, "cooler"),
    (Category::Psu, "psu"),
    (Category::Case, "case"),
];

/// Returns a query for what fits a random processor or card, or both.
pub(crate) fn fit(parts: &Parts, rng: &mut Rng) -> Option<FreshQuery> {
    if rng.percent(20) {
        return Some(unknown_fit(rng));
    }
    let (category, noun) = rng.pick(&FITTING);
    let mut pick = |of: Category| {
        let products = parts.of_category(of);
        (!products.is_empty()).then(|| &parts.documents[rng.pick(products)])
    };
    let (cpu, gpu) = (pick(Category::Cpu)?, pick(Category::Gpu)?);
    let (named, fits) = match category {
        Category::Motherboard => {
            let sockets = boards_for(cpu.specs.text(SpecKey::Socket)?);
            let of_socket = |socket: String| Requirement::Fact(SpecKey::Socket, socket);
            (cpu.name.clone(), Requirement::AnyOf(sockets.into_iter().map(of_socket).collect()))
        }
        Category::CpuCooler => {
            let mounts = mounts_of(cpu.specs.text(SpecKey::Socket)?);
            let has_mount = |mount: String| Requirement::Fact(SpecKey::CoolerSockets, mount);
            (cpu.name.clone(), Requirement::AnyOf(mounts.into_iter().map(has_mount).collect()))
        }
        Category::Psu => {
            let sum = cpu.specs.number(SpecKey::Tdp)? + gpu.specs.number(SpecKey::Tdp)?;
            let (cpu, gpu) = (cpu.specs.text(SpecKey::CpuChipset)?, gpu.specs.text(SpecKey::GpuChipset)?);
            (format!("{cpu} and {gpu}"), Requirement::AtLeast(SpecKey::PsuWattage, sum))
        }
        _ => {
            // Cards of one name are of several lengths; the shortest must fit.
            let cards = parts.of_category(Category::Gpu).iter().map(|index| &parts.documents[*index]);
            let alike = cards.filter(|card| letters(&card.name) == letters(&gpu.name));
            let lengths = alike.map(|card| card.specs.number(SpecKey::Length));
            let shortest = lengths.collect::<Option<Vec<f64>>>()?.into_iter().reduce(f64::min)?;
            (gpu.name.clone(), Requirement::AtLeast(SpecKey::MaxGpuLength, shortest))
        }
    };
    let text = format!("{noun} for {}", named.to_lowercase());
    Some(FreshQuery::new("fits", text, Truth::Fitting(vec![Requirement::Category(category), fits])))
}

/// Returns the sockets of boards that take a processor: its own, and those whose row names it.
fn boards_for(socket: &str) -> Vec<String> {
    let takes = sockets().filter(|[_, fits, _]| fits.split(',').any(|other| other == socket));
    std::iter::once(socket.to_owned()).chain(takes.map(|[name, ..]| name.to_owned())).collect()
}

/// Returns the sockets whose coolers mount on a socket: its own, and those of its family.
fn mounts_of(socket: &str) -> Vec<String> {
    let family = sockets().find(|[name, ..]| *name == socket).map(|[_, _, family]| family);
    let alike =
        sockets().filter(|[name, _, other]| *name != socket && *other != "-" && Some(*other) == family);
    std::iter::once(socket.to_owned()).chain(alike.map(|[name, ..]| name.to_owned())).collect()
}

/// Returns every socket of the table with the sockets whose processors also fit, and its family of mounts.
fn sockets() -> impl Iterator<Item = [&'static str; 3]> {
    let rows = SOCKETS.lines().filter(|line| !line.starts_with('#'));
    rows.filter_map(|line| {
        let mut columns = line.split('\t');
        Some([columns.next()?, columns.nth(2)?, columns.next()?])
    })
}

/// Returns a query for what fits a card that does not exist.
fn unknown_fit(rng: &mut Rng) -> FreshQuery {
    let noun = rng.pick(&["psu", "case", "باور"]);
    let text = format!("{noun} for rtx {}0{}0", 7 + rng.below(2), 5 + rng.below(5));
    FreshQuery::new("fits", text, Truth::UnknownFit)
}
