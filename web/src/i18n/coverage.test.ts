import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import pages from '../../tools/pages.json'

// Follows the imports from the entry as the browser loads them, and checks that every text that a module uses is in a
// set loaded by then.

type Tree = { [key: string]: string | Tree }
const source = join(import.meta.dirname, '..')
const plural = /_(zero|one|two|few|many|other)$/

function keys(set: string): Set<string> {
  const found = new Set<string>()
  const walk = (tree: Tree, path: string) => {
    for (const [key, value] of Object.entries(tree)) {
      if (typeof value === 'string') found.add((path + key).replace(plural, ''))
      else walk(value, `${path}${key}.`)
    }
  }
  walk(JSON.parse(readFileSync(join(source, 'i18n', `${set === '' ? '' : `${set}.`}en.json`), 'utf8')) as Tree, '')
  return found
}
const setNames = [
  '',
  'specs',
  'home',
  'band',
  'budget',
  'upgrade',
  'build',
  'catalogue',
  'browsing',
  'compare',
  'facets',
  'interpretation',
  'landing',
  'deals',
  'product',
  'productPanels',
  'partsList',
  'seldomUsed',
  'channels',
  'account',
  'settings',
  'header',
  'builds',
  'shopCard',
  'shopPage',
  'secondFactor',
  'forShops',
  'infoPages',
  'scan',
  'admin',
  'adminTabs',
]
const keysOf = new Map(setNames.map((set) => [set, keys(set)]))
const all = new Set([...keysOf.values()].flatMap((set) => [...set]))

function file(from: string, requests: string): string | null {
  const path = requests.startsWith('~/')
    ? join(source, requests.slice(2))
    : requests.startsWith('.')
      ? join(dirname(from), requests)
      : null
  return (
    path &&
    ([path, `${path}.ts`, `${path}.tsx`, join(path, 'index.ts')].find(
      (one) => /\.tsx?$/.test(one) && existsSync(one),
    ) ??
      null)
  )
}

type Lazy = { path: string; sets: string[] }

/** Reads a file's static imports, its lazy imports with their text sets, and the texts that it uses. */
function read(path: string) {
  const text = readFileSync(path, 'utf8').replaceAll(/\/\*[^]*?\*\/|\/\/.*$/gm, '')
  const now = [...text.matchAll(/^(?:import|export)\s(?!type\s)[^'";]*?['"]([^'"]+)['"]/gm)].map((match) =>
    file(path, String(match[1])),
  )
  const lazy: Lazy[] = [
    ...text.matchAll(/(?:withTexts\(\s*\[([^\]]*)\],\s*)?(?:\(\) =>\s*)?import\(\s*'([^']+)'/g),
  ].flatMap(([, listed, requests]) => {
    const found = file(path, String(requests))
    return found ? [{ path: found, sets: [...(listed ?? '').matchAll(/\w+/g)].map(String) }] : []
  })
  const exact = [...text.matchAll(/['"`](\w+(?:\.[\w/-]+)+)['"`]/g)]
    .map((match) => String(match[1]))
    .filter((key) => all.has(key))
  const begun = [...text.matchAll(/`(\w+(?:\.\w+)*\.)(?:\w*)\$\{[^}]*\}([^`$]*)`/g)].flatMap(([, start, end]) =>
    [...all].filter((key) => key.startsWith(String(start)) && key.endsWith(String(end))),
  )
  return { now: now.filter((one) => one !== null), lazy, keys: [...exact, ...begun] }
}

function closure(path: string, found = new Set<string>()): Set<string> {
  if (found.has(path)) return found
  found.add(path)
  for (const one of read(path).now) closure(one, found)
  return found
}

// `search.…` in the header's list is one of its groups, and `spec.…` in URLs and filters is not a text.
const noText = new Set([
  'features/search/SuggestionList.tsx',
  'lib/listingSearch.ts',
  'lib/urlSearch.ts',
  'features/builder/start/composeBuild.ts',
])

function lacking(path: string, sets: Set<string>, seen: Set<string>): string[] {
  const place = `${path} ${[...sets].toSorted().join()}`
  if (seen.has(place)) return []
  seen.add(place)
  const there = new Set([...sets].flatMap((set) => [...(keysOf.get(set) ?? [])]))
  return [...closure(path)].flatMap((one) => {
    const name = relative(source, one)
    const { keys: named, lazy } = read(one)
    const here = noText.has(name)
      ? []
      : named.filter((key) => !there.has(key)).map((key) => `${name}: ${key} (with ${[...sets].join(' ')})`)
    return [...here, ...lazy.flatMap((later) => lacking(later.path, new Set([...sets, ...later.sets]), seen))]
  })
}

test('every module uses only texts that are loaded with it', () => {
  expect([...new Set(lacking(join(source, 'main.tsx'), new Set(['']), new Set()))]).toEqual([])
})

test('the preloaded text sets of a page are those of its route', () => {
  const router = read(join(source, 'app/routes.tsx')).lazy
  const requests = Object.values(pages).map(
    ({ module }) => router.find(({ path }) => relative(source, path) === module)?.sets,
  )
  expect(requests).toEqual(Object.values(pages).map(({ texts }) => texts))
})
