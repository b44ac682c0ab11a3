/**
 * Returns a CSV file with the given rows. A byte order mark at the start tells spreadsheets that the file is UTF-8, so
 * that Arabic is read correctly.
 */
export function csvText(lines: string[][]): string {
  return `\ufeff${lines.map((line) => line.map(csvCell).join(',')).join('\r\n')}\r\n`
}

/**
 * Quotes a cell, and marks it as text where a spreadsheet could take it for a formula, also behind blanks and invisible
 * marks.
 */
function csvCell(value: string): string {
  const safe = /^[\s\u200e\u200f\u2066-\u2069]*[=+\-@|]/.test(value) || /^[\t\r\n]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replace(/"/g, '""')}"` : safe
}
