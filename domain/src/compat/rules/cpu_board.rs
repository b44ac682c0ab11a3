//! Processor and board: the socket, the BIOS support for the processor, and the board's power connectors.

use crate::{
    compat::{
        build::{Build, Chosen},
        facts::FactKey,
        filter::{Condition, Exclusion},
        tables::{self, Generation, Support},
        verdict::{Check, Code, Fact, Fix, Outcome},
    },
    model::{Category, SpecKey},
};

const SOCKET: FactKey = FactKey::Spec(SpecKey::Socket);
const REVISION: FactKey = FactKey::Spec(SpecKey::SocketRevision);
const CHIPSET: FactKey = FactKey::Spec(SpecKey::MotherboardChipset);
/// The socket whose two revisions take different processors.
const REVISED: &str = "LGA1151";

pub(super) fn check(build: &Build, checks: &mut Vec<Check>) {
    let Some(board) = build.one(Category::Motherboard) else { return };
    if let Some(cpu) = build.one(Category::Cpu) {
        let socket = check_socket(cpu, board);
        let clash = socket.outcome == Outcome::Error;
        checks.push(socket);
        // A wrong socket is finding enough; a finding about the generation would add nothing.
        if !clash {
            checks.push(check_generation(cpu, board));
        }
    }
    if let Some(psu) = build.one(Category::Psu) {
        checks.push(check_power(board, psu));
    }
}

/// Returns the processor sockets that boards with these sockets take.
fn list_accepted_sockets(board: &[String]) -> Vec<String> {
    let mut sockets = board.to_vec();
    for socket in board.iter().filter_map(|name| tables::socket(name)) {
        sockets.extend(socket.also_takes.iter().map(|name| (*name).to_owned()));
    }
    sockets
}

/// Returns the board sockets that take processors with these sockets.
fn taking(cpu: &[String]) -> Vec<String> {
    let mut sockets = cpu.to_vec();
    for board in tables::sockets() {
        if board.also_takes.iter().any(|taken| cpu.iter().any(|name| name == taken)) {
            sockets.push(board.name.to_owned());
        }
    }
    sockets
}

fn is_revised(sockets: &[String]) -> bool {
    matches!(sockets, [only] if only == REVISED)
}

fn check_socket(cpu: &Chosen, board: &Chosen) -> Check {
    let parts = [cpu, board];
    let (Some(of_cpu), Some(of_board)) = (cpu.facts.words(SOCKET), board.facts.words(SOCKET)) else {
        return Check::unknown(Code::SocketMismatch, &parts, &[(cpu, SOCKET), (board, SOCKET)]);
    };
    let fits = super::share(of_cpu, &list_accepted_sockets(of_board));
    let key = if fits && is_revised(of_cpu) && is_revised(of_board) { REVISION } else { SOCKET };
    let outcome = if key == REVISION {
        match (cpu.facts.number(REVISION), board.facts.number(REVISION)) {
            (Some(cpu), Some(board)) if cpu == board => Outcome::Pass,
            (Some(_), Some(_)) => Outcome::Error,
            _ => {
                let facts = [(cpu, REVISION), (board, REVISION)];
                return Check::unknown(Code::SocketMismatch, &parts, &facts);
            }
        }
    } else if fits {
        Outcome::Pass
    } else {
        Outcome::Error
    };
    let check = Check::new(Code::SocketMismatch, outcome, &parts).evidence(
        Fact::of(cpu, key),
        Fact::of(board, key),
        None,
    );
    if outcome == Outcome::Pass {
        return check;
    }
    check.fix(Fix::of(Category::Motherboard, "spec.socket", of_cpu.join(","))).fix(Fix::of(
        Category::Cpu,
        "spec.socket",
        of_board.join(","),
    ))
}

fn check_generation(cpu: &Chosen, board: &Chosen) -> Check {
    let parts = [cpu, board];
    let code = Code::CpuGenerationUnsupported;
    let generation = cpu.facts.word(FactKey::CpuGeneration).and_then(tables::generation);
    let chipset = board.facts.word(CHIPSET).and_then(tables::chipset);
    let support = generation.zip(chipset).and_then(|(generation, chipset)| chipset.support(generation));
    let Some(support) = support else {
        return Check::unknown(code, &parts, &[(cpu, FactKey::CpuGeneration), (board, CHIPSET)]);
    };
    let flashback = board.facts.flag(SpecKey::BiosFlashback) == Some(true);
    let (code, outcome) = match support {
        Support::Native => (code, Outcome::Pass),
        Support::No => (code, Outcome::Error),
        // Flashback updates the BIOS without a supported processor, so nobody gets stuck.
        Support::NeedsBios if flashback => (Code::CpuNeedsBiosUpdate, Outcome::Info),
        Support::NeedsBios => (Code::CpuNeedsBiosUpdate, Outcome::Warning),
    };
    let check = Check::new(code, outcome, &parts).evidence(
        Fact::of(cpu, FactKey::CpuGeneration),
        Fact::of(board, CHIPSET),
        None,
    );
    match (outcome, generation) {
        (Outcome::Error | Outcome::Warning, Some(generation)) => {
            check.fix(Fix::of(Category::Motherboard, "spec.motherboardChipset", native_chipsets(generation)))
        }
        _ => check,
    }
}

fn native_chipsets(generation: &Generation) -> String {
    let names: Vec<String> = tables::chipsets()
        .filter(|chipset| chipset.support(generation) == Some(Support::Native))
        .map(tables::Chipset::full_name)
        .collect();
    names.join(",")
}

fn check_power(board: &Chosen, psu: &Chosen) -> Check {
    const PLUGS: FactKey = FactKey::Spec(SpecKey::Eps8pin);
    let (parts, code) = ([board, psu], Code::CpuPowerConnectors);
    let asked = board.facts.number(FactKey::EpsConnectors);
    let (Some(asked), Some(plugs)) = (asked, psu.facts.number(PLUGS)) else {
        return Check::unknown(code, &parts, &[(board, FactKey::EpsConnectors), (psu, PLUGS)]);
    };
    let outcome = if asked > plugs { Outcome::Warning } else { Outcome::Pass };
    let check = Check::new(code, outcome, &parts).evidence(
        Fact::of(board, FactKey::EpsConnectors),
        Fact::of(psu, PLUGS),
        Some("connectors"),
    );
    if outcome == Outcome::Pass {
        return check;
    }
    check.fix(Fix::of(Category::Psu, "spec.eps8pin.min", asked.ceil()))
}

pub(super) fn exclude(build: &Build, category: Category, out: &mut Vec<Exclusion>) {
    match category {
        Category::Cpu => {
            if let Some(board) = build.one(Category::Motherboard) {
                exclude_processors(board, out);
            }
        }
        Category::Motherboard => {
            if let Some(cpu) = build.one(Category::Cpu) {
                exclude_boards(cpu, out);
            }
        }
        _ => {}
    }
}

fn exclude_processors(board: &Chosen, out: &mut Vec<Exclusion>) {
    if let Some(sockets) = board.facts.words(SOCKET) {
        let conditions = vec![Condition::none_of(SOCKET, list_accepted_sockets(sockets))];
        out.push(Exclusion { code: Code::SocketMismatch, conditions });
        exclude_revision(board, sockets, out);
    }
    if let Some(chipset) = board.facts.word(CHIPSET).and_then(tables::chipset) {
        let never = tables::generations()
            .iter()
            .filter(|generation| chipset.support(generation) == Some(Support::No))
            .map(|generation| generation.name);
        let conditions = vec![Condition::any_of(FactKey::CpuGeneration, never)];
        out.push(Exclusion { code: Code::CpuGenerationUnsupported, conditions });
    }
}

fn exclude_boards(cpu: &Chosen, out: &mut Vec<Exclusion>) {
    if let Some(sockets) = cpu.facts.words(SOCKET) {
        let conditions = vec![Condition::none_of(SOCKET, taking(sockets))];
        out.push(Exclusion { code: Code::SocketMismatch, conditions });
        exclude_revision(cpu, sockets, out);
    }
    if let Some(generation) = cpu.facts.word(FactKey::CpuGeneration).and_then(tables::generation) {
        let never = tables::chipsets()
            .filter(|chipset| chipset.support(generation) == Some(Support::No))
            .map(|chipset| chipset.name);
        let conditions = vec![Condition::any_of(CHIPSET, never)];
        out.push(Exclusion { code: Code::CpuGenerationUnsupported, conditions });
    }
}

fn exclude_revision(chosen: &Chosen, sockets: &[String], out: &mut Vec<Exclusion>) {
    let Some(revision) = chosen.facts.number(REVISION).filter(|_| is_revised(sockets)) else { return };
    for other in [Condition::above(REVISION, revision), Condition::below(REVISION, revision)] {
        let conditions = vec![Condition::any_of(SOCKET, [REVISED]), other];
        out.push(Exclusion { code: Code::SocketMismatch, conditions });
    }
}
