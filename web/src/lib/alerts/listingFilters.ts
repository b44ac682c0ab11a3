import { readListingSearch, withoutEmpty, type ListingSearch } from '~/lib/listingSearch'
import { parseSearch, stringifySearch } from '~/lib/urlSearch'

/**
 * Returns the words and filters of a listing as an alert stores them: parameters of the listing's call. The order, the page
 * and the fit to a build are no part of them, and only products in stock count. `category`: the one that the path names.
 */
export function toAlertListing(search: ListingSearch, category?: string): string {
  const named = category === undefined ? {} : { category: [category] }
  const left = { sort: undefined, page: undefined, fit: undefined, inStock: undefined }
  return stringifySearch({ ...search, ...named, ...left }).slice(1)
}

/** Returns the search of the page that shows the products of an alert's listing. */
export function toListingSearch(listing: string): ListingSearch {
  return withoutEmpty(readListingSearch(parseSearch(listing)))
}
