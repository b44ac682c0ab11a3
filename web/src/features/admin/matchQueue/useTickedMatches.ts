import { useState } from 'react'
import type { Match } from '../matches/matches'

/**
 * Ticked matches of the shown page, to decide on them together. Matches that are no longer shown or pending do not
 * count as ticked.
 */
export function useTickedMatches(visible: Match[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const pending = visible.filter(({ status }) => status === 'PENDING')
  const ticked = pending.filter(({ id }) => ids.has(id))
  const areAllTicked = pending.length > 0 && ticked.length === pending.length
  return {
    ticked,
    areAllTicked,
    isTicked: (id: string) => ids.has(id),
    toggle: (id: string) => setIds(new Set(ids.has(id) ? [...ids].filter((one) => one !== id) : [...ids, id])),
    toggleAll: () => setIds(areAllTicked ? new Set() : new Set(pending.map(({ id }) => id))),
    clear: () => setIds(new Set()),
  }
}

export type TickedMatches = ReturnType<typeof useTickedMatches>
