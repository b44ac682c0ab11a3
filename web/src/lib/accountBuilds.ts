// The builds of an account as the server sends them, and their conversion to the store's form. Reads only:
// `accountSaver.ts` writes their parts. A build in this browser is *stored*, one in the account is *saved*.

import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client, readBody } from '~/api/client'
import type { components } from '~/api/schema'
import type { Category } from '~/api/wire'
import {
  isComplete,
  toSelectedComponent,
  totalPrice,
  toWireComponents,
  type Build,
  type Components,
  type SelectedProduct,
} from './build'
import { categories } from './categories'

type Schemas = components['schemas']

/** A build of an account, as sent. */
export type SavedBuild = Schemas['Build']
/** A part of a saved build. */
export type SavedPart = Schemas['BuildComponent']

/** Number of builds on a page. */
export const BUILDS_PER_PAGE = 20
/** Maximum number of builds in a comparison. */
export const MAX_COMPARED_BUILDS = 4

/** A page of the user's builds, last changed first. */
export const myBuildsQuery = (page = 1) =>
  queryOptions({
    queryKey: ['ofUser', 'builds', page],
    queryFn: ({ signal }) =>
      readBody(client.GET('/api/builds', { params: { query: { page, limit: BUILDS_PER_PAGE } }, signal }), {
        builds: [],
      }),
    placeholderData: keepPreviousData,
  })

/** Build: by its share token, or by its id for its owner. Keys with `ofUser` depend on who is signed in (`queryClient.ts`). */
export const savedBuildQuery = (id: string) =>
  queryOptions({
    queryKey: ['ofUser', 'build', id],
    queryFn: ({ signal }) =>
      readBody(client.GET('/api/builds/{id}', { params: { path: { id } }, signal }), {
        build: {},
      }),
  })

/** Returns the parts of a build in the order of the rows. */
export function listSavedParts(build: SavedBuild): SavedPart[] {
  return categories.flatMap(({ type }) => {
    const parts: SavedPart | SavedPart[] | undefined = build.components[type]
    return parts === undefined ? [] : [parts].flat()
  })
}

/** Returns the state of a part, of which the api tells apart less: what can be ordered in advance is not just out of stock. */
export function findPartState({ state, product }: SavedPart): SavedPart['state'] | 'preOrder' {
  return state === 'out' && product.preOrder ? 'preOrder' : state
}

/** Returns the part of a product that the builder stores; null when the product is permanently gone. */
export function toSelectedProduct({ product }: SavedPart): SelectedProduct | null {
  if (product.id === null) return null
  const { id, name, nameAr, category, price, picture, retailer, retailerSlug, inStock, listPrice } = product
  return { id, name, nameAr, category, price, picture, retailer, retailerSlug, inStock, listPrice, specs: {} }
}

/** Converts a build of the account to the builder's form. */
export function toBuild(saved: SavedBuild): Build {
  const parts: Components = {}
  for (const part of listSavedParts(saved)) {
    const product = toSelectedProduct(part)
    if (!product) continue
    const one = { ...toSelectedComponent(product, part.quantity, new Date(saved.pricedAt)), price: part.price }
    parts[part.componentType] = [...(parts[part.componentType] ?? []), one]
  }
  return {
    id: saved.id,
    name: saved.name,
    ...(saved.description === null ? {} : { description: saved.description }),
    components: parts,
    totalPrice: totalPrice(parts),
    isComplete: isComplete(parts),
    createdAt: new Date(saved.createdAt),
    updatedAt: new Date(saved.updatedAt),
    lastModified: new Date(saved.updatedAt),
    version: saved.version,
    savedVersion: saved.version,
    tags: [],
  }
}

/** Returns a saved build's parts in the wire form, for requests of the compatibility check and for comparing. */
export function savedToWireComponents(saved: SavedBuild): ReturnType<typeof toWireComponents> {
  return toWireComponents(toBuild(saved).components)
}

/** Whether two builds hold the same products in the same quantities. */
export function haveSameParts(
  one: Record<string, { productId: string; quantity: number }[]>,
  other: typeof one,
): boolean {
  const text = (parts: typeof one) =>
    Object.entries(parts)
      .flatMap(([slot, list]) => list.map(({ productId, quantity }) => `${slot} ${productId} ${quantity}`))
      .toSorted()
      .join()
  return text(one) === text(other)
}

/** The compatibility check of a build's parts. The builder makes the same request, and shares its cache. */
export const savedCompatibilityQuery = (components: ReturnType<typeof toWireComponents>) =>
  queryOptions({
    queryKey: ['compatibility', components],
    queryFn: ({ signal }) =>
      readBody(client.POST('/api/compatibility', { body: { components }, signal }), {
        issues: [],
        passed: [],
        unchecked: [],
      }),
    enabled: Object.keys(components).length > 0,
  })

/** Returns the slots that any of these builds fills, in the order of the rows. */
export function listFilledSlots(builds: Build[]): Category[] {
  return categories.map(({ type }) => type).filter((type) => builds.some((build) => build.components[type]?.length))
}
