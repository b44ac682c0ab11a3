// Measures, page by page, the gzipped JavaScript that a browser needs before the page renders.
// Fails when a page exceeds the limit. Run after `npm run build`.
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { readRoutes } from './routes.mjs'

const limitKb = 170

const dist = new URL('../dist/', import.meta.url)
const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', dist), 'utf8'))

/** Returns a chunk and everything it imports statically. */
function closure(key, found = new Set()) {
  if (found.has(key)) return found
  found.add(key)
  for (const imported of manifest[key].imports ?? []) closure(imported, found)
  return found
}

// main.tsx requests this chunk at once, and every page waits for it.
const dom = 'src/renderer.ts'

const weights = new Map()
function weight(key) {
  if (!weights.has(key))
    weights.set(key, gzipSync(readFileSync(new URL(manifest[key].file, dist)), { level: 9 }).length)
  return weights.get(key)
}

/** Returns the size of the texts in the larger of the two languages. */
const textsWeight = (sets) =>
  Math.max(
    ...['en', 'ar'].map((language) =>
      ['', ...sets.map((set) => `${set}.`)].reduce((sum, set) => sum + weight(`src/i18n/${set}${language}.json`), 0),
    ),
  )
// The scripts inside the page itself.
const html = readFileSync(new URL('index.html', dist), 'utf8')
const inline = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map((match) => match[1]).join('')
const inlineWeight = gzipSync(inline).length

let failed = false
for (const { path, module, texts } of readRoutes()) {
  const page = `src/${module}`
  if (!manifest[page]) {
    console.error(`${page}: not in the build`)
    failed = true
    continue
  }
  const chunks = closure(page, closure(dom, closure('index.html')))
  const kb = [...chunks].reduce((sum, key) => sum + weight(key), textsWeight(texts) + inlineWeight) / 1024
  const heavy = kb > limitKb
  failed ||= heavy
  console.log(`${heavy ? 'TOO HEAVY' : 'ok'} ${kb.toFixed(1).padStart(6)} KB of ${limitKb}  ${path.padEnd(24)} ${page}`)
}
process.exit(failed ? 1 : 0)
