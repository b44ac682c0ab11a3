import { expect, test } from 'vitest'
import type { Issue } from '~/lib/verdict'
import { groupFindings, withoutRepeatedFixes } from './groupFindings'

/** An issue between two parts. */
const issue = (code: string, componentIds: string[], categories: Issue['fixes'][number]['category'][] = []): Issue => ({
  code,
  type: 'error',
  message: code,
  messageAr: code,
  componentIds,
  evidence: [],
  fixes: categories.map((category) => ({ category, filters: [] })),
})

test('findings are grouped by the part that most of them are about', () => {
  const [socket, memory, length, alone] = [
    issue('SOCKET', ['board', 'cpu']),
    issue('MEMORY', ['memory', 'board']),
    issue('LENGTH', ['card', 'case']),
    issue('POWER', ['supply']),
  ]
  expect(groupFindings([socket, length, memory, alone])).toEqual([
    { partId: 'board', findings: [socket, memory] },
    { partId: null, findings: [length] },
    { partId: null, findings: [alone] },
  ])
})

test('a group offers other parts of a category once', () => {
  const fixes = withoutRepeatedFixes([
    issue('SOCKET', ['board', 'cpu'], ['MOTHERBOARD', 'CPU']),
    issue('MEMORY', ['board', 'memory'], ['MOTHERBOARD', 'RAM']),
  ]).map((one) => one.fixes.map(({ category }) => category))
  expect(fixes).toEqual([['MOTHERBOARD', 'CPU'], ['RAM']])
})
