import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ApiError, client, expectSuccess, readBody } from '~/api/client'
import type { components } from '~/api/schema'
import { parseCategory } from '~/lib/categories'
import { withPasswordPrompt } from '../shared/passwordPrompt'
import type { Failure } from '../shared/useAdminErrorText'

/** A match to review: a product (`referenceProduct`) and a retailer's offer that may be one (`candidateProduct`). */
export type Match = components['schemas']['Match']
/**
 * Side of a match. `id` is the product's on the reference side, and the offer's on the candidate side. `productId` is
 * the id of the product itself, or of the offer's product; null where the offer waits for a product, or where its
 * product is the other side.
 */
export type MatchSide = components['schemas']['Side']
/** Evidence for or against a match. */
export type Evidence = components['schemas']['EvidenceBody']

/** The review status of a match. */
export const statuses = ['PENDING', 'APPROVED', 'REJECTED'] as const
/** The matcher's or an administrator's assessment of a match: `decision` on the wire and in the address. */
export const assessments = ['MATCH', 'NO_MATCH', 'NEEDS_REVIEW'] as const

export type Status = (typeof statuses)[number]
export type Assessment = (typeof assessments)[number]

/**
 * The orders of the queue, by the names that the API and the address use. `worth` is the review priority: matches that
 * are most valuable to decide come first.
 */
export const orders = ['worth', 'confidence', 'age', 'retailer', 'manufacturer'] as const

type MatchOrder = (typeof orders)[number]

/** Filters and order of the queue. */
export type MatchFilter = {
  status: Status | 'ALL'
  assessment: Assessment | 'ALL'
  sort: MatchOrder
  page: number
  /** Slug of the offer's retailer. */
  retailer?: string
  category?: string
  /** A range of confidence in percent: `80-95`. */
  confidence?: (typeof confidenceRanges)[number]
  flagged?: 'true' | 'false'
  /** Minimum age of the match, in days. */
  age?: (typeof ages)[number]
  q?: string
}

/** The ranges of confidence to choose from, in percent. */
export const confidenceRanges = ['95-100', '80-95', '50-80', '0-50'] as const
/** The ages to choose from, in days. */
export const ages = ['1', '7', '30'] as const

/** Returns the filter as parameters of the address; default values are left out. */
export const toMatchSearch = ({
  status,
  assessment,
  sort,
  retailer,
  category,
  confidence,
  flagged,
  age,
  q,
}: MatchFilter) => ({
  status: status === 'PENDING' ? undefined : status,
  decision: assessment === 'ALL' ? undefined : assessment,
  sort: sort === 'worth' ? undefined : sort,
  retailer,
  category,
  confidence,
  flagged,
  age,
  q,
})

/** Returns the filter as parameters of the API. */
function toApiFilter({ status, assessment, sort, retailer, category, confidence, flagged, age, q }: MatchFilter) {
  const [min, max] = confidence?.split('-').map(Number) ?? []
  return {
    status: status.toLowerCase(),
    decision: assessment.toLowerCase(),
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

/** Number of matches on a page of the queue. */
export const MATCHES_PER_PAGE = 50
/** Minimum confidence of the matches that may be approved in bulk. */
export const MIN_BULK_CONFIDENCE = 0.95

const matchesKey = ['ofUser', 'admin', 'matches'] as const

/** A page of the queue. */
export const matchesQuery = (filter: MatchFilter) =>
  queryOptions({
    queryKey: [...matchesKey, filter],
    queryFn: ({ signal }) => listMatches({ ...filter, limit: MATCHES_PER_PAGE }, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** A match by its id, wherever it is in the queue and whether or not it is decided; null where it is gone. */
export const linkedMatchQuery = (id: string) =>
  queryOptions({
    queryKey: [...matchesKey, 'linked', id],
    queryFn: async ({ signal }) => {
      const { matches } = await withPasswordPrompt(() =>
        readBody(client.GET('/api/admin/matches', { params: { query: { id } }, signal }), { matches: [] }),
      )
      return matches[0] ?? null
    },
    staleTime: 0,
  })

/** Selects all cached queries of matches, the queue's pages and the bulk dialogs' lists, to invalidate them. */
export const allMatchQueries = { queryKey: matchesKey }

function listMatches(filter: MatchFilter & { limit: number }, signal?: AbortSignal) {
  const query = { ...toApiFilter(filter), page: filter.page, limit: filter.limit }
  return withPasswordPrompt(() =>
    readBody(client.GET('/api/admin/matches', { params: { query }, signal }), { matches: [] }),
  )
}

/** Approves a match: the offer is of the product. */
export const approveMatch = (id: string) =>
  withPasswordPrompt(() => expectSuccess(client.POST('/api/admin/matches/approve', { body: { id } })))
/** Rejects a match permanently: the offer is not of the product. */
export const rejectMatch = (id: string) =>
  withPasswordPrompt(() => expectSuccess(client.POST('/api/admin/matches/reject', { body: { id } })))
/** Flags a match for another review, with a note. */
export const flagMatch = (id: string, notes: string) =>
  withPasswordPrompt(() => expectSuccess(client.POST('/api/admin/matches/flag', { body: { id, notes } })))
/** Undoes the administrator's own decision of the last seconds. */
export const undoMatch = (id: string) =>
  withPasswordPrompt(() => expectSuccess(client.POST('/api/admin/matches/undo', { body: { id } })))

/** Puts a decided match back into the queue, with a note. */
export const reopenMatch = (id: string, notes: string) =>
  withPasswordPrompt(() => expectSuccess(client.POST('/api/admin/matches/reopen', { body: { id, notes } })))

/** Returns the address of the queue as CSV. */
export const queueCsvAddress = (filter: MatchFilter): string => {
  const given = Object.entries(toApiFilter(filter)).filter(([, value]) => value !== undefined)
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  query.set('format', 'csv')
  return `/api/admin/matches/export?${query.toString()}`
}

/** Checks that the queue may be read, before a new tab opens with the export. */
export const checkExport = (filter: MatchFilter) => listMatches({ ...filter, page: 1, limit: 1 })

/** Returns the pending matches with enough confidence for a bulk approval. */
export async function loadConfidentMatches(): Promise<Match[]> {
  const found: Match[] = []
  for (let page = 1; ; page += 1) {
    // oxlint-disable-next-line no-await-in-loop -- only the response tells which page is the last
    const { matches } = await listMatches({
      status: 'PENDING',
      assessment: 'ALL',
      sort: 'confidence',
      confidence: '95-100',
      page,
      limit: 100,
    })
    found.push(...matches.filter(({ confidence }) => confidence >= MIN_BULK_CONFIDENCE))
    if (matches.length < 100) return found
  }
}

/** Maximum number of matches that are decided on together, in one bulk decision. */
export const MAX_BULK_MATCHES = 500

/** Returns the pending matches of a filter, up to `MAX_BULK_MATCHES`, to decide on them together. */
export async function loadPendingMatches(filter: MatchFilter): Promise<Match[]> {
  const found: Match[] = []
  for (let page = 1; found.length < MAX_BULK_MATCHES; page += 1) {
    // oxlint-disable-next-line no-await-in-loop -- only the response tells which page is the last
    const { matches, total } = await listMatches({ ...filter, status: 'PENDING', page, limit: 100 })
    found.push(...matches)
    if (matches.length < 100 || found.length >= total) break
  }
  return found
}

/** Whether the two sides state different part numbers: such matches can be rejected together, but not approved. */
export const numbersDiffer = ({ rationale }: Match): boolean =>
  rationale.some(({ code }) => code === 'PART_NUMBER_DIFFERS')

/** Number of matches that were decided together, and those that failed. */
export type DecisionResult = { doneCount: number; failed: Failure[] }

/** Number of matches per call: at 30 milliseconds each, the call is answered well before its timeout. */
const BATCH_SIZE = 50
/** Error code of matches that the server did not reach before the timeout. */
const TIMEOUT_CODE = 'TIMEOUT'

async function decideBatch(status: 'APPROVED' | 'REJECTED', ids: string[], bulkId: string): Promise<DecisionResult> {
  const body = { ids, bulkId }
  if (status === 'APPROVED') {
    const { approved, failed } = await withPasswordPrompt(() =>
      readBody(client.POST('/api/admin/matches/approve-many', { body }), { failed: [] }),
    )
    return { doneCount: approved, failed }
  }
  const { rejected, failed } = await withPasswordPrompt(() =>
    readBody(client.POST('/api/admin/matches/reject-many', { body }), { failed: [] }),
  )
  return { doneCount: rejected, failed }
}

/**
 * Decides on matches in batches, in the given order; a failed match does not stop the others. All of them can be undone
 * together for an hour.
 */
export async function decideMatches(
  status: 'APPROVED' | 'REJECTED',
  ids: string[],
  onProgress: (doneCount: number) => void,
): Promise<DecisionResult> {
  const outcome: DecisionResult = { doneCount: 0, failed: [] }
  const bulkId = crypto.randomUUID()
  let remaining = ids
  while (remaining.length > 0) {
    const batch = remaining.slice(0, BATCH_SIZE)
    onProgress(ids.length - remaining.length)
    try {
      // oxlint-disable-next-line no-await-in-loop -- in the order in which they were shown
      const outcomeOfBatch = await decideBatch(status, batch, bulkId)
      const { failed } = outcomeOfBatch
      outcome.doneCount += outcomeOfBatch.doneCount
      // Matches that timed out are tried again, unless the whole call timed out.
      const toRetry = failed.filter(({ code }) => code === TIMEOUT_CODE && failed.length < batch.length)
      outcome.failed.push(...failed.filter((one) => !toRetry.includes(one)))
      remaining = [...toRetry.map(({ id }) => id), ...remaining.slice(batch.length)]
    } catch (error) {
      // Earlier decisions stand and are reported, so the error does not discard them.
      if (outcome.doneCount === 0 || !(error instanceof ApiError)) throw error
      const { message, code } = error
      outcome.failed.push(...remaining.map((id) => ({ id, error: message, code })))
      return outcome
    }
  }
  return outcome
}

/** A bulk decision of the last hour, which can be undone. */
export type BulkDecision = components['schemas']['BulkDecisionBody']

/** The bulk decisions that can be undone, the newest first. */
export const bulkDecisionsQuery = queryOptions({
  queryKey: [...allMatchQueries.queryKey, 'bulkDecisions'],
  queryFn: async ({ signal }) =>
    (await readBody(client.GET('/api/admin/matches/bulk-decisions', { signal }), { bulkDecisions: [] })).bulkDecisions,
  refetchInterval: 60_000,
})

/** Undoes a bulk decision; the server undoes as many matches per call as it has time for. */
export async function undoBulkDecision(id: string): Promise<DecisionResult> {
  for (let doneCount = 0; ;) {
    // oxlint-disable-next-line no-await-in-loop -- only the response tells whether matches remain
    const { undone, failed } = await withPasswordPrompt(() =>
      readBody(client.POST('/api/admin/matches/bulk-decisions/undo', { body: { id } }), { failed: [] }),
    )
    doneCount += undone
    if (undone === 0 || !failed.some(({ code }) => code === TIMEOUT_CODE)) return { doneCount, failed }
  }
}

/** Formats a confidence in percent. Truncated, not rounded: 94.9 is not yet 95. */
export const formatPercent = (confidence: number): string => `${Math.floor(confidence * 100 + 1e-4)}%`
