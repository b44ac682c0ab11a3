import { beforeEach, expect, test } from 'vitest'
import { useBuild } from './buildStore'
import { hasStoredParts, STORAGE_KEY, STORAGE_VERSION } from './buildStorageFormat'

const cpu = {
  id: 'c1',
  name: 'Ryzen 7',
  nameAr: null,
  category: 'CPU' as const,
  price: 130,
  picture: null,
  retailer: 'Xcite',
  retailerSlug: 'xcite',
  inStock: true,
  listPrice: null,
  specs: {},
}

function store(state: unknown, version = STORAGE_VERSION) {
  localStorage.setItem(STORAGE_KEY, JSON.stringify({ state, version }))
}

beforeEach(() => useBuild.getState().forgetAll())

test('a build is begun once the store has stored a part, until the part is removed', () => {
  expect(hasStoredParts()).toBe(false)
  useBuild.getState().choose(cpu)
  expect(hasStoredParts()).toBe(true)
  useBuild.getState().remove('CPU')
  expect(hasStoredParts()).toBe(false)
})

test('parts stored without a named build count, as the store reads them', () => {
  store({ components: { CPU: [{ product: cpu }] } })
  expect(hasStoredParts()).toBe(true)
  store({ components: { CPU: { product: cpu } } })
  expect(hasStoredParts()).toBe(true)
})

test.each([
  null,
  '',
  '{',
  '[]',
  '"text"',
  '{"state":null,"version":1}',
  '{"state":{"currentBuild":{"components":[]}},"version":1}',
])('no build is begun in %s', (text) => {
  if (text === null) localStorage.removeItem(STORAGE_KEY)
  else localStorage.setItem(STORAGE_KEY, text)
  expect(hasStoredParts()).toBe(false)
})

test('no build is begun in another version, which the store clears', () => {
  store({ currentBuild: { components: { CPU: [{ product: cpu }] } } }, STORAGE_VERSION + 1)
  expect(hasStoredParts()).toBe(false)
})
