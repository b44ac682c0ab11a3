import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answer, ApiError, client, done } from '~/api/client'
import type { components } from '~/api/schema'
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
export type MatchFilter = { status: Status | 'ALL'; decision: Decision | 'ALL'; sort: MatchOrder; page: number }

/** How many pairs a page of the queue holds. */
export const queuePage = 50
/** From this confidence on pairs may be approved together. */
export const sureFrom = 0.95

const matchesKey = ['mine', 'admin', 'matches'] as const

/** A page of the queue. */
export const matchesQuery = ({ status, decision, sort, page }: MatchFilter) =>
  queryOptions({
    queryKey: [...matchesKey, { status, decision, sort, page }],
    queryFn: ({ signal }) => listMatches({ status, decision, sort, page, limit: queuePage }, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Every page of the queue, whatever its filters: what a decision makes stale. */
export const allMatches = { queryKey: matchesKey }

function listMatches({ status, decision, sort, page, limit }: MatchFilter & { limit: number }, signal?: AbortSignal) {
  const query = { status: status.toLowerCase(), decision: decision.toLowerCase(), sort, page, limit }
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

/** Where the queue is as CSV. */
export const exportAddress = ({ status, decision, sort }: MatchFilter): string =>
  `/api/admin/matches/export?${new URLSearchParams({ status: status.toLowerCase(), decision: decision.toLowerCase(), sort, format: 'csv' }).toString()}`

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

/** How many were approved together, and which could not be. */
export type Approved = { approved: number; failed: Failure[] }

/** As many as one call takes: at 30 milliseconds each it is answered well before its time is over. */
const together = 50
/** What the server says of those that it did not reach in its time. */
const late = 'TIMEOUT'

/** Approves pairs, each in turn; one that cannot be approved holds up no other. */
export async function approveMatches(ids: string[], onProgress: (done: number) => void): Promise<Approved> {
  const outcome: Approved = { approved: 0, failed: [] }
  let waiting = ids
  while (waiting.length > 0) {
    const part = waiting.slice(0, together)
    onProgress(ids.length - waiting.length)
    try {
      // oxlint-disable-next-line no-await-in-loop -- in the order in which they were shown
      const { approved, failed } = await confirmed(() => answer(client.POST('/api/admin/matches/approve-many', { body: { ids: part } })))
      outcome.approved += approved
      // Asked for again, unless none was reached at all.
      const again = failed.filter(({ code }) => code === late && failed.length < part.length)
      outcome.failed.push(...failed.filter((one) => !again.includes(one)))
      waiting = [...again.map(({ id }) => id), ...waiting.slice(part.length)]
    } catch (error) {
      // What was done before stands, and is told.
      if (outcome.approved === 0 || !(error instanceof ApiError)) throw error
      const { message, code } = error
      outcome.failed.push(...waiting.map((id) => ({ id, error: message, code })))
      return outcome
    }
  }
  return outcome
}

/** A confidence in percent. It is cut, not rounded: 94.9 is not yet 95. */
export const percentOf = (confidence: number): string => `${Math.floor(confidence * 100 + 1e-4)}%`
