import { expect, test } from 'vitest'
import { toAlertListing, toListingSearch } from './listingFilters'

test('the filters of a page become the listing of an alert, and lead back to the page', () => {
  const listing = toAlertListing(
    {
      q: 'rtx 5070',
      manufacturer: ['Acme, Ltd.', 'MSI'],
      maxPrice: 250,
      tabby: true,
      'spec.gpuVram.min': ['8'],
      inStock: false,
      fit: false,
      sort: 'price_asc',
      page: 3,
    },
    'GPU',
  )
  expect(new URLSearchParams(listing).getAll('manufacturer')).toEqual(['Acme\\, Ltd.', 'MSI'])
  expect([...new Set(new URLSearchParams(listing).keys())].toSorted()).toEqual(
    ['category', 'manufacturer', 'maxPrice', 'q', 'spec.gpuVram.min', 'tabby'].toSorted(),
  )
  expect(toListingSearch(listing)).toEqual({
    q: 'rtx 5070',
    category: ['GPU'],
    manufacturer: ['Acme, Ltd.', 'MSI'],
    maxPrice: 250,
    tabby: true,
    'spec.gpuVram.min': ['8'],
  })
})

test('a page without words and filters has no listing', () => {
  expect(toAlertListing({ page: 2, sort: 'drop' })).toBe('')
})
