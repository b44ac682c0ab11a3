import type { Category } from '~/api/wire'
import type { Build, SelectedProduct } from '~/lib/build'
import { csvText } from '~/lib/csv'
import { createFormat } from '~/i18n/format'
import { isBuyable, sumLines, type BuildLine } from '../shared/buildLines'

/** The export formats in the order of the menu: first those for people, last the one for programs. */
export const exportFormats = ['Text', 'CSV', 'Markdown', 'BBCode', 'JSON'] as const

/** The columns of a spreadsheet. An import reads the last one, with the products' ids. */
export const exportColumns = [
  'component',
  'name',
  'quantity',
  'price',
  'total',
  'retailer',
  'checkedAt',
  'productId',
] as const

export type ExportFormat = (typeof exportFormats)[number]

/** A build as a file, ready to be saved or copied. */
export type ExportedFile = { name: string; type: string; text: string }

type ExportTexts = {
  /** Names a category in the reader's language. */
  label: (category: Category) => string
  total: string
  /** The build's name as the reader sees it. */
  buildName: string
  currency: string
  /** The headers of a spreadsheet's columns. */
  columns: string[]
  /** A part's name as the reader sees it. */
  name: (product: SelectedProduct) => string
  /** Says when a price was last read. */
  checked: (at: string) => string
  /** The address of a product's page. */
  link: (productId: string) => string
}

type Row = {
  component: string
  name: string
  quantity: number
  price: number | null
  total: number | null
  retailer: string | null
  checkedAt: string | null
  id: string
}

/** Returns a build as a file, at today's prices in KWD. Throws for an unknown format. */
export function exportBuild(build: Build, lines: BuildLine[], format: ExportFormat, texts: ExportTexts): ExportedFile {
  const rows = lines.map((line): Row => {
    const { part, product, price, total } = line
    // A part that cannot be bought today has no price, so that the prices of a file add up to its total.
    const buyable = isBuyable(line)
    return {
      component: texts.label(part.componentType),
      name: texts.name(product),
      quantity: part.quantity,
      price: buyable ? price : null,
      total: buyable ? total : null,
      retailer: buyable ? product.retailer : null,
      checkedAt: buyable ? line.checkedAt : null,
      id: product.id,
    }
  })
  const total = sumLines(lines)
  switch (format) {
    case 'JSON':
      return { name: 'build.json', type: 'application/json', text: toJson(build, lines) }
    case 'CSV':
      return { name: 'build.csv', type: 'text/csv;charset=utf-8', text: toCsv(rows, total, texts) }
    case 'Text':
      return { name: 'build.txt', type: 'text/plain;charset=utf-8', text: toText(rows, total, texts) }
    case 'Markdown':
      return { name: 'build.md', type: 'text/markdown;charset=utf-8', text: toMarkdown(rows, total, texts) }
    case 'BBCode':
      return { name: 'build.bbcode.txt', type: 'text/plain;charset=utf-8', text: toBbcode(rows, total, texts) }
    default:
      throw new Error('Unsupported export format')
  }
}

/** The `kind` of an exported build, by which an import recognises it. */
const exportKind = 'tajmeea-build'

function toJson({ name, templateId, createdAt }: Build, lines: BuildLine[]): string {
  const slots = [...new Set(lines.map((line) => line.part.componentType))]
  const of = (slot: Category) => lines.filter((line) => line.part.componentType === slot)
  return JSON.stringify(
    {
      kind: exportKind,
      version: 1,
      name,
      ...(templateId === undefined ? {} : { templateId }),
      createdAt: createdAt.toISOString(),
      currency: 'KWD',
      totalPrice: sumLines(lines),
      components: Object.fromEntries(
        slots.map((slot) => [
          slot,
          of(slot).map((line) => {
            const { part, product, price } = line
            const offer = isBuyable(line)
              ? { price, retailer: product.retailer, checkedAt: line.checkedAt }
              : { price: null, retailer: null, checkedAt: null }
            return { productId: product.id, name: product.name, quantity: part.quantity, ...offer }
          }),
        ]),
      ),
    },
    null,
    2,
  )
}

function toCsv(rows: Row[], total: number, texts: ExportTexts): string {
  const lines = [
    texts.columns,
    ...rows.map((row) => [
      row.component,
      row.name,
      String(row.quantity),
      plain(row.price),
      plain(row.total),
      row.retailer ?? '',
      row.checkedAt ?? '',
      row.id,
    ]),
    [texts.total, texts.buildName, '', '', plain(total), '', '', ''],
  ]
  return csvText(lines)
}

function toText(rows: Row[], total: number, texts: ExportTexts): string {
  const lines = rows.map(
    (row) => `${row.component}: ${times(row)}${row.name}, ${amount(row.total, texts)}${where(row, texts)}`,
  )
  return `${[texts.buildName, '', ...lines, '', `${texts.total}: ${amount(total, texts)}`].join('\n')}\n`
}

function toMarkdown(rows: Row[], total: number, texts: ExportTexts): string {
  const { total: totalText, link, buildName } = texts
  const lines = rows.map(
    (row) =>
      `| ${markdown(row.component)} | ${times(row)}[${markdown(row.name)}](${link(row.id)}) | ${amount(row.total, texts)} | ${markdown(seller(row, texts) ?? '–')} |`,
  )
  return `${[`## ${markdown(buildName)}`, '', `| | | ${texts.currency} | |`, '|:--|:--|--:|:--|', ...lines, `| **${markdown(totalText)}** | | **${amount(total, texts)}** | |`].join('\n')}\n`
}

/** Escapes characters that Markdown would read as markup. */
function markdown(value: string): string {
  return value.replace(/[\\`*_{}[\]<>()#+!|~-]/g, (mark) => `\\${mark}`).replace(/[\r\n]+/g, ' ')
}

function toBbcode(rows: Row[], total: number, texts: ExportTexts): string {
  const { total: totalText, link, buildName } = texts
  const lines = rows.map(
    (row) =>
      `[*][b]${bbcode(row.component)}:[/b] ${times(row)}[url=${link(row.id)}]${bbcode(row.name)}[/url], ${amount(row.total, texts)}${bbcode(where(row, texts))}`,
  )
  return `${[`[b]${bbcode(buildName)}[/b]`, '[list]', ...lines, '[/list]', `[b]${bbcode(totalText)}: ${amount(total, texts)}[/b]`].join('\n')}\n`
}

/** Replaces square brackets, which BBCode would read as tags, with round ones. */
function bbcode(value: string): string {
  return value
    .replace(/\[/g, '(')
    .replace(/\]/g, ')')
    .replace(/[\r\n]+/g, ' ')
}

const times = ({ quantity }: Row) => (quantity > 1 ? `${quantity} × ` : '')
const where = (row: Row, texts: ExportTexts) => (row.retailer ? ` (${seller(row, texts)})` : '')

/** The retailer, and when its price was read. */
function seller({ retailer, checkedAt }: Row, texts: ExportTexts): string | null {
  return retailer !== null && checkedAt !== null ? `${retailer}, ${texts.checked(checkedAt)}` : retailer
}

function amount(kwd: number | null, { currency }: ExportTexts): string {
  return kwd === null ? '–' : `${createFormat('en').money(kwd)} ${currency}`
}

/** Formats an amount without thousands separators, as a spreadsheet reads it. */
function plain(kwd: number | null): string {
  return kwd === null ? '' : createFormat('en').money(kwd).replace(/,/g, '')
}
