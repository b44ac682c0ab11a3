import { expect, test } from 'vitest'
import type { Category } from '~/api/wire'
import { emptyBuild, toSelectedComponent, withComponents } from '~/lib/build'
import { product } from '~/testing/fixtures'
import { buildLines, sumLines } from './buildLines'
import { exportBuild, type ExportFormat } from './exportBuild'
import { normaliseName, readImport } from './importBuild'

const words = {
  label: (category: Category) => (category === 'GPU' ? 'Video Card' : 'Memory'),
  total: 'Total',
  buildName: 'Fox',
  currency: 'KWD',
  columns: ['component', 'name', 'quantity', 'price_kwd', 'total_kwd', 'retailer', 'product_id'],
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
  expect(exported('CSV').text.trimEnd().endsWith('Total,,,,1369.700,,')).toBe(true)
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
      name: undefined,
      parts: [
        { slot: 'RAM', productId: ids[1], quantity: 2 },
        { slot: 'GPU', productId: ids[0], quantity: 1 },
      ],
    })
  }
  for (const format of ['Text', 'Markdown', 'BBCode'] as const) {
    const read = readImport(exported(format, 'MSI Ventus RTX 5070 12G').text, names)
    expect(read.kind).toBe('list')
    const lines = read.kind === 'list' ? read.parts : []
    expect({ format, lines: lines.map(({ text, quantity }) => [text, quantity]) }).toEqual({
      format,
      lines: expect.arrayContaining([
        ['Flare X5', 2],
        ['MSI Ventus RTX 5070 12G', 1],
      ]),
    })
  }
})

test('a pasted list is read in any language, without bullets, prices and the total', () => {
  const read = readImport(
    '1. Ryzen 7 9800X3D - 149.900 KWD\n• كرت الشاشة: RTX 5070 Ti 319.900 د.ك\n\n2 x 32GB DDR5\n---\nTotal: 500 KWD\n',
    names,
  )
  expect(read).toEqual({
    kind: 'list',
    omittedCount: 0,
    parts: [
      { text: 'Ryzen 7 9800X3D', slot: null, quantity: 1 },
      { text: 'RTX 5070 Ti', slot: 'GPU', quantity: 1 },
      // A kit of two modules is one product.
      { text: '2 x 32GB DDR5', slot: null, quantity: 1 },
    ],
  })
})

test('a text without parts is refused, and a long list is cut', () => {
  for (const text of ['', '   ', '{"components": 7}', '{', '{"components": {}}', '---\n***', '[]'])
    expect([text, readImport(text, names).kind]).toEqual([text, 'nothing'])
  const long = readImport(Array.from({ length: 100 }, (_, index) => `Part number ${index}`).join('\n'), names)
  expect(long).toMatchObject({ kind: 'list', omittedCount: 60 })
  expect(
    readImport(
      '{"components": {"CPU": "a", "Memory": [{"productId": "b", "quantity": 99999}], "TOASTER": "c", "GPU": {"product": {"id": "d"}}}}',
      names,
    ),
  ).toMatchObject({
    parts: [{ productId: 'a' }, { slot: 'RAM', productId: 'b', quantity: 32 }, { slot: 'GPU', productId: 'd' }],
  })
})
