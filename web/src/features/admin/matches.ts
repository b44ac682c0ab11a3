import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answer, ApiError, client, done } from '~/api/client'
import type { components } from '~/api/schema'
import { parseCategory } from '~/lib/categories'
import { confirmed } from './confirmed'
import type { Failure } from './useProblem'

/** A pair of a product and an offer that may be it. */
export type Match = components['schemas']['Match']
/** One side of it. */
export type MatchSide = components['schemas']['Side']
/** Something that speaks for or against a pair. */
export type Evidence = components['schemas']['EvidenceBody']

/** What became of a pair. */
export const statuses = ['PENDING', 'APPROVED', 'REJECTED'] as const
/** What is thought of it. */
export const decisions = ['MATCH', 'NO_MATCH', 'NEEDS_REVIEW'] as const

export type Status = (typeof statuses)[number]
export type Decision = (typeof decisions)[number]

/** What comes first. */
export const orders = ['worth', 'confidence'] as const

export type MatchOrder = (typeof orders)[number]

/** Which pairs are shown, and in which order. */
export type MatchFilter = {
  status: Status | 'ALL'
  decision: Decision | 'ALL'
  sort: MatchOrder
  page: number
  /** Slug of the offer's retailer. */
  retailer?: string
  category?: string
  /** A range of confidence in percent: `80-95`. */
  confidence?: (typeof confidenceRanges)[number]
  flagged?: 'true' | 'false'
  /** Asked so many days ago or longer. */
  age?: (typeof ages)[number]
  q?: string
}

/** Ranges of confidence to choose from, in percent. */
export const confidenceRanges = ['95-100', '80-95', '50-80', '0-50'] as const
/** Ages to choose from, in days. */
export const ages = ['1', '7', '30'] as const

/** Filter as the address has it; usual values are left out. */
export const matchSearch = ({ status, decision, sort, retailer, category, confidence, flagged, age, q }: MatchFilter) => ({
  status: status === 'PENDING' ? undefined : status,
  decision: decision === 'ALL' ? undefined : decision,
  sort: sort === 'worth' ? undefined : sort,
  retailer,
  category,
  confidence,
  flagged,
  age,
  q,
})

/** The filter as the server reads it. */
function queryOf({ status, decision, sort, retailer, category, confidence, flagged, age, q }: MatchFilter) {
  const [min, max] = confidence?.split('-').map(Number) ?? []
  return {
    status: status.toLowerCase(),
    decision: decision.toLowerCase(),
    sort,
    retailer,
    category: parseCategory(category ?? '') ?? undefined,
    minConfidence: min,
    maxConfidence: max,
    flagged: flagged === undefined ? undefined : flagged === 'true',
    minAgeDays: age === undefined ? undefined : Number(age),
    q,
  }
}

/** How many pairs a page of the queue holds. */
export const queuePage = 50
/** From this confidence on pairs may be approved together. */
export const sureFrom = 0.95

const matchesKey = ['mine', 'admin', 'matches'] as const

/** A page of the queue. */
export const matchesQuery = (filter: MatchFilter) =>
  queryOptions({
    queryKey: [...matchesKey, filter],
    queryFn: ({ signal }) => listMatches({ ...filter, limit: queuePage }, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Every page of the queue, whatever its filters: what a decision makes stale. */
export const allMatches = { queryKey: matchesKey }

function listMatches(filter: MatchFilter & { limit: number }, signal?: AbortSignal) {
  const query = { ...queryOf(filter), page: filter.page, limit: filter.limit }
  return confirmed(() => answer(client.GET('/api/admin/matches', { params: { query }, signal })))
}

/** The offer is of the product. */
export const approveMatch = (id: string) => confirmed(() => done(client.POST('/api/admin/matches/approve', { body: { id } })))
/** It is not, for good. */
export const rejectMatch = (id: string) => confirmed(() => done(client.POST('/api/admin/matches/reject', { body: { id } })))
/** Somebody should look again. */
export const flagMatch = (id: string, notes: string) => confirmed(() => done(client.POST('/api/admin/matches/flag', { body: { id, notes } })))
/** Takes back one's own decision of the last seconds. */
export const undoMatch = (id: string) => confirmed(() => done(client.POST('/api/admin/matches/undo', { body: { id } })))

/** Puts a decided pair back into the queue, with a note. */
export const reopenMatch = (id: string, notes: string) => confirmed(() => done(client.POST('/api/admin/matches/reopen', { body: { id, notes } })))

/** Where the queue is as CSV. */
export const exportAddress = (filter: MatchFilter): string => {
  const given = Object.entries(queryOf(filter)).filter(([, value]) => value !== undefined)
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  query.set('format', 'csv')
  return `/api/admin/matches/export?${query.toString()}`
}

/** Asks whether the queue may be read at all, before another tab opens with it. */
export const mayExport = (filter: MatchFilter) => listMatches({ ...filter, page: 1, limit: 1 })

/** The pending pairs that are sure enough to be approved together. */
export async function sureMatches(): Promise<Match[]> {
  const found: Match[] = []
  for (let page = 1; ; page += 1) {
    // oxlint-disable-next-line no-await-in-loop -- the last page is known once it has come
    const { matches } = await listMatches({ status: 'PENDING', decision: 'ALL', sort: 'confidence', page, limit: 100 })
    const sure = matches.filter(({ confidence }) => confidence >= sureFrom)
    found.push(...sure)
    // The surest come first.
    if (sure.length < 100) return found
  }
}

/** So many pairs are looked through at once, at most. */
export const maxPreview = 500

/** The pending pairs of a filter, to be decided on together: as many as a person looks through. */
export async function pendingMatches(filter: MatchFilter): Promise<Match[]> {
  const found: Match[] = []
  for (let page = 1; found.length < maxPreview; page += 1) {
    // oxlint-disable-next-line no-await-in-loop -- the last page is known once it has come
    const { matches, total } = await listMatches({ ...filter, status: 'PENDING', page, limit: 100 })
    found.push(...matches)
    if (matches.length < 100 || found.length >= total) break
  }
  return found
}

/** Whether the two sides state different part numbers: such a pair is not decided together with others. */
export const numbersDiffer = ({ rationale }: Match): boolean => rationale.some(({ code }) => code === 'PART_NUMBER_DIFFERS')

/** Number of pairs that were decided together, and those that could not be. */
export type Decided = { done: number; failed: Failure[] }

/** As many as one call takes: at 30 milliseconds each it is answered well before its time is over. */
const together = 50
/** What the server says of those that it did not reach in its time. */
const late = 'TIMEOUT'

async function decideSome(status: 'APPROVED' | 'REJECTED', ids: string[]): Promise<Decided> {
  if (status === 'APPROVED') {
    const { approved, failed } = await confirmed(() => answer(client.POST('/api/admin/matches/approve-many', { body: { ids } })))
    return { done: approved, failed }
  }
  const { rejected, failed } = await confirmed(() => answer(client.POST('/api/admin/matches/reject-many', { body: { ids } })))
  return { done: rejected, failed }
}

/** Decides on pairs, each in turn; one that cannot be decided holds up no other. */
export async function decideMatches(status: 'APPROVED' | 'REJECTED', ids: string[], onProgress: (done: number) => void): Promise<Decided> {
  const outcome: Decided = { done: 0, failed: [] }
  let waiting = ids
  while (waiting.length > 0) {
    const part = waiting.slice(0, together)
    onProgress(ids.length - waiting.length)
    try {
      // oxlint-disable-next-line no-await-in-loop -- in the order in which they were shown
      const some = await decideSome(status, part)
      const { failed } = some
      outcome.done += some.done
      // Asked for again, unless none was reached at all.
      const again = failed.filter(({ code }) => code === late && failed.length < part.length)
      outcome.failed.push(...failed.filter((one) => !again.includes(one)))
      waiting = [...again.map(({ id }) => id), ...waiting.slice(part.length)]
    } catch (error) {
      // What was done before stands, and is told.
      if (outcome.done === 0 || !(error instanceof ApiError)) throw error
      const { message, code } = error
      outcome.failed.push(...waiting.map((id) => ({ id, error: message, code })))
      return outcome
    }
  }
  return outcome
}

/** A confidence in percent. It is cut, not rounded: 94.9 is not yet 95. */
export const percentOf = (confidence: number): string => `${Math.floor(confidence * 100 + 1e-4)}%`
