import { expect, test } from 'vitest'
import { removeDuplicateCategories, type EntryGroup } from './entries'

test('a category suggested by both the page and the server is listed once, first', () => {
  const groups: EntryGroup[] = [
    { title: 'categories', entries: [{ kind: 'category', key: 'category-GPU', category: 'GPU' }] },
    { title: 'categories', entries: [{ kind: 'category', key: 'GPU', category: 'GPU' }] },
    { title: null, entries: [{ kind: 'query', key: 'all', q: 'gpu', icon: 'search', all: true }] },
  ]
  expect(removeDuplicateCategories(groups).map(({ entries }) => entries.map(({ key }) => key))).toEqual([
    ['category-GPU'],
    ['all'],
  ])
})
