import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { textsDirectory, textSets } from '~/testing/textSets'
import { isolate } from './index'

type Tree = { [key: string]: string | Tree }

/** Returns every text by its path: `listing.count_one`. */
function texts(tree: Tree, path = ''): Map<string, string> {
  const found = new Map<string, string>()
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === 'string') found.set(path + key, value)
    else for (const [inner, text] of texts(value, `${path}${key}.`)) found.set(inner, text)
  }
  return found
}

// Reads the files themselves: i18next merges the imported ones.
const sets = (language: string) =>
  textSets.map((set) => texts(JSON.parse(readFileSync(join(textsDirectory, `${set}${language}.json`), 'utf8')) as Tree))
const english = new Map(sets('en').flatMap((set) => [...set]))
const arabic = new Map(sets('ar').flatMap((set) => [...set]))
const plural = /_(zero|one|two|few|many|other)$/
const bases = (all: Map<string, string>) =>
  [...new Set([...all.keys()].map((key) => key.replace(plural, '')))].toSorted()
const variables = (text: string) =>
  [...text.matchAll(/{{(\w+)/g)]
    .map((match) => String(match[1]))
    .toSorted()
    .join()

test('both languages have the same texts', () => {
  expect(bases(arabic)).toEqual(bases(english))
})

test('no text is in two sets', () => {
  expect([english.size, arabic.size]).toEqual(
    ['en', 'ar'].map((language) => sets(language).reduce((sum, set) => sum + set.size, 0)),
  )
})

test('no text is empty', () => {
  const empty = [...english, ...arabic].filter(([, text]) => text.trim() === '')
  expect(empty).toEqual([])
})

test('every plural has all forms of its language', () => {
  const counted = [...english.keys()].filter((key) => key.endsWith('_one')).map((key) => key.replace(plural, ''))
  const missing = counted.flatMap((base) => [
    ...['other'].map((form) => `${base}_${form}`).filter((key) => !english.has(key)),
    ...['zero', 'one', 'two', 'few', 'many', 'other']
      .map((form) => `${base}_${form}`)
      .filter((key) => !arabic.has(key)),
  ])
  expect(missing).toEqual([])
})

test('texts that are no plurals name the same values in both languages', () => {
  const different = [...english].filter(
    ([key, text]) => !plural.test(key) && variables(arabic.get(key) ?? '') !== variables(text),
  )
  expect(different).toEqual([])
})

test('a value keeps its own direction inside a sentence', () => {
  expect(isolate('RTX 5070', 'en')).toBe('RTX 5070')
  expect(isolate('RTX 5070', 'ar')).toBe('\u2066RTX 5070\u2069')
  expect(isolate('كرت', 'ar')).toBe('كرت')
  expect(isolate('كرت', 'en')).toBe('\u2068كرت\u2069')
  expect(isolate('Falcon صقر', 'en')).toBe('\u2068Falcon صقر\u2069')
  expect(isolate('Falcon صقر', 'ar')).toBe('\u2068Falcon صقر\u2069')
})
