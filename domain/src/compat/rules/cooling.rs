//! The processor cooler: its socket, its thermal capacity, and whether there is one.

use crate::{
    compat::{
        build::{Build, ParsedPart},
        clash::{Clash, ClashTerm, WordRelation, share},
        condition::Exclusion,
        facts::FactKey,
        tables,
        verdict::{Check, Code, Fix, Outcome},
    },
    model::{Category, SpecKey},
};

const SOCKET: FactKey = FactKey::Spec(SpecKey::Socket);
const SOCKETS: FactKey = FactKey::Spec(SpecKey::CoolerSockets);
const RATED: FactKey = FactKey::Spec(SpecKey::CoolerTdp);
const INCLUDED: FactKey = FactKey::Spec(SpecKey::IncludesCooler);

/// Sockets of one mount family take the same coolers.
static SAME_MOUNT: WordRelation = WordRelation {
    firsts: tables::socket_names,
    seconds: tables::socket_names,
    holds: |one, other| {
        let mount = |name: &str| tables::socket(name).and_then(|socket| socket.mount);
        mount(one).is_some_and(|own| mount(other) == Some(own))
    },
};
/// The cooler fits no socket of the part that it sits on.
static NO_SOCKET_FITS: [ClashTerm; 1] =
    [ClashTerm::NoneFits { first: SOCKET, second: SOCKETS, fits: &SAME_MOUNT }];
static CPU_SOCKET: Clash = Clash {
    code: Code::CoolerSocketUnsupported,
    between: (Category::Cpu, Category::CpuCooler),
    terms: &NO_SOCKET_FITS,
};
static BOARD_SOCKET: Clash = Clash { between: (Category::Motherboard, Category::CpuCooler), ..CPU_SOCKET };

pub(super) fn check(build: &Build, checks: &mut Vec<Check>) {
    let cpu = build.one(Category::Cpu);
    let Some(cooler) = build.one(Category::CpuCooler) else {
        checks.extend(cpu.map(check_missing));
        return;
    };
    if let Some(host) = host(build) {
        checks.push(check_socket(cooler, host));
    }
    if let Some(cpu) = cpu {
        checks.push(check_rating(cooler, cpu));
    }
}

/// Returns the part whose socket the cooler sits on: the processor if its socket is known, else the board.
fn host(build: &Build) -> Option<&ParsedPart> {
    let (cpu, board) = (build.one(Category::Cpu), build.one(Category::Motherboard));
    cpu.filter(|cpu| {
        cpu.facts.get(SOCKET).is_some() || board.is_none_or(|board| board.facts.get(SOCKET).is_none())
    })
    .or(board)
}

fn check_socket(cooler: &ParsedPart, host: &ParsedPart) -> Check {
    let (parts, code) = ([cooler, host], Code::CoolerSocketUnsupported);
    let (Some(takes), Some(socket)) = (cooler.facts.words(SOCKETS), host.facts.words(SOCKET)) else {
        return Check::unknown(code, &parts, &[(cooler, SOCKETS), (host, SOCKET)]);
    };
    let (code, outcome) = if CPU_SOCKET.holds(&host.facts, &cooler.facts) {
        (code, Outcome::Error)
    } else if share(takes, socket) {
        (code, Outcome::Pass)
    } else {
        (Code::CoolerSocketUnlisted, Outcome::Warning)
    };
    let check = Check::new(code, outcome, &parts).compare((host, SOCKET), (cooler, SOCKETS), None);
    check.fix_by(Category::CpuCooler, "spec.coolerSockets", socket.join(","))
}

fn check_rating(cooler: &ParsedPart, cpu: &ParsedPart) -> Check {
    let (parts, code) = ([cooler, cpu], Code::CoolerUnderpowered);
    let (Some(rated), Some(watts)) = (cooler.facts.number(RATED), cpu.facts.number(FactKey::Watts)) else {
        return Check::unknown(code, &parts, &[(cooler, RATED), (cpu, FactKey::Watts)]);
    };
    let outcome = if watts > rated { Outcome::Warning } else { Outcome::Pass };
    let check = Check::new(code, outcome, &parts).compare((cpu, FactKey::Watts), (cooler, RATED), Some("W"));
    check.fix_by(Category::CpuCooler, "spec.coolerTdp.min", watts)
}

fn check_missing(cpu: &ParsedPart) -> Check {
    let outcome = match cpu.facts.flag(INCLUDED) {
        Some(true) => Outcome::Info,
        _ => Outcome::Warning,
    };
    let fix = match cpu.facts.words(SOCKET) {
        Some(sockets) => Fix::of(Category::CpuCooler, "spec.coolerSockets", sockets.join(",")),
        None => Fix::listing(Category::CpuCooler),
    };
    Check::new(Code::MissingCpuCooler, outcome, &[cpu]).fix(fix)
}

pub(super) fn exclude(build: &Build, category: Category, out: &mut Vec<Exclusion>) {
    let cpu = build.one(Category::Cpu);
    match category {
        Category::CpuCooler if host(build).is_some_and(|host| host.category == Category::Cpu) => {
            CPU_SOCKET.exclude(build, category, out);
        }
        Category::Cpu => CPU_SOCKET.exclude(build, category, out),
        Category::Motherboard if cpu.is_some_and(|cpu| cpu.facts.get(SOCKET).is_some()) => {}
        Category::CpuCooler | Category::Motherboard => BOARD_SOCKET.exclude(build, category, out),
        _ => {}
    }
}
