import { expect, test } from 'vitest'
import { toApiParameters, readListingSearch } from './listingSearch'
import { parseSearch, readList, stringifySearch } from './urlSearch'

const read = (url: string) => readListingSearch(parseSearch(url))

test('a search survives the way into a URL and back', () => {
  const url =
    '?q=rtx+5070&manufacturer=ASUS&manufacturer=MSI&minPrice=200&inStock=false&sort=price_asc&page=3&spec.gpuChipset=GeForce+RTX+5070'
  expect(stringifySearch(read(url))).toBe(url)
})

test('orders by value are read', () => {
  expect(read('?sort=value_capacity').sort).toBe('value_capacity')
  expect(read('?sort=value_beauty').sort).toBeUndefined()
})

test('invalid values are left out', () => {
  expect(
    read(
      '?page=-3&minPrice=cheap&sort=prettiest&inStock=maybe&tier=golden&minRating=9&tabby=1&spec.a/b=1&spec.flavour=sweet&spec.length.min=long&__proto__=x',
    ),
  ).toEqual({})
})

test('excluded values are read from the address and sent to the api', () => {
  const url = '?-manufacturer=ASUS&-retailer=souk&-spec.color=White'
  expect(stringifySearch(read(url))).toBe(url)
  expect(toApiParameters(read(url), 20)).toMatchObject({ '-manufacturer': ['ASUS'], '-spec.color': ['White'] })
  expect(read('?-tier=budget&-spec.flavour=sweet&-spec.length.min=300')).toEqual({})
})

test('a price above the highest that the api accepts is lowered to it', () => {
  expect(readListingSearch({ minPrice: '2000000' }).minPrice).toBe(1_000_000)
})

test('reversed bounds are swapped', () => {
  expect(read('?minPrice=300&maxPrice=100')).toEqual({ minPrice: 100, maxPrice: 300 })
  expect(read('?spec.length.min=320&spec.length.max=300')).toEqual({
    'spec.length.min': ['300'],
    'spec.length.max': ['320'],
  })
})

test('values may be repeated or separated by commas', () => {
  expect(read('?manufacturer=ASUS,MSI&manufacturer=MSI').manufacturer).toEqual(['ASUS', 'MSI'])
})

test('a wrong upper bound of a fact leaves the lower one', () => {
  expect(read('?spec.length.min=300&spec.length.max=abc')).toEqual({ 'spec.length.min': ['300'] })
})

test('words to be searched literally may hold a comma', () => {
  expect(read('?q=gpu+under+1,000+kd&literal=under+1,000+kd&literal=gpu').literal).toEqual(['under 1,000 kd', 'gpu'])
})

test('old category names are read, and unknown ones are kept for the error message', () => {
  expect(read('?category=Memory&category=cooler').category).toEqual(['RAM', 'CPU_COOLER'])
  expect(read('?category=toaster').category).toEqual(['toaster'])
})

test('in stock is the default and is sent to the API', () => {
  expect(toApiParameters(read(''), 20)).toEqual({ inStock: true, page: 1, limit: 20 })
  expect(toApiParameters(read('?inStock=false'), 20)).toEqual({ page: 1, limit: 20 })
})

test('product ids are read without repetition', () => {
  expect(readList('part')(parseSearch('?part=a&part=b,a'))).toEqual({ part: ['a', 'b'] })
  expect(readList('part')({ part: '' })).toEqual({ part: undefined })
})

test('a value with a comma is one value, in the address and for the api', () => {
  const search = { manufacturer: ['Acme Co., Ltd.', 'AMD'], literal: ['under 1,000'] }
  expect(readListingSearch(parseSearch(stringifySearch(search)))).toEqual(search)
  expect(toApiParameters(search, 20)).toMatchObject({
    manufacturer: ['Acme Co.\\, Ltd.', 'AMD'],
    literal: ['under 1\\,000'],
  })
  // Links are written by hand, too.
  expect(readListingSearch(parseSearch('?manufacturer=AMD,Intel'))).toEqual({ manufacturer: ['AMD', 'Intel'] })
})
