// Writes src/api/schema.d.ts from openapi.json. With --check it writes nothing and fails when the file is stale.
import { readFile, writeFile } from 'node:fs/promises'
import openapiTS, { astToString } from 'openapi-typescript'

const source = new URL('../../openapi.json', import.meta.url)
const target = new URL('../../src/api/schema.d.ts', import.meta.url)

const types = astToString(await openapiTS(source, { alphabetize: true }))
const wanted = `// Generated from openapi.json by \`npm run generate\`. Do not edit.\n${types}`

if (process.argv.includes('--check')) {
  const found = await readFile(target, 'utf8').catch(() => '')
  if (found !== wanted) {
    console.error('src/api/schema.d.ts is stale: run `npm run generate` and commit it.')
    process.exit(1)
  }
  console.log('src/api/schema.d.ts is current.')
} else {
  await writeFile(target, wanted)
  console.log('src/api/schema.d.ts written.')
}
