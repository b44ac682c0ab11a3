import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import Validator from '@adobe/structured-data-validator'
import WebAutoExtractor from '@marbec/web-auto-extractor'
import { system } from './system.ts'

// Two validators read a page's structured data: Adobe's has the rules of Google's rich results (merchant listings among
// them), and schema-dts has the vocabulary of schema.org as types.

/** One object of a page's JSON-LD. */
export type Thing = { '@type': string } & Record<string, unknown>
/** One finding of the validator. */
type Issue = { severity: 'ERROR' | 'WARNING'; issueMessage: string; rootType: string; fieldNames?: string[] }

/** Returns a page's HTML as a search engine fetches it. */
export async function fetchPage(path: string): Promise<string> {
  const response = await fetch(system.url + path)
  if (!response.ok) throw new Error(`${path} answers ${response.status}`)
  return response.text()
}

/** Returns the JSON-LD objects of a page. */
export function readJsonLd(html: string): Thing[] {
  return [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
    ([, json]) => JSON.parse(String(json)) as Thing,
  )
}

/** Returns the rich-result issues of a page. */
export async function richResultIssues(html: string): Promise<Issue[]> {
  const found = new WebAutoExtractor({ addLocation: true, embedSource: ['rdfa', 'microdata'] }).parse(html)
  return (await new Validator().validate(found)) as Issue[]
}

/** Returns the errors that schema.org's types report for objects, each named by its page; empty where all are valid. */
export async function vocabularyErrors(things: [page: string, thing: Thing][]): Promise<string> {
  const folder = resolve(system.root, 'target/checks/structured-data')
  const here = import.meta.dirname
  mkdirSync(folder, { recursive: true })
  const lines = things.map(
    ([page, thing], index) =>
      `// ${page}\nexport const thing${index}: WithContext<${thing['@type']}> = ${JSON.stringify(thing)}`,
  )
  const types = [...new Set(things.map(([, thing]) => thing['@type']))]
  writeFileSync(
    resolve(folder, 'things.ts'),
    [`import type { WithContext, ${types.join(', ')} } from 'schema-dts'`, ...lines].join('\n'),
  )
  const options = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    module: 'NodeNext',
    types: [],
    paths: { 'schema-dts': [resolve(here, 'node_modules/schema-dts/dist/schema.d.ts')] },
  }
  writeFileSync(resolve(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['things.ts'] }))
  try {
    await promisify(execFile)(resolve(here, 'node_modules/.bin/tsc'), ['--project', folder], { maxBuffer: 10_000_000 })
    return ''
  } catch (error) {
    return error instanceof Error && 'stdout' in error ? String(error.stdout).slice(0, 4000) : String(error)
  }
}
