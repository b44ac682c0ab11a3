import type { Category } from '~/api/wire'
import { readQuantity } from '~/lib/build'
import { parseCategory, slots } from '~/lib/categories'

/** A part that an exported build names by its id. */
export type PartById = { slot: Category; productId: string; quantity: number }
/** A line of a pasted list, to be searched. */
export type PartByText = { text: string; slot: Category | null; quantity: number }
/** The result of reading an import. */
export type ParsedImport =
  | { kind: 'build'; name: string | undefined; parts: PartById[] }
  | { kind: 'list'; parts: PartByText[]; omittedCount: number }
  | { kind: 'nothing' }

/** Maximum number of lines, more than any build has. */
const MAX_LINES = 40
const MAX_LINE_LENGTH = 200

/**
 * Reads an exported build (JSON, in any shape the api accepts; or CSV), or a list with one part per line in any
 * language.
 *
 * `names`: the categories by their names in the reader's language and in English.
 *
 * Example: `2. Storage: 2 x Samsung 990 Pro 2TB - 69.900 KWD (Safat Tech)` becomes the text `Samsung 990 Pro 2TB`, the
 * slot `STORAGE` (by `storage` in `names`) and the quantity 2.
 */
export function readImport(text: string, names: Map<string, Category>): ParsedImport {
  const trimmed = text.replace(/^\ufeff/, '').trim()
  if (/^[[{]/.test(trimmed)) {
    const build = readJson(trimmed)
    // The text begins like JSON and is none: a list may begin with a bracket, too.
    if (build) return build.parts.length > 0 ? build : { kind: 'nothing' }
    if (trimmed.startsWith('{')) return { kind: 'nothing' }
  }
  const table = readCsv(trimmed, names)
  if (table.length > 0) return { kind: 'build', name: undefined, parts: table }
  const lines = withoutTitle(trimmed.split(/\r\n|\r|\n/).flatMap((line) => readLine(line, names) ?? []))
  if (lines.length === 0) return { kind: 'nothing' }
  return { kind: 'list', parts: lines.slice(0, MAX_LINES), omittedCount: Math.max(0, lines.length - MAX_LINES) }
}

function readJson(text: string): Extract<ParsedImport, { kind: 'build' }> | null {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return null
  }
  if (!isRecord(json) || !isRecord(json.components)) return null
  const parts = Object.entries(json.components).flatMap(([slot, value]) => {
    const category = parseCategory(slot)
    if (!category || !slots.some((info) => info.type === category)) return []
    return (Array.isArray(value) ? value : [value]).flatMap((one) => readPartById(one, category) ?? [])
  })
  return { kind: 'build', name: typeof json.name === 'string' ? json.name.slice(0, 100) : undefined, parts }
}

function readPartById(value: unknown, slot: Category): PartById | null {
  if (typeof value === 'string') return { slot, productId: value, quantity: 1 }
  if (!isRecord(value)) return null
  const id = value.productId ?? (isRecord(value.product) ? value.product.id : value.id)
  return typeof id === 'string' && id !== ''
    ? { slot, productId: id, quantity: readQuantity(value.quantity, slot) }
    : null
}

/** Removes a title: a first line without a category, where several other lines have one. */
function withoutTitle([first, ...rest]: PartByText[]): PartByText[] {
  if (!first) return []
  return first.slot === null && rest.filter((part) => part.slot !== null).length > 1 ? rest : [first, ...rest]
}

/** Converts a row of a Markdown table to a line: its first two cells hold the category and the part. */
function lineOf(row: string): string {
  if (!row.startsWith('|')) return row
  const [kind = '', part = ''] = row
    .replace(/\\\|/g, ' ')
    .split('|')
    .slice(1)
    .map((cell) => cell.trim())
  return kind === '' || part === '' ? '' : `${kind}: ${part}`
}

/** Removes bullets, Markdown and BBCode markup, prices and retailers from a line; the rest names the part. */
function readLine(line: string, names: Map<string, Category>): PartByText | null {
  let text = lineOf(line.trim())
    .replace(/^#+ .*/, '')
    .replace(/\\(.)/g, '$1')
    .replace(/\[\/?(?:b|i|u|\*|list|url(?:=[^\]]*)?)\]/gi, ' ')
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replace(/[|]/g, ' ')
    .replace(/https?:\/\/\S+/g, ' ')
    .replace(/[*_`#>]+/g, ' ')
    .trim()
    .replace(/^[-•–·+]+\s*/, '')
    .replace(/^\d{1,2}[.)]\s+/, '')
    // The price and everything after it: 1,279.900 KWD (Safat Tech), 129.900 د.ك
    .replace(/[,،@–-]?\s*[\d٠-٩][\d٠-٩,.٫٬]*\s*(?:KWD|KD|د\.?\s?ك|دينار).*$/i, '')
    .trim()
  const label = /^([^:：]{2,30})[:：]\s*/.exec(text)
  const labelText = label?.[1] ?? ''
  const slot = names.get(normaliseName(labelText)) ?? parseCategory(labelText) ?? null
  if (label && slot) text = text.slice(label[0].length)
  const isKit = slot === 'RAM' || slot === null ? memoryKit.test(text) && !drive.test(text) : false
  const count = isKit ? null : (/^(\d{1,2})\s*[x×*]\s+/i.exec(text) ?? /\s+[x×*]\s*(\d{1,2})$/.exec(text))
  if (count) text = text.replace(count[0], ' ').trim()
  text = text.trim().slice(0, MAX_LINE_LENGTH)
  // A separator, a heading or the total is no part.
  if (!/[\p{L}\p{N}]{2}/u.test(text) || /^(total|الإجمالي|sum)\b/i.test(text) || /^[:\s-]+$/.test(text)) return null
  return { text, slot, quantity: Math.max(1, Number(count?.[1] ?? 1)) }
}

/** Two or more modules sold as one product: 2 x 32GB. */
const memoryKit = /^[248]\s*[x×*]\s*(?:4|8|12|16|24|32|48|64)\s*(?:GB|G|جيجا|قيقا)(?![\p{L}\p{N}])/iu
const drive = /ssd|hdd|nvme|m\.2|هارد/i

/**
 * Reads a spreadsheet that was exported here, in either language: its rows are recognised by the product ids in the
 * last column.
 */
function readCsv(text: string, names: Map<string, Category>): PartById[] {
  return text.split(/\r\n|\r|\n/).flatMap((line): PartById[] => {
    const cells = csvCells(line)
    const [kind = '', , count] = cells
    const productId = cells.at(-1)?.trim() ?? ''
    const slot = names.get(normaliseName(kind)) ?? parseCategory(kind)
    if (cells.length < 4 || !slot || !slots.some((info) => info.type === slot) || !productIdForm.test(productId))
      return []
    return [{ slot, productId, quantity: readQuantity(Number(count), slot) }]
  })
}

const productIdForm = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Splits a row into cells at the separator that it uses: comma, semicolon or tab. */
function csvCells(line: string): string[] {
  const separator = [',', ';', '\t'].find((sign) => line.split(sign).length > 3) ?? ','
  const cells: string[] = []
  let cell = ''
  let quoted = false
  for (const sign of line) {
    if (sign === '"') quoted = !quoted
    else if (sign === separator && !quoted) {
      cells.push(cell)
      cell = ''
    } else cell += sign
  }
  return [...cells, cell]
}

/** Normalises a category's name for the lookup. */
export function normaliseName(name: string): string {
  return name.trim().toLowerCase().replace(/\s+/g, ' ')
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
