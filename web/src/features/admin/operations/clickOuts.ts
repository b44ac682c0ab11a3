import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client, readBody } from '~/api/client'
import type { components } from '~/api/schema'
import type { CsvRow } from '../table/CsvButton'
import { withPasswordPrompt } from '../shared/passwordPrompt'

/** How often shoppers left for a shop from a category on a day. */
export type ClickOutCount = components['schemas']['ClickOutCount']

/** The shop and the days whose counts are listed. */
export type ClickOutFilter = { retailer: string | undefined; from: string | undefined; until: string | undefined }

/** Number of counts on a page. */
export const CLICK_OUTS_PER_PAGE = 50

const loadPage = (filter: ClickOutFilter, page: number, limit: number, signal?: AbortSignal) =>
  withPasswordPrompt(() =>
    readBody(client.GET('/api/admin/click-outs', { params: { query: { ...filter, page, limit } }, signal }), {
      clickOuts: [{}],
    }),
  )

/** A page of the counts of shoppers who left for shops. */
export const clickOutsQuery = (filter: ClickOutFilter, page: number) =>
  queryOptions({
    queryKey: ['ofUser', 'admin', 'clickOuts', filter, page],
    queryFn: ({ signal }) => loadPage(filter, page, CLICK_OUTS_PER_PAGE, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Loads the counts of a filter, one per line. */
export const loadClickOutRows = (filter: ClickOutFilter) => async (number: number, limit: number) => {
  const { clickOuts, total } = await loadPage(filter, number, limit)
  return {
    rows: clickOuts.map(({ day, retailerSlug, category, times }): CsvRow => ({
      day,
      retailer: retailerSlug,
      category,
      times,
    })),
    total,
  }
}
