//! Processor and board: the socket, the BIOS support for the processor, and the board's power connectors.

use crate::{
    compat::{
        build::{Build, ParsedPart},
        clash::{Clash, ClashTerm, FactTest, WordRelation},
        condition::Exclusion,
        facts::FactKey,
        tables::{self, Generation, Support},
        verdict::{Check, Code, Outcome},
    },
    model::{Category, SpecKey},
};

const SOCKET: FactKey = FactKey::Spec(SpecKey::Socket);
const REVISION: FactKey = FactKey::Spec(SpecKey::SocketRevision);
const CHIPSET: FactKey = FactKey::Spec(SpecKey::MotherboardChipset);
/// The socket whose two revisions take different processors.
const SOCKET_WITH_REVISIONS: &str = "LGA1151";
const HAS_REVISIONS: &[FactTest] = &[FactTest::AnyOf(SOCKET, || &[SOCKET_WITH_REVISIONS])];
const PARTS: (Category, Category) = (Category::Cpu, Category::Motherboard);

/// A processor's socket and a board's socket that takes processors of that socket too.
static ALSO_TAKES: WordRelation = WordRelation {
    firsts: tables::socket_names,
    seconds: tables::socket_names,
    holds: |cpu, board| tables::socket(board).is_some_and(|socket| socket.also_takes.contains(&cpu)),
};
/// A processor's generation and a board's chipset that never supports it.
static NEVER_SUPPORTED: WordRelation = WordRelation {
    firsts: tables::generation_names,
    seconds: tables::chipset_names,
    holds: |cpu, board| support(cpu, board) == Some(Support::No),
};

static SOCKET_CLASH: Clash = Clash {
    code: Code::SocketMismatch,
    between: PARTS,
    terms: &[ClashTerm::NoneFits { first: SOCKET, second: SOCKET, fits: &ALSO_TAKES }],
};
static REVISION_CLASH: Clash = Clash {
    code: Code::SocketMismatch,
    between: PARTS,
    terms: &[
        ClashTerm::First(HAS_REVISIONS),
        ClashTerm::Second(HAS_REVISIONS),
        ClashTerm::Differs { first: REVISION, second: REVISION },
    ],
};
static GENERATION_CLASH: Clash = Clash {
    code: Code::CpuGenerationUnsupported,
    between: PARTS,
    terms: &[ClashTerm::SomeClash {
        first: FactKey::CpuGeneration,
        second: CHIPSET,
        clashes: &NEVER_SUPPORTED,
    }],
};

pub(super) fn check(build: &Build, checks: &mut Vec<Check>) {
    let Some(board) = build.one(Category::Motherboard) else { return };
    if let Some(cpu) = build.one(Category::Cpu) {
        let socket = check_socket(cpu, board);
        let clash = socket.outcome == Outcome::Error;
        checks.push(socket);
        // Beside a wrong socket, a finding about the generation would add nothing.
        if !clash {
            checks.push(check_generation(cpu, board));
        }
    }
    if let Some(psu) = build.one(Category::Psu) {
        checks.push(check_power(board, psu));
    }
}

fn check_socket(cpu: &ParsedPart, board: &ParsedPart) -> Check {
    let parts = [cpu, board];
    let unknown = |key| Check::unknown(Code::SocketMismatch, &parts, &[(cpu, key), (board, key)]);
    let (Some(cpu_sockets), Some(board_sockets)) = (cpu.facts.words(SOCKET), board.facts.words(SOCKET))
    else {
        return unknown(SOCKET);
    };
    let mismatch = SOCKET_CLASH.holds(&cpu.facts, &board.facts);
    let has_revisions = |part: &ParsedPart| HAS_REVISIONS.iter().any(|test| test.holds(&part.facts));
    let key = if !mismatch && has_revisions(cpu) && has_revisions(board) { REVISION } else { SOCKET };
    if cpu.facts.get(key).is_none() || board.facts.get(key).is_none() {
        return unknown(key);
    }
    let clash = mismatch || REVISION_CLASH.holds(&cpu.facts, &board.facts);
    let outcome = if clash { Outcome::Error } else { Outcome::Pass };
    let check = Check::new(Code::SocketMismatch, outcome, &parts).compare((cpu, key), (board, key), None);
    let check = check.fix_by(Category::Motherboard, "spec.socket", cpu_sockets.join(","));
    check.fix_by(Category::Cpu, "spec.socket", board_sockets.join(","))
}

/// Returns the support of boards with a chipset for a generation of processors; `None` where a table lacks either.
fn support(generation: &str, chipset: &str) -> Option<Support> {
    tables::chipset(chipset)?.support(tables::generation(generation)?)
}

fn check_generation(cpu: &ParsedPart, board: &ParsedPart) -> Check {
    let parts = [cpu, board];
    let code = Code::CpuGenerationUnsupported;
    let names = cpu.facts.word(FactKey::CpuGeneration).zip(board.facts.word(CHIPSET));
    let Some(support) = names.and_then(|(generation, chipset)| support(generation, chipset)) else {
        return Check::unknown(code, &parts, &[(cpu, FactKey::CpuGeneration), (board, CHIPSET)]);
    };
    let flashback = board.facts.flag(SpecKey::BiosFlashback) == Some(true);
    let (code, outcome) = if GENERATION_CLASH.holds(&cpu.facts, &board.facts) {
        (code, Outcome::Error)
    } else if support != Support::NeedsBios {
        (code, Outcome::Pass)
    } else if flashback {
        // Flashback updates the BIOS without a supported processor, so nobody gets stuck.
        (Code::CpuNeedsBiosUpdate, Outcome::Info)
    } else {
        (Code::CpuNeedsBiosUpdate, Outcome::Warning)
    };
    let check =
        Check::new(code, outcome, &parts).compare((cpu, FactKey::CpuGeneration), (board, CHIPSET), None);
    match (outcome, cpu.facts.word(FactKey::CpuGeneration).and_then(tables::generation)) {
        (Outcome::Error | Outcome::Warning, Some(generation)) => {
            check.fix_by(Category::Motherboard, "spec.motherboardChipset", native_chipsets(generation))
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

fn check_power(board: &ParsedPart, psu: &ParsedPart) -> Check {
    const PLUGS: FactKey = FactKey::Spec(SpecKey::Eps8pin);
    let (parts, code) = ([board, psu], Code::CpuPowerConnectors);
    let asked = board.facts.number(FactKey::EpsConnectors);
    let (Some(asked), Some(plugs)) = (asked, psu.facts.number(PLUGS)) else {
        return Check::unknown(code, &parts, &[(board, FactKey::EpsConnectors), (psu, PLUGS)]);
    };
    let outcome = if asked > plugs { Outcome::Warning } else { Outcome::Pass };
    let check = Check::new(code, outcome, &parts).compare(
        (board, FactKey::EpsConnectors),
        (psu, PLUGS),
        Some("connectors"),
    );
    check.fix_by(Category::Psu, "spec.eps8pin.min", asked.ceil())
}

pub(super) fn exclude(build: &Build, category: Category, out: &mut Vec<Exclusion>) {
    for clash in [&SOCKET_CLASH, &REVISION_CLASH, &GENERATION_CLASH] {
        clash.exclude(build, category, out);
    }
}
