import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// Checks that `tests/statements` names an existing test for each statement of the specification.

const root = join(import.meta.dirname, '../../..')
const sections = ['1', '2', '3', '4', '5', '6', '7', '8', '9']

type Statement = { section: string; statement: string; file: string; title: string }

function read(document: string): Statement[] {
  const [head, ...lines] = readFileSync(join(root, 'tests/statements', `${document}.tsv`), 'utf8')
    .trimEnd()
    .split('\n')
  expect(head).toBe('section\tstatement\tfile\ttest')
  return lines.map((line) => {
    const [section = '', statement = '', file = '', title = '', ...rest] = line.split('\t')
    if (rest.length > 0) throw new Error(`more than four cells: ${line}`)
    return { section, statement, file, title }
  })
}

/** Returns the index of the line on which a test with this title begins; -1 where there is none. */
function lineOf(lines: string[], { file, title }: Statement): number {
  if (file.endsWith('.rs')) return lines.findIndex((line) => line.includes(`fn ${title}(`))
  return lines.findIndex(
    (line) => /\btest\b|\)\(/.test(line) && ["'", '`', '"'].some((quote) => line.includes(quote + title + quote)),
  )
}

const indentOf = (line: string): number => line.length - line.trimStart().length

/** Whether the line is inside a loop over the languages. */
function isOfEveryLanguage(lines: string[], at: number): boolean {
  let indent = indentOf(lines[at] ?? '')
  for (const line of lines.slice(0, at).toReversed()) {
    if (line.trim() === '' || indentOf(line) >= indent) continue
    indent = indentOf(line)
    if (/\bof languages\)/.test(line)) return true
  }
  return false
}

const linesOf = (file: string): string[] => readFileSync(join(root, file), 'utf8').split('\n')

test.each(['shopper', 'accounts'])('every statement of %s is held by a test that exists', (document) => {
  const statements = read(document)
  const lost = statements.filter(
    (one) => one.statement === '' || !existsSync(join(root, one.file)) || lineOf(linesOf(one.file), one) < 0,
  )
  expect(lost).toEqual([])
  const named = statements.map(({ statement }) => statement)
  expect(named.filter((one, index) => named.indexOf(one) < index)).toEqual([])
})

test.each(['shopper', 'accounts'])('every section of %s has a test in a browser in both languages', (document) => {
  const inBrowser = read(document).filter((one) => {
    const lines = linesOf(one.file)
    return one.file.startsWith('tests/e2e/') && isOfEveryLanguage(lines, lineOf(lines, one))
  })
  expect(sections.filter((section) => !inBrowser.some((one) => one.section === section))).toEqual([])
})
