import { expect, test } from 'vitest'
import type { Category } from '~/api/wire'
import { emptyBuild, toSelectedComponent, withComponents } from '~/lib/build'
import { product, retailers } from '~/testing/fixtures'
import { buildLines, sumLines } from '../shared/buildLines'
import { exportBuild, exportFormats, type ExportFormat } from './exportBuild'
import { normaliseName, readImport } from './importBuild'

const words = {
  label: (category: Category) => (category === 'GPU' ? 'Video Card' : 'Memory'),
  total: 'Total',
  buildName: 'Fox',
  currency: 'KWD',
  columns: ['component', 'name', 'quantity', 'price_kwd', 'total_kwd', 'retailer', 'checked_at', 'product_id'],
  checked: (at: string) => `checked ${at}`,
  name: (of: { name: string }) => of.name,
  link: (id: string) => `https://x.example/product/${id}`,
}
const ids = [
  '00000000-0000-4000-8000-0000000000a1',
  '00000000-0000-4000-8000-0000000000b2',
  '00000000-0000-4000-8000-0000000000c3',
]
const names = new Map<string, Category>([
  [normaliseName('Video Card'), 'GPU'],
  [normaliseName('Memory'), 'RAM'],
  [normaliseName('كرت الشاشة'), 'GPU'],
])

function exported(format: ExportFormat, name = 'MSI [Ventus] RTX 5070 | 12G') {
  const gpu = toSelectedComponent(product({ id: ids[0], name, price: 1279.9, retailer: 'Safat Tech' }))
  const ram = toSelectedComponent(
    product({ id: ids[1], name: 'Flare X5', category: 'RAM', price: 44.9, retailer: null }),
    2,
  )
  const build = withComponents(emptyBuild('Fox'), { GPU: [gpu], RAM: [ram] })
  return exportBuild(build, buildLines(build.components, undefined, []), format, words)
}

test('a name is never exported as a formula of a spreadsheet', () => {
  for (const name of ['=HYPERLINK("http://x")', '+1', '-1+2', '@SUM(A1)', '\t=1', ' =1', '\u2066=1', '|cmd']) {
    const { text } = exported('CSV', name)
    expect(text).toContain(`'${name.replace(/"/g, '""')}`)
    expect(text.startsWith('\ufeff')).toBe(true)
  }
  expect(exported('CSV').text).toContain('1279.900')
  expect(exported('CSV').text).toContain('Memory,Flare X5,2,44.900,89.800,')
  expect(exported('CSV').text.trimEnd().endsWith('Total,Fox,,,1369.700,,,')).toBe(true)
})

test('every format carries the parts, their number and the total', () => {
  expect(JSON.parse(exported('JSON').text)).toMatchObject({
    name: 'Fox',
    currency: 'KWD',
    totalPrice: 1369.7,
    components: { RAM: [{ productId: ids[1], quantity: 2 }] },
  })
  expect(exported('Text').text).toContain('Memory: 2 × Flare X5, 89.800 KWD\n')
  expect(exported('Text').text).toContain('Total: 1,369.700 KWD')
  expect(exported('Markdown').text).toContain(
    `[MSI \\[Ventus\\] RTX 5070 \\| 12G](https://x.example/product/${ids[0]})`,
  )
  expect(exported('BBCode').text).toContain(
    `[url=https://x.example/product/${ids[0]}]MSI (Ventus) RTX 5070 | 12G[/url]`,
  )
  expect(() => exported('PDF' as ExportFormat)).toThrow('Unsupported export format')
})

test('a part that cannot be bought today is exported without a price and not added to the total', () => {
  const gpu = product({ id: ids[0], name: 'Sold card', price: 200 })
  const gone = product({ id: ids[1], name: 'Gone memory', category: 'RAM', price: 44.9 })
  const empty = product({ id: ids[2], name: 'Empty shelf', category: 'STORAGE', price: 30 })
  const build = withComponents(emptyBuild('Fox'), {
    GPU: [toSelectedComponent(gpu)],
    RAM: [toSelectedComponent(gone, 2)],
    STORAGE: [toSelectedComponent(empty)],
  })
  const lines = buildLines(build.components, { products: [gpu, { ...empty, inStock: false }], mergedInto: {} }, [])
  expect(lines.map((line) => [line.state, line.total])).toEqual([
    ['gone', 89.8],
    ['out', 30],
    ['sold', 200],
  ])
  expect(sumLines(lines)).toBe(200)
  expect(JSON.parse(exportBuild(build, lines, 'JSON', words).text)).toMatchObject({
    totalPrice: 200,
    components: { RAM: [{ price: null }] },
  })
  expect(exportBuild(build, lines, 'Text', words).text).toContain('Gone memory, –\n')
  expect(exportBuild(build, lines, 'CSV', words).text).toContain(',2,,,,')
})

test('an export says when each price was last read', () => {
  const [at, crawledAt] = ['2026-11-20T08:00:00Z', '2026-11-21T08:00:00Z']
  const gpu = product({ id: ids[0], name: 'Card', price: 200, checked: { at, byCrawls: true } })
  const build = withComponents(emptyBuild('Fox'), { GPU: [toSelectedComponent(gpu)] })
  const shops = retailers.map((retailer) => ({ ...retailer, crawledAt }))
  const lines = buildLines(build.components, { products: [gpu], mergedInto: {} }, shops)
  const as = (format: ExportFormat) => exportBuild(build, lines, format, words).text
  expect(as('CSV')).toContain(`Safat Tech,${crawledAt},${ids[0]}`)
  expect(JSON.parse(as('JSON'))).toMatchObject({ components: { GPU: [{ checkedAt: crawledAt }] } })
  expect(as('Text')).toContain(`(Safat Tech, checked ${crawledAt})`)
  expect(as('Markdown')).toContain('| Safat Tech, checked ')
})

test('importing an exported file gives the same parts', () => {
  expect(readImport(exported('JSON').text, names)).toEqual({
    kind: 'build',
    name: 'Fox',
    parts: [
      { slot: 'RAM', productId: ids[1], quantity: 2 },
      { slot: 'GPU', productId: ids[0], quantity: 1 },
    ],
  })
  // Spreadsheets keep the ids in any language; some write semicolons.
  const csv = exported('CSV')
  for (const text of [csv.text, csv.text.replaceAll(',', ';')]) {
    expect(readImport(text, names)).toEqual({
      kind: 'build',
      name: 'Fox',
      parts: [
        { slot: 'RAM', productId: ids[1], quantity: 2 },
        { slot: 'GPU', productId: ids[0], quantity: 1 },
      ],
    })
  }
  for (const format of ['Text', 'Markdown', 'BBCode'] as const) {
    const { text } = exported(format, 'MSI Ventus RTX 5070 12G')
    // The api reads lists.
    const list = text.trim().split('\n').slice(1).join('\n').trim()
    expect(readImport(text, names)).toEqual({ kind: 'list', name: 'Fox', text: list })
  }
})

test('the first part of a list is not taken for the name of the build', () => {
  for (const text of [
    'Ryzen 7 9800X3D\n\nRTX 5070',
    'CPU: Ryzen 7\nGPU: RTX 5070',
    'Ryzen 7\nGPU: RTX 5070\nRAM: 32 GB',
  ])
    expect(readImport(text, names)).toEqual({ kind: 'list', text })
})

test('a text without parts is refused, and so is one longer than the api reads', () => {
  for (const text of ['', '   ', '{"components": 7}', '{', '{"components": {}}', '---\n***', '[]'])
    expect([text, readImport(text, names).kind]).toEqual([text, 'nothing'])
  expect(readImport('ab'.repeat(10_000), names).kind).toBe('list')
  expect(readImport('ab'.repeat(10_001), names)).toEqual({ kind: 'tooLarge' })
  expect(
    readImport(
      '{"components": {"CPU": "a", "Memory": [{"productId": "b", "quantity": 99999}], "TOASTER": "c", "GPU": {"product": {"id": "d"}}}}',
      names,
    ),
  ).toMatchObject({
    parts: [{ productId: 'a' }, { slot: 'RAM', productId: 'b', quantity: 32 }, { slot: 'GPU', productId: 'd' }],
  })
})

test('the menu of the formats begins with plain text and ends with JSON', () => {
  expect([exportFormats[0], exportFormats.at(-1)]).toEqual(['Text', 'JSON'])
})
