/** A spreadsheet file of lines of cells. The mark at the start tells spreadsheets that it is UTF-8, so that Arabic opens right. */
export function csvText(lines: string[][]): string {
  return `\ufeff${lines.map((line) => line.map(csvCell).join(',')).join('\r\n')}\r\n`
}

/** A cell that a spreadsheet cannot take for a formula, whatever stands before the sign. */
function csvCell(value: string): string {
  const safe = /^[\s\u200e\u200f\u2066-\u2069]*[=+\-@|]/.test(value) || /^[\t\r\n]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replace(/"/g, '""')}"` : safe
}
