import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client, readBody } from '~/api/client'
import type { components } from '~/api/schema'
import { withPasswordPrompt } from '../shared/passwordPrompt'
import type { Tone } from '../table/ToneChip'

/** A product with different prices at different retailers. */
export type PriceDifference = components['schemas']['PriceDifference']

/** The categories to choose from. */
export const priceCategories = [
  'CPU',
  'GPU',
  'RAM',
  'MOTHERBOARD',
  'STORAGE',
  'PSU',
  'CASE',
  'CPU_COOLER',
  'MONITOR',
] as const
/** The minimum differences to choose from, in percent. */
export const minDifferences = ['5', '10', '15', '20', '30', '50'] as const
export const DEFAULT_MIN_DIFFERENCE = '10'

/** Filters of the report. */
export type PriceFilter = {
  category?: (typeof priceCategories)[number]
  least: (typeof minDifferences)[number]
  inStock: boolean
  page: number
}

/** The products with the greatest differences. */
export const priceDifferencesQuery = (filter: PriceFilter) =>
  queryOptions({
    queryKey: ['ofUser', 'admin', 'prices', filter],
    queryFn: ({ signal }) => listPriceDifferences(filter, PRICES_PER_PAGE, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Number of products on a page. */
export const PRICES_PER_PAGE = 100

function listPriceDifferences({ category, least, inStock, page }: PriceFilter, limit: number, signal?: AbortSignal) {
  const query = {
    category,
    minDifference: Number(least),
    limit,
    ...(inStock && { inStock }),
    ...(page > 1 && { page }),
  }
  return withPasswordPrompt(() =>
    readBody(client.GET('/api/admin/price-differences', { params: { query }, signal }), { priceDifferences: [] }),
  )
}

/** Returns a page of the report as rows of a CSV file, one per product. */
export async function loadPriceRows(filter: PriceFilter, page: number, limit: number) {
  const { priceDifferences, totalCount } = await listPriceDifferences({ ...filter, page }, limit)
  const rows = priceDifferences.map(
    ({
      productId,
      productName,
      category,
      retailerCount,
      minPrice,
      maxPrice,
      priceDifference,
      percentageDifference,
      retailers,
    }) => ({
      productId,
      product: productName,
      category,
      shops: retailerCount,
      lowest: minPrice,
      highest: maxPrice,
      differenceKwd: priceDifference,
      differencePercent: percentageDifference,
      cheapestShop: retailers[0]?.retailer ?? null,
      dearestShop: retailers.at(-1)?.retailer ?? null,
    }),
  )
  return { rows, total: totalCount }
}

/** Returns a difference's tone: red above 30 percent, orange above 20. */
export const differenceTone = (percent: number): Tone => (percent > 30 ? 'red' : percent > 20 ? 'orange' : 'plain')
