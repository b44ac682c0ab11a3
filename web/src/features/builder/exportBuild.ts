import type { Category } from '~/api/wire'
import type { SelectedComponent } from '~/lib/buildStore'
import { createFormat } from '~/lib/format'
import { sumKwd } from '~/lib/money'

/** The kinds of file a build can be saved as. */
export const exportFormats = ['JSON', 'CSV', 'Text'] as const

/** One of them. */
export type ExportFormat = (typeof exportFormats)[number]

type ExportedFile = { name: string; type: string; text: string }

/** A build as a file. `label` names a kind of part in the reader's language. Prices are KWD. */
export function exportBuild(chosen: SelectedComponent[], format: ExportFormat, label: (category: Category) => string): ExportedFile {
  const total = sumKwd(chosen.map((one) => one.price ?? 0))
  const rows = chosen.map(({ componentType, product, price }) => ({
    component: label(componentType),
    name: product.name,
    price,
    retailer: product.retailer,
    id: product.id,
  }))
  switch (format) {
    case 'JSON':
      return {
        name: 'build.json',
        type: 'application/json',
        text: JSON.stringify({ name: 'New Build', currency: 'KWD', totalPrice: total, components: rows }, null, 2),
      }
    case 'CSV':
      return { name: 'build.csv', type: 'text/csv;charset=utf-8', text: toCsv(rows, total) }
    case 'Text':
      return { name: 'build.txt', type: 'text/plain;charset=utf-8', text: toText(rows, total) }
  }
}

type Row = { component: string; name: string; price: number | null; retailer: string | null; id: string }

function toCsv(rows: Row[], total: number): string {
  const { money } = createFormat('en')
  const lines = [
    ['component', 'name', 'price_kwd', 'retailer', 'product_id'],
    ...rows.map(({ component, name, price, retailer, id }) => [component, name, price === null ? '' : plain(money(price)), retailer ?? '', id]),
    ['total', '', plain(money(total)), '', ''],
  ]
  // The mark at the start tells spreadsheets that it is UTF-8, so that Arabic opens right.
  return `\ufeff${lines.map((line) => line.map(csvCell).join(',')).join('\r\n')}\r\n`
}

/** A cell that a spreadsheet cannot take for a formula. */
function csvCell(value: string): string {
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replace(/"/g, '""')}"` : safe
}

function toText(rows: Row[], total: number): string {
  const { money } = createFormat('en')
  const lines = rows.map(({ component, name, price, retailer }) => {
    const where = retailer ? ` (${retailer})` : ''
    return `${component}: ${name}, ${price === null ? '–' : `${money(price)} KWD`}${where}`
  })
  return `${[...lines, '', `${money(total)} KWD`].join('\n')}\n`
}

function plain(amount: string): string {
  return amount.replace(/,/g, '')
}
