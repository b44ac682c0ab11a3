//! The processor cooler: its socket, its thermal capacity, and whether there is one.

use crate::{
    compat::{
        build::{Build, Chosen},
        facts::FactKey,
        filter::{Condition, Exclusion},
        tables,
        verdict::{Check, Code, Fact, Fix, Outcome},
    },
    model::{Category, SpecKey},
};

const SOCKET: FactKey = FactKey::Spec(SpecKey::Socket);
const SOCKETS: FactKey = FactKey::Spec(SpecKey::CoolerSockets);
const RATED: FactKey = FactKey::Spec(SpecKey::CoolerTdp);
const INCLUDED: FactKey = FactKey::Spec(SpecKey::IncludesCooler);

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
fn host(build: &Build) -> Option<&Chosen> {
    let (cpu, board) = (build.one(Category::Cpu), build.one(Category::Motherboard));
    cpu.filter(|cpu| {
        cpu.facts.get(SOCKET).is_some() || board.is_none_or(|board| board.facts.get(SOCKET).is_none())
    })
    .or(board)
}

/// Returns these sockets, and those whose cooler mounts are the same.
fn with_siblings(sockets: &[String]) -> Vec<String> {
    let mounts: Vec<&str> =
        sockets.iter().filter_map(|name| tables::socket(name)).filter_map(|socket| socket.mount).collect();
    let siblings =
        tables::sockets().filter(|socket| socket.mount.is_some_and(|mount| mounts.contains(&mount)));
    let mut all = sockets.to_vec();
    all.extend(siblings.map(|socket| socket.name.to_owned()));
    all
}

fn check_socket(cooler: &Chosen, host: &Chosen) -> Check {
    let (parts, code) = ([cooler, host], Code::CoolerSocketUnsupported);
    let (Some(takes), Some(socket)) = (cooler.facts.words(SOCKETS), host.facts.words(SOCKET)) else {
        return Check::unknown(code, &parts, &[(cooler, SOCKETS), (host, SOCKET)]);
    };
    let (code, outcome) = if super::share(takes, socket) {
        (code, Outcome::Pass)
    } else if super::share(takes, &with_siblings(socket)) {
        (Code::CoolerSocketUnlisted, Outcome::Warning)
    } else {
        (code, Outcome::Error)
    };
    let check =
        Check::new(code, outcome, &parts).evidence(Fact::of(host, SOCKET), Fact::of(cooler, SOCKETS), None);
    if outcome == Outcome::Pass {
        return check;
    }
    check.fix(Fix::of(Category::CpuCooler, "spec.coolerSockets", socket.join(",")))
}

fn check_rating(cooler: &Chosen, cpu: &Chosen) -> Check {
    let (parts, code) = ([cooler, cpu], Code::CoolerUnderpowered);
    let (Some(rated), Some(watts)) = (cooler.facts.number(RATED), cpu.facts.number(FactKey::Watts)) else {
        return Check::unknown(code, &parts, &[(cooler, RATED), (cpu, FactKey::Watts)]);
    };
    let outcome = if watts > rated { Outcome::Warning } else { Outcome::Pass };
    let check = Check::new(code, outcome, &parts).evidence(
        Fact::of(cpu, FactKey::Watts),
        Fact::of(cooler, RATED),
        Some("W"),
    );
    if outcome == Outcome::Pass {
        return check;
    }
    check.fix(Fix::of(Category::CpuCooler, "spec.coolerTdp.min", watts))
}

fn check_missing(cpu: &Chosen) -> Check {
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
    let code = Code::CoolerSocketUnsupported;
    match category {
        Category::CpuCooler => {
            if let Some(sockets) = host(build).and_then(|host| host.facts.words(SOCKET)) {
                let conditions = vec![Condition::none_of(SOCKETS, with_siblings(sockets))];
                out.push(Exclusion { code, conditions });
            }
        }
        Category::Cpu | Category::Motherboard => {
            let cpu_decides = build.one(Category::Cpu).is_some_and(|cpu| cpu.facts.get(SOCKET).is_some());
            if category == Category::Motherboard && cpu_decides {
                return;
            }
            let cooler = build.one(Category::CpuCooler);
            if let Some(takes) = cooler.and_then(|cooler| cooler.facts.words(SOCKETS)) {
                let conditions = vec![Condition::none_of(SOCKET, with_siblings(takes))];
                out.push(Exclusion { code, conditions });
            }
        }
        _ => {}
    }
}
