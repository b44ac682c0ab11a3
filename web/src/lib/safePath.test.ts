import { expect, test } from 'vitest'
import { safePath } from './safePath'

test.each([
  ['/favorites', '/favorites'],
  ['/gpu?page=2#top', '/gpu?page=2#top'],
  [undefined, '/'],
  ['', '/'],
  ['https://evil.example/', '/'],
  ['//evil.example/', '/'],
  ['/\\evil.example', '/'],
  ['/\t/evil.example', '/'],
  ['javascript:alert(1)', '/'],
])('%s leads to %s', (path, expected) => {
  expect(safePath(path)).toBe(expected)
})
