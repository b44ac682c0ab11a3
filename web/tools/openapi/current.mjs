// Succeeds where the files that generate.mjs writes are made from today's openapi.json by today's generate.mjs. Has no
// packages, so that it answers before any are installed.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

/** The generated files, in web. */
export const files = ['src/api/schema.d.ts', 'src/api/limits.ts', 'src/api/categories.ts']

const read = (path) => readFileSync(new URL(path, import.meta.url), 'utf8')
const sources = createHash('sha256').update(read('../../openapi.json')).update(read('generate.mjs'))

/** First line of each generated file. */
export const head = `// Generated from openapi.json by \`npm run generate\` (${sources.digest('hex').slice(0, 16)}). Do not edit.\n`

function isCurrent(path) {
  try {
    return read(`../../${path}`).startsWith(head)
  } catch {
    return false
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) process.exit(files.every(isCurrent) ? 0 : 1)
