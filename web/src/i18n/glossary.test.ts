import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { textsDirectory, textSets } from '~/testing/textSets'
import glossary from './glossary.json'

type Tree = { [key: string]: string | Tree }

/** Lines about deletion, privacy and law use formal Arabic. */
const formal = /^settings\.account\.settings\.delete/

function lines(tree: Tree, path: string): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${path}${key}`, value] as [string, string]] : lines(value, `${path}${key}.`),
  )
}

const arabic = textSets.flatMap((set) =>
  lines(JSON.parse(readFileSync(join(textsDirectory, `${set}ar.json`), 'utf8')) as Tree, set),
)

/** Matches a whole word, also behind a joined article or preposition. */
const word = (text: string) => new RegExp(`(?<![\\p{L}])(?:[وبلف]|ال|بال|لل)?${text}(?![\\p{L}])`, 'u')

test('each thing has one Arabic name, which all texts use', () => {
  const wrong = Object.entries(glossary).flatMap(([term, refused]) =>
    refused.flatMap((other) =>
      arabic
        .filter(([key, text]) => !formal.test(key) && word(other).test(text))
        .map(([key]) => `${key}: ${other}, write ${term}`),
    ),
  )
  expect(wrong).toEqual([])
})
