import type { Category } from '~/api/wire'
import { readBuildName, readQuantity } from '~/lib/build'
import { parseCategory, slots } from '~/lib/categories'

/** A part that an exported build names by its id. */
export type PartById = { slot: Category; productId: string; quantity: number }
/** The result of reading an import. */
export type ParsedImport =
  | { kind: 'build'; name: string | undefined; parts: PartById[] }
  | { kind: 'list'; name?: string; text: string }
  | { kind: 'nothing' }
  | { kind: 'tooLarge' }

/** Maximum length of a list, as the api reads it. */
const MAX_LIST_LENGTH = 20_000

/**
 * Reads an exported build (JSON, in any shape the api accepts; or CSV). Any other text is a list, which the api reads.
 *
 * `names`: the categories by their names in the reader's language and in English.
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
  if (table.length > 0) return { kind: 'build', name: readCsvName(trimmed), parts: table }
  if (!/[\p{L}\p{N}]{2}/u.test(trimmed)) return { kind: 'nothing' }
  // The api counts characters, not UTF-16 units.
  return trimmed.length > MAX_LIST_LENGTH && Array.from(trimmed).length > MAX_LIST_LENGTH
    ? { kind: 'tooLarge' }
    : { kind: 'list', ...splitListName(trimmed) }
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
  return { kind: 'build', name: typeof json.name === 'string' ? readBuildName(json.name) : undefined, parts }
}

function readPartById(value: unknown, slot: Category): PartById | null {
  if (typeof value === 'string') return { slot, productId: value, quantity: 1 }
  if (!isRecord(value)) return null
  const id = value.productId ?? (isRecord(value.product) ? value.product.id : value.id)
  return typeof id === 'string' && id !== ''
    ? { slot, productId: id, quantity: readQuantity(value.quantity, slot) }
    : null
}

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

/** Reads the build's name from the row of the total, which alone has a name but no number of pieces and no id. */
function readCsvName(text: string): string | undefined {
  const rows = text.split(/\r\n|\r|\n/).map(csvCells)
  const total = rows.findLast((cells) => cells.length > 4 && cells[2] === '' && cells.at(-1)?.trim() === '')
  // An apostrophe before a sign keeps spreadsheets from reading the name as a formula.
  return readBuildName((total?.[1] ?? '').replace(/^'(?=\P{L})/u, ''))
}

/**
 * Splits the build's name from a list that was exported here: a heading of Markdown, a bold line before a list of BBCode,
 * or the line above a text whose other lines all have a colon.
 */
function splitListName(text: string): { name?: string; text: string } {
  const [first = '', ...rest] = text.split(/\r\n|\r|\n/)
  const heading = /^#{1,6} +(.+)$/.exec(first)?.[1]?.replace(/\\([\\`*_{}[\]<>()#+!|~-])/g, '$1')
  const bold = rest[0] === '[list]' ? /^\[b\](.+)\[\/b\]$/.exec(first)?.[1] : undefined
  const lines = rest.filter((line) => line !== '')
  const isTitled = rest[0] === '' && lines.length > 1 && lines.every((line) => line.includes(': '))
  const name = readBuildName(heading ?? bold ?? (isTitled ? first : ''))
  return name === undefined ? { text } : { name, text: rest.join('\n').trim() }
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
