import { useQueries, useQuery } from '@tanstack/react-query'
import { productsQuery } from '~/api/productsQuery'
import { findRequested } from '~/api/requestedProducts'
import { client, readBody } from '~/api/client'
import type { Category, Product } from '~/api/wire'
import { categoryInfo } from '~/lib/categories'
import type { ParsedImport } from './importBuild'

/** Maximum number of products that a line offers to choose from. */
const MAX_CHOICES = 6

/** One imported item, with the products that it may be. */
export type ReviewLine = {
  key: string
  /** The text as written, or the product's id where a build names it. */
  text: string
  quantity: number
  /** Most likely first; empty when nothing was found. */
  choices: Product[]
  /** Whether the search ignored words to find anything. */
  isPartial: boolean
  /** Whether the search ignored at least half of the words: no product is preselected. */
  isUncertain: boolean
  state: 'searching' | 'found' | 'none' | 'failed' | 'wrongSlot'
}

/** Looks up the imported items: ids in the catalogue, lines by the search engine. */
export function useImportReview(parsed: ParsedImport | null): ReviewLine[] {
  const partsById = parsed?.kind === 'build' ? parsed.parts : []
  const partsByText = parsed?.kind === 'list' ? parsed.parts : []
  const ids = [...new Set(partsById.map((part) => part.productId))].filter(isId)
  const products = useQuery({ ...productsQuery(ids), placeholderData: undefined })
  const searches = useQueries({
    queries: partsByText.map((part) => ({
      queryKey: ['import', part.text, part.slot],
      queryFn: ({ signal }: { signal: AbortSignal }) => searchInStockFirst(part, signal),
    })),
  })
  const linesById = partsById.map((part, index): ReviewLine => {
    const product = findRequested(products.data, part.productId)
    const isWrongSlot = product !== undefined && product.category !== part.slot
    const isRequested = isId(part.productId) && ids.length > 0
    return {
      key: `${index}-${part.productId}`,
      text: product?.name ?? part.productId,
      quantity: part.quantity,
      choices: product && !isWrongSlot ? [product] : [],
      isPartial: false,
      isUncertain: false,
      state: isWrongSlot
        ? 'wrongSlot'
        : product
          ? 'found'
          : isRequested && products.isError
            ? 'failed'
            : isRequested && products.isPending
              ? 'searching'
              : 'none',
    }
  })
  const linesByText = partsByText.map((part, index): ReviewLine => {
    const search = searches[index]
    const choices = search?.data?.products.filter((one) => categoryInfo(one.category).isSlot) ?? []
    return {
      key: `${index}-${part.text}`,
      text: part.text,
      quantity: part.quantity,
      choices,
      isPartial: (search?.data?.dropped.length ?? 0) > 0,
      isUncertain: (search?.data?.dropped.length ?? 0) * 2 >= part.text.split(/\s+/).length,
      state: search?.isPending ? 'searching' : search?.isError ? 'failed' : choices.length > 0 ? 'found' : 'none',
    }
  })
  return [...linesById, ...linesByText]
}

/**
 * Returns the products that a line may be, most likely first. Where the best result is out of stock and a search in
 * stock answers all the same words ("DDR5 32GB"), products in stock come first; a model that no retailer sells is still
 * found.
 */
async function searchInStockFirst(part: { text: string; slot: Category | null }, signal: AbortSignal) {
  const search = (inStock?: true) =>
    readBody(
      client.GET('/api/search', {
        params: {
          query: {
            q: part.text,
            limit: MAX_CHOICES,
            facets: false,
            inStock,
            ...(part.slot ? { category: [part.slot] } : {}),
          },
        },
        signal,
      }),
      { products: [] },
    )
  const all = await search()
  if (all.products[0]?.inStock !== false) return all
  const available = await search(true)
  if (available.dropped.length > all.dropped.length || (available.corrected && !all.corrected)) return all
  const ids = new Set(available.products.map(({ id }) => id))
  return {
    ...all,
    products: [...available.products, ...all.products.filter(({ id }) => !ids.has(id))].slice(0, MAX_CHOICES),
  }
}

function isId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
}
