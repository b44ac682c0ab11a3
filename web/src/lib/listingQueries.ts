import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client, readBody } from '~/api/client'
import { PAGE_SIZE } from '~/api/limits'
import { PRODUCT } from '~/api/queries'
import { documentLanguage } from '~/i18n/language'
import { toApiParameters, type ListingSearch } from './listingSearch'

const LISTING = {
  products: [PRODUCT],
  nearby: [PRODUCT],
  facets: {},
  understood: [],
  dropped: [],
  relaxed: [],
  hiddenBy: [],
}

/**
 * A page of a listing, with the counts of its filters. `partsToFit`: the build's products that the listed ones
 * should fit, each as `id` or `id:quantity`.
 */
export const listingQuery = (search: ListingSearch, partsToFit: string[] = []) =>
  queryOptions({
    queryKey: ['products', 'list', search, search.fit === false ? [] : partsToFit],
    queryFn: ({ signal }) =>
      readBody(
        client.GET('/api/products/list', {
          params: { query: toApiParameters(search, PAGE_SIZE, partsToFit) },
          signal,
        }),
        LISTING,
      ),
    placeholderData: keepPreviousData,
  })

/** All values of a filter group of a listing or of search results, with their counts among `partsToFit` as there. */
export const allValuesQuery = (search: ListingSearch, group: string, partsToFit: string[] = []) =>
  queryOptions({
    queryKey: ['products', 'values', search, group, search.fit === false ? [] : partsToFit],
    queryFn: ({ signal }) => {
      const query = { ...toApiParameters({ ...search, page: 1 }, 1, partsToFit), allValues: group }
      return search.q === undefined
        ? readBody(client.GET('/api/products/list', { params: { query }, signal }), LISTING)
        : readBody(client.GET('/api/search', { params: { query }, signal }), LISTING)
    },
    placeholderData: keepPreviousData,
  })

/** The text that was searched last on this visit: the api counts which text follows which. */
let lastText: string | undefined

/** Returns the text that was searched before another one, and remembers that one. */
function takePreviousText(text: string | undefined): string | undefined {
  const previous = lastText === text ? undefined : lastText
  lastText = text
  return previous
}

/** A page of search results. */
export const searchQuery = (search: ListingSearch) =>
  queryOptions({
    queryKey: ['products', 'search', search] as const,
    queryFn: ({ signal }) => {
      const query = { ...toApiParameters(search, PAGE_SIZE), previous: takePreviousText(search.q) }
      // The api counts searches by the language of the page.
      const headers = { 'Accept-Language': documentLanguage() }
      return readBody(client.GET('/api/search', { params: { query }, headers, signal }), LISTING)
    },
    enabled: search.q !== undefined,
  })
