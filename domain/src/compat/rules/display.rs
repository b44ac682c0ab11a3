//! Display output: whether anything draws a picture, and whether the card can drive the monitor.

use crate::{
    compat::{
        build::{Build, ParsedPart},
        facts::FactKey,
        verdict::{Check, Code, Fact, Fix, Outcome},
    },
    model::{Category, SpecKey},
};

const GRAPHICS: FactKey = FactKey::Spec(SpecKey::IntegratedGraphics);
const OUTPUTS: FactKey = FactKey::Spec(SpecKey::VideoOutputs);

pub(super) fn check(build: &Build, checks: &mut Vec<Check>) {
    if let Some(card) = build.one(Category::Gpu) {
        checks.extend(build.all(Category::Monitor).map(|monitor| check_monitor(card, monitor)));
        return;
    }
    let Some(cpu) = build.one(Category::Cpu) else { return };
    let graphics = check_graphics(cpu);
    let relies_on_board = graphics.outcome == Outcome::Pass;
    checks.push(graphics);
    if let Some(board) = build.one(Category::Motherboard)
        && relies_on_board
    {
        checks.push(check_outputs(cpu, board));
    }
}

/// Checks that the processor has graphics, which a build without a card needs.
fn check_graphics(cpu: &ParsedPart) -> Check {
    let code = Code::NoDisplayOutput;
    let Some(graphics) = cpu.facts.flag(GRAPHICS) else {
        return Check::unknown(code, &[cpu], &[(cpu, GRAPHICS)]);
    };
    if graphics {
        return Check::new(code, Outcome::Pass, &[cpu]);
    }
    let check = Check::new(code, Outcome::Error, &[cpu]).fix(Fix::listing(Category::Gpu));
    check.fix_by(Category::Cpu, "spec.integratedGraphics", true)
}

/// Checks that the board has an output for the processor's graphics; a board that lists `none` has not.
fn check_outputs(cpu: &ParsedPart, board: &ParsedPart) -> Check {
    let (parts, code) = ([cpu, board], Code::BoardNoVideoOutput);
    let Some(outputs) = board.facts.words(OUTPUTS) else {
        return Check::unknown(code, &parts, &[(board, OUTPUTS)]);
    };
    if outputs.iter().any(|output| output != "none") {
        return Check::new(code, Outcome::Pass, &parts);
    }
    let evidence = (Fact::of(cpu, GRAPHICS), Fact::of(board, OUTPUTS));
    Check::new(code, Outcome::Error, &parts)
        .evidence(evidence.0, evidence.1, None)
        .fix(Fix::listing(Category::Gpu))
}

fn check_monitor(card: &ParsedPart, monitor: &ParsedPart) -> Check {
    let (parts, code) = ([card, monitor], Code::MonitorBeyondGpu);
    let asked = monitor.facts.number(FactKey::PictureRate);
    let (Some(asked), Some(carries)) = (asked, card.facts.number(FactKey::DisplayRate)) else {
        let facts = [(card, FactKey::DisplayRate), (monitor, FactKey::PictureRate)];
        return Check::unknown(code, &parts, &facts);
    };
    let outcome = if asked > carries { Outcome::Warning } else { Outcome::Pass };
    let check = Check::new(code, outcome, &parts).compare(
        (monitor, FactKey::PictureRate),
        (card, FactKey::DisplayRate),
        Some("Gb/s"),
    );
    check.fix(Fix::listing(Category::Gpu)).fix(Fix::listing(Category::Monitor))
}
