// Weighs the JavaScript a shopper's browser needs before a page is drawn, gzipped, page by page.
// Fails when one weighs more than the limit. Run after `npm run build`.
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

const limitKb = 170
const pages = [
  'src/features/builder/BuilderPage.tsx',
  'src/features/builder/PartsListPage.tsx',
  'src/features/catalogue/CategoryPage.tsx',
  'src/features/catalogue/ProductsPage.tsx',
  'src/features/catalogue/SearchPage.tsx',
  'src/features/catalogue/ComparePage.tsx',
  'src/features/product/ProductPage.tsx',
]

const dist = new URL('../dist/', import.meta.url)
const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', dist), 'utf8'))

/** A chunk and everything it imports statically. */
function closure(key, found = new Set()) {
  if (found.has(key)) return found
  found.add(key)
  for (const imported of manifest[key].imports ?? []) closure(imported, found)
  return found
}

const weights = new Map()
function weight(key) {
  if (!weights.has(key)) weights.set(key, gzipSync(readFileSync(new URL(manifest[key].file, dist)), { level: 9 }).length)
  return weights.get(key)
}

// The texts of one language; the larger one.
const texts = Math.max(...['src/i18n/en.json', 'src/i18n/ar.json'].map(weight))
// The scripts inside the page itself.
const html = readFileSync(new URL('index.html', dist), 'utf8')
const inline = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map((match) => match[1]).join('')
const inlineWeight = gzipSync(inline).length

let failed = false
for (const page of pages) {
  if (!manifest[page]) {
    console.error(`${page}: not in the build`)
    failed = true
    continue
  }
  const chunks = closure(page, closure('index.html'))
  const kb = [...chunks].reduce((sum, key) => sum + weight(key), texts + inlineWeight) / 1024
  const heavy = kb > limitKb
  failed ||= heavy
  console.log(`${heavy ? 'TOO HEAVY' : 'ok'} ${kb.toFixed(1).padStart(6)} KB of ${limitKb}  ${page}`)
}
process.exit(failed ? 1 : 0)
