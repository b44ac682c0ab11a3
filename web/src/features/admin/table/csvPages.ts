import { client, readBody } from '~/api/client'
import type { CsvRow } from './CsvButton'
import { withPasswordPrompt } from '../shared/passwordPrompt'
import { listJobs, type JobFilter, type RejectedFilter, type WaitingFilter } from '../shared/operations'
import type { ProductFilter } from '../shared/products'
import type { UserFilter } from '../shared/users'
import { parseCategory } from '~/lib/categories'

type Cell = CsvRow[string]

const isPlain = (entry: [string, unknown]): entry is [string, Cell] =>
  entry[1] === null || ['string', 'number', 'boolean'].includes(typeof entry[1])

/** Returns the plain values of a row; a cell cannot hold lists and objects. */
function plainValues(row: object): CsvRow {
  return Object.fromEntries(Object.entries(row).filter(isPlain))
}

const page = (rows: object[], total: number) => ({ rows: rows.map(plainValues), total })

/** Loads offers of a filter, one per line. */
export const loadProductRows = (filter: ProductFilter) => async (number: number, limit: number) => {
  const { q, category, linked, sort, order } = filter
  // Only this endpoint counts its pages from 0.
  const query = {
    search: q,
    category: parseCategory(category ?? '') ?? undefined,
    linked: linked === undefined ? undefined : linked === 'true',
    sort,
    order,
    page: number - 1,
    limit,
  }
  const { products, total } = await withPasswordPrompt(() =>
    readBody(client.GET('/api/admin/products', { params: { query } }), { products: [] }),
  )
  return page(products, total)
}

/** Loads users, one per line. */
export const loadUserRows = (filter: UserFilter) => async (number: number, limit: number) => {
  const { users, total } = await withPasswordPrompt(() =>
    readBody(client.GET('/api/admin/users', { params: { query: { ...filter, page: number, limit } } }), { users: [] }),
  )
  return page(users, total)
}

/** Loads items that could not be read as offers, one per line. */
export const loadRejectedRows = (filter: RejectedFilter) => async (number: number, limit: number) => {
  const { offers, total } = await withPasswordPrompt(() =>
    readBody(client.GET('/api/admin/offers/rejected', { params: { query: { ...filter, page: number, limit } } }), {
      counts: [],
      offers: [],
    }),
  )
  return page(offers, total)
}

/** Loads offers without a product, one per line. */
export const loadWaitingRows = (filter: WaitingFilter) => async (number: number, limit: number) => {
  const { offers, total } = await withPasswordPrompt(() =>
    readBody(client.GET('/api/admin/offers/waiting', { params: { query: { ...filter, page: number, limit } } }), {
      counts: [],
      offers: [],
    }),
  )
  return page(offers, total)
}

/** Loads background jobs, one per line. */
export const loadJobRows = (filter: JobFilter) => async (number: number, limit: number) => {
  const { jobs, total } = await listJobs(filter, number, limit)
  return page(jobs, total)
}

/** Loads manufacturers, one per line. */
export const loadManufacturerRows = (state: string) => async (number: number, limit: number) => {
  const { manufacturers, total } = await withPasswordPrompt(() =>
    readBody(
      client.GET('/api/admin/manufacturers', {
        params: { query: { state: state.toLowerCase(), page: number, limit } },
      }),
      { manufacturers: [] },
    ),
  )
  return page(manufacturers, total)
}
