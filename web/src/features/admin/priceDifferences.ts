import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answer, client } from '~/api/client'
import type { components } from '~/api/schema'
import { confirmed } from './confirmed'
import type { Tone } from './ToneChip'

/** A product that shops ask different prices for. */
export type PriceDifference = components['schemas']['PriceDifference']

/** The categories to choose from. */
export const priceCategories = ['CPU', 'GPU', 'RAM', 'MOTHERBOARD', 'STORAGE', 'PSU', 'CASE', 'CPU_COOLER', 'MONITOR'] as const
/** The smallest differences to choose from, in percent. */
export const leastDifferences = ['5', '10', '15', '20', '30', '50'] as const
export const usualLeast = '10'

/** Which products are shown. */
export type PriceFilter = { category?: (typeof priceCategories)[number]; least: (typeof leastDifferences)[number] }

/** The products with the greatest differences. */
export const priceDifferencesQuery = ({ category, least }: PriceFilter) =>
  queryOptions({
    queryKey: ['mine', 'admin', 'prices', { category, least }],
    queryFn: ({ signal }) => confirmed(() => answer(client.GET('/api/admin/price-differences', { params: { query: { category, minDifference: Number(least), limit: 100 } }, signal }))),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** A difference's colour: red above 30 percent, orange above 20. */
export const differenceTone = (percent: number): Tone => (percent > 30 ? 'red' : percent > 20 ? 'orange' : 'plain')
