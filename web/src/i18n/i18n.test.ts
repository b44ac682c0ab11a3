import { expect, test } from 'vitest'
import ar from './ar.json'
import en from './en.json'
import { isolate } from './index'
import moreAr from './more.ar.json'
import moreEn from './more.en.json'

type Tree = { [key: string]: string | Tree }

/** Every text by its path: `listing.count_one`. */
function texts(tree: Tree, path = ''): Map<string, string> {
  const found = new Map<string, string>()
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === 'string') found.set(path + key, value)
    else for (const [inner, text] of texts(value, `${path}${key}.`)) found.set(inner, text)
  }
  return found
}

const english = new Map([...texts(en), ...texts(moreEn)])
const arabic = new Map([...texts(ar), ...texts(moreAr)])
const plural = /_(zero|one|two|few|many|other)$/
const bases = (all: Map<string, string>) => [...new Set([...all.keys()].map((key) => key.replace(plural, '')))].toSorted()
const variables = (text: string) => [...text.matchAll(/{{(\w+)/g)].map((match) => String(match[1])).toSorted().join()

test('both languages have the same texts', () => {
  expect(bases(arabic)).toEqual(bases(english))
})

test('no text is empty', () => {
  const empty = [...english, ...arabic].filter(([, text]) => text.trim() === '')
  expect(empty).toEqual([])
})

test('every plural has all forms of its language', () => {
  const counted = [...english.keys()].filter((key) => key.endsWith('_one')).map((key) => key.replace(plural, ''))
  const missing = counted.flatMap((base) => [
    ...['other'].map((form) => `${base}_${form}`).filter((key) => !english.has(key)),
    ...['zero', 'one', 'two', 'few', 'many', 'other'].map((form) => `${base}_${form}`).filter((key) => !arabic.has(key)),
  ])
  expect(missing).toEqual([])
})

test('texts that are no plurals name the same values in both languages', () => {
  const different = [...english].filter(([key, text]) => !plural.test(key) && variables(arabic.get(key) ?? '') !== variables(text))
  expect(different).toEqual([])
})

test('a value keeps its own direction inside a sentence', () => {
  expect(isolate('RTX 5070', 'en')).toBe('RTX 5070')
  expect(isolate('RTX 5070', 'ar')).toBe('\u2066RTX 5070\u2069')
  expect(isolate('كرت', 'ar')).toBe('كرت')
  expect(isolate('كرت', 'en')).toBe('\u2067كرت\u2069')
})
