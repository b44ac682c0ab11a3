//! Rows of cells from a pasted text, without its markup: plain text, Markdown, BBCode, HTML, tabs, quotations.

use std::collections::BTreeSet;

use domain::model::is_invisible;

/// A row of the text, without markup.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Row {
    /// One cell for a line outside of a table; none is empty at the end of the row.
    pub(super) cells: Vec<String>,
}

impl Row {
    /// Whether the row is one of a table.
    pub(super) fn is_table(&self) -> bool {
        self.cells.len() > 1
    }
}

/// Reads the rows of a text that hold a letter or a digit. The rows of headings, and those that only draw a table or
/// stand above such a row, are left out.
pub(super) fn read_rows(text: &str) -> Vec<Row> {
    let plain = without_tags(&readable(text));
    let lines: Vec<&str> = plain.lines().map(without_quotation).collect();
    let has_drawn_table = lines.iter().any(|line| is_table_rule(line));
    let mut rows: Vec<Row> = Vec::new();
    // Number of rows of the table that is being read.
    let mut table_rows = 0;
    for line in lines {
        if is_table_rule(line) {
            if table_rows == 1 {
                // The only row above the rule is the table's head.
                rows.pop();
            }
            continue;
        }
        let row = if is_heading(line) { None } else { read_row(line, has_drawn_table) };
        table_rows = if row.as_ref().is_some_and(Row::is_table) { table_rows + 1 } else { 0 };
        rows.extend(row);
    }
    rows
}

fn read_row(line: &str, has_drawn_table: bool) -> Option<Row> {
    let mut cells: Vec<String> =
        split_cells(&without_links(line), has_drawn_table).iter().map(|cell| clean(cell)).collect();
    while cells.last().is_some_and(String::is_empty) {
        cells.pop();
    }
    let is_written = cells.iter().any(|cell| cell.contains(char::is_alphanumeric));
    is_written.then_some(Row { cells })
}

/// Returns a text with one kind of line end, ASCII digits, and no control or invisible characters besides tabs.
fn readable(text: &str) -> String {
    let lines = text.replace("\r\n", "\n").replace(['\r', '\u{2028}', '\u{2029}'], "\n");
    let letters = lines.chars().filter(|letter| !is_invisible(*letter)).map(|letter| match letter {
        '\n' | '\t' => letter,
        '٠'..='٩' => char::from_digit(u32::from(letter) - u32::from('٠'), 10).unwrap_or(letter),
        '۰'..='۹' => char::from_digit(u32::from(letter) - u32::from('۰'), 10).unwrap_or(letter),
        _ if letter.is_control() || letter.is_whitespace() => ' ',
        _ => letter,
    });
    letters.collect()
}

/// Removes the tags of BBCode and HTML: those of rows and items become line ends, those of cells tabs.
fn without_tags(text: &str) -> String {
    let closed = closed_tags(text);
    let mut plain = String::with_capacity(text.len());
    let mut is_in_row = false;
    let mut rest = text;
    while let Some(place) = rest.find(['<', '[', '\n']) {
        let (before, tag) = rest.split_at(place);
        plain.push_str(before);
        let Some((name, length)) = read_tag(tag, &closed) else {
            let sign = tag.chars().next().unwrap_or_default();
            plain.push(if sign == '\n' && is_in_row { ' ' } else { sign });
            rest = tag.get(sign.len_utf8()..).unwrap_or_default();
            continue;
        };
        match name.as_str() {
            "/td" | "/th" => plain.push('\t'),
            "tr" | "/tr" => plain.push('\n'),
            "li" | "/li" | "*" | "br" | "/p" | "/div" | "/list" | "/h1" | "/h2" | "/h3" if !is_in_row => {
                plain.push('\n');
            }
            _ => {}
        }
        is_in_row = if name == "tr" { true } else { is_in_row && name != "/tr" };
        rest = tag.get(length..).unwrap_or_default();
    }
    plain.push_str(rest);
    let entities =
        [("&nbsp;", " "), ("&quot;", "\""), ("&#39;", "'"), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")];
    entities.into_iter().fold(plain, |text, (entity, sign)| text.replace(entity, sign))
}

/// Returns the names of the BBCode tags that the text closes: only they are tags, since `[GPU]` may head a title.
fn closed_tags(text: &str) -> BTreeSet<String> {
    let names = text.split("[/").skip(1).filter_map(|after| after.split_once(']')).map(|(name, _)| name);
    names.filter(|name| is_tag_name(name)).map(str::to_ascii_lowercase).collect()
}

fn is_tag_name(name: &str) -> bool {
    (1..=10).contains(&name.len()) && name.bytes().all(|letter| letter.is_ascii_alphanumeric())
}

/// Reads the tag at the start of a text: its name in lower case, with `/` before it in a closing one, and its length.
fn read_tag(text: &str, closed: &BTreeSet<String>) -> Option<(String, usize)> {
    let (inside, closing) = match text.as_bytes().first()? {
        b'<' => (text.get(1..)?, '>'),
        b'[' => (text.get(1..)?, ']'),
        _ => return None,
    };
    // No tag holds another one: a text of opening signs alone is walked once.
    let end = inside.find([closing, '\n', '[', '<'])?;
    let inside =
        inside.get(..end).filter(|_| text.get(end + 1..).is_some_and(|rest| rest.starts_with(closing)))?;
    let name = inside.split([' ', '=', '/']).find(|part| !part.is_empty())?.to_ascii_lowercase();
    let is_closing = inside.starts_with('/');
    let is_tag = match closing {
        '>' => {
            is_tag_name(&name) && !inside.starts_with(|first: char| first == ' ' || first.is_ascii_digit())
        }
        _ => name == "*" || closed.contains(&name),
    };
    let name = if is_closing { format!("/{name}") } else { name };
    is_tag.then_some((name, end + 2))
}

/// Removes the signs of a quotation before a line. A tab before the first cell stays: the cell is empty.
fn without_quotation(line: &str) -> &str {
    let mut rest = line.trim_matches(' ');
    while let Some(quoted) = rest.strip_prefix('>') {
        rest = quoted.trim_start_matches(' ');
    }
    rest
}

/// Whether a line draws the rule of a table: `|:---|---|`.
fn is_table_rule(line: &str) -> bool {
    line.contains("--")
        && line.contains(['|', '\t'])
        && line.chars().all(|letter| matches!(letter, '|' | '-' | ':' | '=' | '+' | ' ' | '\t'))
}

/// Whether a line is a heading of Markdown: `## Parts`.
fn is_heading(line: &str) -> bool {
    let text = line.trim_start_matches('#');
    text.len() < line.len() && text.starts_with(' ')
}

/// Replaces links and addresses by their words: `[Name](https://…)` becomes `Name`.
fn without_links(line: &str) -> String {
    let mut text = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(place) = rest.find("](") {
        let (before, link) = rest.split_at(place);
        let Some(end) = link.find(')') else { break };
        match before.rfind('[') {
            Some(start) => {
                let is_picture = before.get(..start).is_some_and(|before| before.ends_with('!'));
                text.push_str(before.get(..start).unwrap_or_default().trim_end_matches('!'));
                text.push_str(before.get(start + 1..).filter(|_| !is_picture).unwrap_or_default());
            }
            None => text.push_str(before),
        }
        rest = link.get(end + 1..).unwrap_or_default();
    }
    text.push_str(rest);
    without_addresses(&text)
}

/// Removes web addresses, up to the next space, bar or bracket.
fn without_addresses(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(place) = ["https://", "http://", "www."].iter().filter_map(|start| rest.find(start)).min()
    {
        let (before, address) = rest.split_at(place);
        plain.push_str(before);
        let end = address.find([' ', '\t', '|', ')', ']', '>', '"']).unwrap_or(address.len());
        rest = address.get(end..).unwrap_or_default();
    }
    plain.push_str(rest);
    plain.replace("()", " ").replace("<>", " ")
}

/// Splits a line into cells at its tabs, or at its bars where they are those of a table. An escaped bar belongs to a cell.
fn split_cells(line: &str, has_drawn_table: bool) -> Vec<String> {
    let line = line.replace("\\|", " ");
    if line.contains('\t') {
        return line.split('\t').map(str::to_owned).collect();
    }
    let trimmed = line.trim();
    let bars = trimmed.matches('|').count();
    let is_framed = trimmed.starts_with('|') || trimmed.ends_with('|');
    if bars == 0 || !(is_framed || bars > 1 || has_drawn_table) {
        return vec![line.replace('|', " ")];
    }
    let inner = trimmed.strip_prefix('|').unwrap_or(trimmed);
    inner.strip_suffix('|').unwrap_or(inner).split('|').map(str::to_owned).collect()
}

/// Removes the signs of emphasis and lists from a cell, and repeated spaces.
fn clean(cell: &str) -> String {
    let letters: Vec<char> = cell.chars().collect();
    let at = |index: Option<usize>| index.and_then(|index| letters.get(index)).copied().unwrap_or(' ');
    let mut text = String::with_capacity(cell.len());
    for (index, letter) in letters.iter().enumerate() {
        let (before, after) = (at(index.checked_sub(1)), at(index.checked_add(1)));
        let is_mark = match letter {
            _ if before == '\\' => false,
            '`' => true,
            '~' => before == '~' || after == '~',
            '*' => !(before.is_ascii_digit() && after.is_ascii_digit()),
            '_' => !(before.is_alphanumeric() && after.is_alphanumeric()),
            '\\' => after.is_ascii_punctuation(),
            _ => false,
        };
        if !is_mark {
            text.push(*letter);
        }
    }
    without_bullet(&text.split_whitespace().collect::<Vec<_>>().join(" ")).to_owned()
}

/// Removes bullets, numbers and boxes before an item: `- `, `• `, `1. `, `2) `, `[x] `.
fn without_bullet(text: &str) -> &str {
    let is_bullet = |letter: char| {
        matches!(letter, '-' | '–' | '—' | '•' | '·' | '+' | '▪' | '◦' | '●' | '○' | '■' | '►' | '✓' | '✔')
    };
    let mut rest = text.trim_start();
    if let Some(item) = rest.strip_prefix(is_bullet) {
        rest = item.trim_start();
    }
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let item =
        rest.get(digits..).filter(|_| matches!(digits, 1 | 2)).and_then(|rest| rest.strip_prefix(['.', ')']));
    if let Some(item) = item.and_then(|item| item.strip_prefix(' ')) {
        rest = item;
    }
    for sign in ["[ ] ", "[x] ", "[X] ", "☐ ", "☑ ", "✅ "] {
        rest = rest.strip_prefix(sign).unwrap_or(rest);
    }
    rest.trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(text: &str) -> Vec<Vec<String>> {
        read_rows(text).into_iter().map(|row| row.cells).collect()
    }

    #[test]
    fn forms_of_one_list_have_the_same_cells() {
        let expected = vec![vec!["CPU", "Core i5-14600K", "$190"], vec!["Case", "Pop Air", "€70,00 @ Laden"]];
        for text in [
            "| Kind | Part | Price |\n|:--|:--|--:|\n| **CPU** | [Core i5-14600K](https://x.example/a) | $190 |\n| **Case** | Pop Air | €70,00 @ [Laden](https://x.example) |",
            "Kind|Part|Price\n:--|:--|--:\n**CPU** | [Core i5-14600K](https://x.example/a) | $190\n**Case** | Pop Air | €70,00 @ Laden",
            "CPU\tCore i5-14600K\t$190\nCase\tPop Air\t€70,00 @ Laden",
            "> CPU\tCore i5-14600K\t$190\r\n> > Case\tPop Air\t€70,00 @ Laden",
            "[table][tr][td][b]CPU[/b][/td][td][url=https://x.example/a]Core i5-14600K[/url][/td][td]$190[/td][/tr]\n[tr]\n[td]Case[/td]\n[td]Pop Air[/td]\n[td]€70,00 @ Laden[/td]\n[/tr][/table]",
            "<table><tr><td>CPU</td><td><a href=\"https://x.example/a\">Core i5-14600K</a></td><td>$190</td></tr><tr><td>Case</td><td>Pop Air</td><td>€70,00 @ Laden</td></tr></table>",
        ] {
            assert_eq!(cells(text), expected, "{text}");
        }
    }

    #[test]
    fn marks_of_a_line_are_removed() {
        for (line, text) in [
            ("**CPU:** Core i5", "CPU: Core i5"),
            ("* Core i5", "Core i5"),
            ("- [x] Core i5", "Core i5"),
            ("12. Core i5", "Core i5"),
            ("• Core i5", "Core i5"),
            ("[*][b]CPU:[/b] Core i5", "CPU: Core i5"),
            ("[GPU] MSI Ventus", "[GPU] MSI Ventus"),
            ("RAM 2*16GB", "RAM 2*16GB"),
            ("WD\\_Black", "WD_Black"),
            ("MSI \\[Ventus\\] \\| 12G", "MSI [Ventus] 12G"),
            ("Ryzen <b>5</b> &amp; more", "Ryzen 5 & more"),
            ("Core i5 https://x.example/a?b=c", "Core i5"),
            ("رام ٣٢", "رام 32"),
        ] {
            assert_eq!(cells(line), vec![vec![text]], "{line}");
        }
        for line in ["## Parts", "---", "***", "|---|---|", "https://x.example/list", ""] {
            assert_eq!(cells(line), Vec::<Vec<String>>::new(), "{line}");
        }
    }
}
