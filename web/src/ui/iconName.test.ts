import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')

test('the names are those of the drawings, in their order', () => {
  const names = [...read('iconName.ts').matchAll(/\| '(\w+)'/g)].map(([, name]) => name)
  const drawings = [...read('icons.svg').matchAll(/<symbol id="(\w+)"/g)].map(([, id]) => id)
  expect(names).toEqual(drawings)
})
