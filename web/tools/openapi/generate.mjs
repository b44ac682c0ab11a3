// Writes src/api/schema.d.ts (types), src/api/limits.ts and src/api/categories.ts (values that the web needs at run time)
// from openapi.json.
import { readFile, writeFile } from 'node:fs/promises'
import openapiTS, { astToString } from 'openapi-typescript'
import { files, head } from './current.mjs'

const source = new URL('../../openapi.json', import.meta.url)

const document = JSON.parse(await readFile(source, 'utf8'))

const texts = [
  astToString(await openapiTS(source, { alphabetize: true })),
  `\n${limits(document)}`,
  `\n${categories(document)}`,
]

/** Returns a module with the values of the document that the web would otherwise copy. */
function limits({ components: { schemas }, paths }) {
  const parameter = (path, name) => paths[path].get.parameters.find((one) => one.name === name).schema
  const constants = [
    [
      'TIERS',
      list(schemas.TierName.enum),
      'The price classes, cheapest first; the specification calls them performance tiers.',
    ],
    ['HISTORY_RANGES', list(schemas.HistoryRange.enum), 'The time ranges of a price history.'],
    ['BUILD_USES', list(schemas.BuildUse.enum), 'The uses for which builds can be requested.'],
    ['PAGE_SIZE', parameter('/api/products/list', 'limit').default, 'Number of products on a page of a listing.'],
    ['MAX_PAGE', parameter('/api/products/list', 'page').maximum, 'Maximum page number of a listing.'],
    ['MAX_RATING', schemas.NewReview.properties.rating.maximum, 'Maximum number of stars of a review.'],
    [
      'MAX_COMMENT_LENGTH',
      schemas.NewReview.properties.comment.maxLength,
      'Maximum length of the comment of a review, in characters.',
    ],
  ]
  return constants.map(([name, value, meaning]) => `/** ${meaning} */\nexport const ${name} = ${value}\n`).join('')
}

/** Returns a module with what the document states about each category. */
function categories({ components: { schemas } }) {
  const lines = schemas.Category['x-categories'].map(({ type, route, icon, letter, required, holdsSeveral }) => {
    const values = Object.entries({ type, route, icon, letter, required, holdsSeveral })
    return `  { ${values.map(([key, value]) => `${key}: ${typeof value === 'string' ? `'${value}'` : value}`).join(', ')} },\n`
  })
  return `/** The categories. \`letter\` is the key that opens the listing at \`route\`; a build needs \`required\` categories. */\nexport const CATEGORIES = [\n${lines.join('')}] as const\n`
}

function list(values) {
  return `[${values.map((value) => `'${value}'`).join(', ')}] as const`
}

for (const [index, path] of files.entries()) {
  // oxlint-disable-next-line no-await-in-loop -- three small files
  await writeFile(new URL(`../../${path}`, import.meta.url), head + texts[index])
}
