//! Lines of a pasted parts list: the part that each names, its kind and its quantity.

use domain::model::{
    Category,
    keys::{
        fold::Folded,
        manufacturers::{AliasKind, manufacturer_aliases},
    },
};

use super::{
    columns::Columns,
    footer::{is_footer, is_sum},
    labels::{is_label, label_category},
    markup::{Row, read_rows},
    money::{find_amount, has_word, without_price},
    quantity::{cell_quantity, split_quantity},
    title::split_head,
};

/// Maximum number of lines, more than any build has parts.
const MAX_LINES: usize = 40;
/// Maximum length of a line, in characters.
const MAX_LINE_LENGTH: usize = 200;
/// Maximum length of a label before a part, in bytes.
const MAX_LABEL: usize = 40;
/// A pasted list, read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PastedList {
    pub lines: Vec<PastedLine>,
    /// Number of parts that follow the last line that is read.
    pub omitted: usize,
}

/// A line that names a part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PastedLine {
    /// The words that name the part.
    pub text: String,
    /// Kind of part that the list states.
    pub slot: Option<Category>,
    pub quantity: u64,
    pub problem: Option<LineProblem>,
}

/// Reason why a line is not searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineProblem {
    TooLong,
    /// The list states a kind that a build has no slot for, such as an operating system.
    OtherKind,
}

/// Reads a list in any form and language. Headings, sums and footers are left out.
///
/// Example: `Storage: 2 x Samsung 990 Pro 2TB - 69.900 KWD (Safat Tech)` has the text `Samsung 990 Pro 2TB`, the slot
/// `STORAGE` and the quantity 2.
pub fn read_list(text: &str) -> PastedList {
    let rows = read_rows(text);
    let mut reader = ListReader::new(&rows);
    let mut lines: Vec<PastedLine> = rows.iter().filter_map(|row| reader.read(row)).collect();
    if is_title(&lines) {
        lines.remove(0);
    }
    let omitted = lines.len().saturating_sub(MAX_LINES);
    lines.truncate(MAX_LINES);
    PastedList { lines, omitted }
}

/// Whether the first line is the list's title: it has no kind, manufacturer or code, and several other lines have a kind.
fn is_title(lines: &[PastedLine]) -> bool {
    let labelled = lines.iter().filter(|line| line.slot.is_some()).count();
    let is_part = |line: &PastedLine| {
        line.slot.is_some() || names_manufacturer(&line.text) || line.text.split(' ').any(is_code)
    };
    labelled > 1 && lines.first().is_some_and(|first| !is_part(first))
}

/// Whether a word mixes letters and digits, as codes of models do.
fn is_code(word: &str) -> bool {
    let is_digit = |letter: char| letter.is_ascii_digit();
    word.contains(is_digit) && word.contains(char::is_alphabetic)
}

fn names_manufacturer(text: &str) -> bool {
    let words = Folded::new(text);
    (0..words.len()).any(|index| {
        let alias = manufacturer_aliases().alias_at(&words, index);
        alias.is_some_and(|(alias, _)| alias.kind != AliasKind::OrdinaryWord)
    })
}

/// Reads rows in their order.
struct ListReader {
    columns: Columns,
    /// Number of lines outside of tables that begin with a kind, and of those that hold nothing else.
    labelled_lines: usize,
    label_lines: usize,
    is_first_table_row: bool,
    /// Kind that the line before states for this one.
    pending: Option<Category>,
    /// Kind of the table's row before.
    slot_above: Option<Category>,
}

impl ListReader {
    fn new(rows: &[Row]) -> Self {
        let singles = || rows.iter().filter(|row| !row.is_table()).filter_map(|row| row.cells.first());
        Self {
            columns: Columns::of(rows),
            labelled_lines: singles()
                .filter(|text| split_label(text).is_some_and(|(label, _)| is_label(label)))
                .count(),
            label_lines: singles().filter(|text| is_label(text)).count(),
            is_first_table_row: true,
            pending: None,
            slot_above: None,
        }
    }

    fn read(&mut self, row: &Row) -> Option<PastedLine> {
        let line = match row.cells.as_slice() {
            [text] => self.read_line(text)?,
            cells => self.read_cells(cells)?,
        };
        line.into_pasted()
    }

    /// Reads a line outside of tables.
    fn read_line(&mut self, text: &str) -> Option<NamedPart> {
        if is_label(text) {
            self.pending = label_category(text);
            return None;
        }
        if let Some((kind, name)) = split_head(text) {
            return Some(NamedPart::new(name, label_category(kind)));
        }
        let pending = self.pending.take();
        if let Some((label, name)) = split_label(text) {
            if let Some(slot) = label_category(label) {
                return Some(NamedPart::new(name, Some(slot)));
            }
            let is_kind = self.labelled_lines > 1 && is_other_kind(label);
            if is_kind || !has_word(&without_price(name)) {
                return Some(NamedPart::of_label(label, name));
            }
        }
        let has_number = text.contains(|letter: char| letter.is_ascii_digit());
        // Beside a table, and beside lines that state kinds alone, a line is prose or a shop.
        let is_prose =
            self.columns.label.is_some() || (self.label_lines > 1 && pending.is_none() && !has_number);
        (!is_prose).then(|| NamedPart::new(text, pending))
    }

    /// Reads a row of a table.
    fn read_cells(&mut self, cells: &[String]) -> Option<NamedPart> {
        let is_first = std::mem::replace(&mut self.is_first_table_row, false);
        let has_number = cells.iter().any(|cell| cell.contains(|letter: char| letter.is_ascii_digit()));
        let label = self.columns.label.and_then(|column| cells.get(column)).map_or("", String::as_str);
        let slot = match (self.columns.label, label_category(label)) {
            (_, Some(slot)) => Some(slot),
            // An empty cell repeats the kind above it.
            (Some(_), None) if label.is_empty() => self.slot_above,
            (Some(_), None) => None,
            (None, None) => cells.iter().find_map(|cell| label_category(cell)),
        };
        if is_first && slot.is_none() && !has_number {
            return None;
        }
        self.slot_above = slot;
        let name = self.name_of(cells)?;
        let quantity = self.columns.quantity.and_then(|column| cell_quantity(cells.get(column)?));
        let mut part = match slot {
            None if !label.is_empty() && !is_sum(&name) => NamedPart::of_label(label, &name),
            slot => NamedPart::new(&name, slot),
        };
        part.quantity = quantity;
        Some(part)
    }

    /// Returns the first cell that names something: not the kind, a number or a price. A manufacturer in a cell of its own
    /// is joined with the next.
    fn name_of(&self, cells: &[String]) -> Option<String> {
        let mut names = cells.iter().enumerate().filter(|(column, cell)| {
            let is_price =
                find_amount(cell).is_some_and(|amount| !cell.get(..amount.start).is_some_and(has_word));
            let is_kind = match self.columns.label {
                Some(label) => *column == label,
                None => is_label(cell),
            };
            !is_kind && !is_price && has_word(cell) && cell_quantity(cell).is_none()
        });
        let (_, name) = names.next()?;
        let is_manufacturer = manufacturer_aliases().find_name(name).is_some();
        Some(match names.next().filter(|_| is_manufacturer) {
            Some((_, model)) => format!("{name} {model}"),
            None => name.clone(),
        })
    }
}

/// The name of a part as a line writes it, with price and quantity.
struct NamedPart {
    name: String,
    slot: Option<Category>,
    /// Quantity that a column states.
    quantity: Option<u64>,
    is_other_kind: bool,
}

impl NamedPart {
    fn new(name: &str, slot: Option<Category>) -> Self {
        // Only the builder's categories have a letter.
        let is_other_kind = slot.is_some_and(|slot| slot.letter().is_none());
        Self { name: name.to_owned(), slot, quantity: None, is_other_kind }
    }

    /// Creates the part of a label that names no kind of ours; that of a part that its owner has added by hand says nothing
    /// about the kind.
    fn of_label(label: &str, name: &str) -> Self {
        let is_custom = label.eq_ignore_ascii_case("custom") || label == "مخصص";
        Self { name: name.to_owned(), slot: None, quantity: None, is_other_kind: !is_custom }
    }

    /// Returns the line; `None` where nothing is named, or a sum or a footer.
    fn into_pasted(self) -> Option<PastedLine> {
        let name = match split_head(&self.name) {
            Some((_, name)) => without_price(name),
            None => without_price(&self.name),
        };
        let (text, stated) = split_quantity(&name, self.slot);
        if !has_word(text) || is_sum(text) || is_footer(text) {
            return None;
        }
        let is_long = text.chars().nth(MAX_LINE_LENGTH).is_some();
        let problem = if is_long {
            Some(LineProblem::TooLong)
        } else {
            self.is_other_kind.then_some(LineProblem::OtherKind)
        };
        Some(PastedLine {
            text: text.chars().take(MAX_LINE_LENGTH).collect(),
            slot: self.slot,
            quantity: if stated > 1 { stated } else { self.quantity.unwrap_or(1).max(1) },
            problem,
        })
    }
}

/// Splits a line at the colon, or at the dash, behind its label. Only a known label stands before a dash.
fn split_label(text: &str) -> Option<(&str, &str)> {
    let is_short = |label: &str| (2..=MAX_LABEL).contains(&label.trim().len());
    let at_colon = text.split_once([':', '：']).filter(|(label, rest)| {
        is_short(label) && (rest.is_empty() || rest.starts_with(' ') || is_label(label))
    });
    let at_dash = || {
        let dashes = [" - ", " – ", " — ", " = "];
        dashes.iter().find_map(|dash| text.split_once(*dash)).filter(|(label, _)| is_label(label))
    };
    at_colon.or_else(at_dash).map(|(label, rest)| (label.trim(), rest.trim()))
}

/// Whether a label that names no kind of ours names another one: not a manufacturer (`Corsair: RM750e`), not a model.
fn is_other_kind(label: &str) -> bool {
    let has_number = label.contains(|letter: char| letter.is_ascii_digit());
    !has_number && !names_manufacturer(label)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns text, slot and quantity of each line.
    fn read(text: &str) -> Vec<(String, Option<Category>, u64)> {
        let list = read_list(text);
        assert!(list.lines.iter().all(|line| line.problem.is_none()), "{list:?}");
        list.lines.into_iter().map(|line| (line.text, line.slot, line.quantity)).collect()
    }

    #[test]
    fn every_form_of_a_list_has_the_same_parts() {
        let expected = [
            ("Intel Core i5-14600K 3.5 GHz 14-Core Processor".to_owned(), Some(Category::Cpu), 1),
            ("Teamgroup Elite 32 GB (2 x 16 GB) DDR5-5600 CL46 Memory".to_owned(), Some(Category::Ram), 1),
            ("Crucial MX500 2 TB 2.5\" Solid State Drive".to_owned(), Some(Category::Storage), 2),
        ];
        let [cpu, ram, drive] = &expected.clone().map(|(text, ..)| text);
        for text in [
            format!(
                "Parts of my PC: https://x.example/list/1\n\nCPU: {cpu} ($190.00 @ Shop)\nMemory: {ram} (Purchased For $80)\nStorage: 2x {drive} ($99.99 @ Shop)\nTotal: $469.98\nPrices include shipping\nGenerated by Site 2026-01-02"
            ),
            format!(
                "Type|Item|Price\n:--|:--|:--\n**CPU** | [{cpu}](https://x.example/a) | £190.00 @ [Shop](https://x.example)\n**Memory** | [{ram}](https://x.example/b) | -\n**Storage** | 2 x [{drive}](https://x.example/c) | £99.99\n *Prices include taxes* |\n | **Total** | **£469.98**"
            ),
            format!(
                "| Type | Item | Price |\n|---|---|---|\n| CPU | {cpu} | 190 KD |\n| Memory | {ram} | 80 KD |\n| Storage | {drive} x2 | 99 KD |\n| | Total | 469 KD |\n| | Generated by Site | |"
            ),
            format!(
                "Type\tItem\tPrice\nCPU\t{cpu}\t$190.00 @ Shop\nMemory\t{ram}\t$80.00\nStorage\t{drive} x2\t$99.99\nPrices include shipping\nTotal\t$469.98\nGenerated by Site 2026-01-02"
            ),
            format!("#\tType\tItem\tQty\n1\tCPU\t{cpu}\t1\n2\tMemory\t{ram}\t1\n3\tStorage\t{drive}\t2"),
            format!(
                "> **CPU:** {cpu}, 190,00 €\n> **Memory:** {ram}, 80,00 €\n> **Storage:** 2 × {drive}, 99,99 €\n> **Total:** 469,98 €"
            ),
            format!(
                "[list]\n[*][b]CPU[/b]: [url=https://x.example/a]{cpu}[/url] $190\n[*][b]Memory[/b]: {ram} $80\n[*][b]Storage[/b]: 2x {drive} $99\n[/list]\n[b]Total[/b]: $469"
            ),
            format!(
                "CPU\n{cpu}\n$190.00\nShop\nMemory\n{ram}\n$80.00\nShop\nStorage\n2x {drive}\n$99.99\nShop"
            ),
            format!(
                "تجميعتي\nالمعالج: {cpu} - 190 د.ك\nالرام: {ram} - 80 د.ك\nالتخزين: {drive} x2 - 99 د.ك\nالإجمالي: 469 د.ك"
            ),
        ] {
            assert_eq!(read(&text), expected, "{text}");
        }
    }

    #[test]
    fn list_without_kinds_is_read_line_by_line() {
        assert_eq!(
            read(
                "1. Ryzen 7 9800X3D - 149.900 KWD\n• كرت الشاشة: RTX 5070 Ti 319.900 د.ك\n\n2 x 32GB DDR5\n[PSU] RM750e - $89 (after rebate)\n---\nTotal: 500 KWD\n"
            ),
            [
                ("Ryzen 7 9800X3D".to_owned(), None, 1),
                ("RTX 5070 Ti".to_owned(), Some(Category::Gpu), 1),
                // A kit of two modules is one product.
                ("2 x 32GB DDR5".to_owned(), None, 1),
                ("RM750e".to_owned(), Some(Category::Psu), 1),
            ]
        );
        assert_eq!(read("Corsair: RM750e"), [("Corsair: RM750e".to_owned(), None, 1)]);
        assert_eq!(read("Corsair | RM750e | $89"), [("Corsair RM750e".to_owned(), None, 1)]);
        assert!(read("## Parts\n---\n***\nTotal: 5 KD\n$99").is_empty());
    }

    #[test]
    fn line_that_is_not_searched_says_why() {
        let long = "Word ".repeat(100);
        let list = read_list(&format!(
            "CPU: Core i5\nGPU: Ventus RTX\nOperating System: Windows 11\nCustom: Blue cable\nCase: {long}"
        ));
        let problems: Vec<_> = list.lines.iter().map(|line| line.problem).collect();
        assert_eq!(problems, [None, None, Some(LineProblem::OtherKind), None, Some(LineProblem::TooLong)]);
    }

    #[test]
    fn long_list_is_cut() {
        let list = read_list(&(0..100).map(|number| format!("Part number {number}\n")).collect::<String>());
        assert_eq!((list.lines.len(), list.omitted), (40, 60));
    }
}
