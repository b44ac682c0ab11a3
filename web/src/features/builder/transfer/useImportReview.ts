import { useQuery } from '@tanstack/react-query'
import { productsQuery } from '~/api/productsQuery'
import { findRequested } from '~/api/requestedProducts'
import type { ListedPart, Product } from '~/api/wire'
import { partsListQuery } from '../shared/api'
import type { ParsedImport } from './importBuild'

/** Imported item, with the products that it may be. */
export type ReviewLine = {
  key: string
  /** The text as written, or the product's id where a build names it. */
  text: string
  quantity: number
  /** Most likely first; empty when nothing was found. */
  choices: Product[]
  /** Whether the search ignored words to find anything. */
  isPartial: boolean
  /** Whether no product is surely the one that the line names: none is preselected. */
  isUncertain: boolean
  state: 'searching' | 'found' | 'none' | 'failed' | 'wrongSlot' | 'tooLong' | 'otherKind'
}

/** Items of an import with the products that they may be, and the state of reading a list. */
type Review = {
  lines: ReviewLine[]
  state: 'searching' | 'read' | 'failed'
  /** Number of parts of a list that are not read, because a build holds fewer. */
  omittedCount: number
}

/** Looks up the imported items: ids in the catalogue, lists by the api. */
export function useImportReview(parsed: ParsedImport | null): Review {
  const partsById = parsed?.kind === 'build' ? parsed.parts : []
  const ids = [...new Set(partsById.map((part) => part.productId))].filter(isId)
  const products = useQuery({ ...productsQuery(ids), placeholderData: undefined })
  const list = useQuery(partsListQuery(parsed?.kind === 'list' ? parsed.text : ''))
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
  if (parsed?.kind !== 'list') {
    const isSearching = linesById.some(({ state }) => state === 'searching')
    return { lines: linesById, state: isSearching ? 'searching' : 'read', omittedCount: 0 }
  }
  return {
    lines: (list.data?.lines ?? []).map(toReviewLine),
    state: list.isPending ? 'searching' : list.isError ? 'failed' : 'read',
    omittedCount: list.data?.omitted ?? 0,
  }
}

function toReviewLine(part: ListedPart, index: number): ReviewLine {
  return {
    key: `${index}-${part.text}`,
    text: part.text,
    quantity: part.quantity,
    choices: part.products,
    isPartial: part.partial,
    isUncertain: !part.certain,
    state: part.problem === null ? 'found' : part.problem === 'notFound' ? 'none' : part.problem,
  }
}

function isId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
}
