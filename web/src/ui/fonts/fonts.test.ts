import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = import.meta.dirname
const css = readFileSync(join(folder, 'fonts.css'), 'utf8')

/** Limit of all fonts that a page in Arabic loads, in bytes. */
const MAX_SIZE = 90_000

/** Returns the ranges of characters that the fonts have, as pairs of code points. */
function readRanges(): [number, number][] {
  const texts = [...css.matchAll(/unicode-range:([^;]*);/g)].map((match) => match[1] ?? '')
  return texts
    .flatMap((text) => text.split(','))
    .map((range) => {
      const [from = '', to = from] = range.trim().replace('U+', '').split('-')
      return [Number.parseInt(from, 16), Number.parseInt(to, 16)]
    })
}

test('the fonts have every letter of the texts', () => {
  const ranges = readRanges()
  const texts = join(folder, '../../i18n')
  const words = readdirSync(texts)
    .filter((name) => name.endsWith('.json') && name !== 'glossary.json')
    .map((name) => readFileSync(join(texts, name), 'utf8'))
    .join('')
  const lacking = [...new Set(words)].filter((character) => {
    const code = character.codePointAt(0) ?? 0
    // Line ends, and marks of direction, which draw nothing.
    return (
      code > 0x20 && !(code >= 0x2066 && code <= 0x2069) && !ranges.some(([from, to]) => from <= code && code <= to)
    )
  })
  expect(lacking).toEqual([])
})

test('the fonts of a page in Arabic are small', () => {
  const files = readdirSync(folder).filter((name) => name.endsWith('.woff2'))
  expect(files).toHaveLength(6)
  expect(files.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)).toBeLessThan(MAX_SIZE)
})
