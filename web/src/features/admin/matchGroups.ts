import type { Match, MatchSide } from './matches'

/** A product of the catalogue and the candidate offers for it. */
export type MatchGroup = { reference: MatchSide; matches: Match[] }

/** Groups matches by product, each group at the position of its first match. */
export function groupMatches(matches: Match[]): MatchGroup[] {
  const groups = new Map<string, MatchGroup>()
  for (const match of matches) {
    const reference = match.referenceProduct
    const group = groups.get(reference.id)
    if (group) group.matches.push(match)
    else groups.set(reference.id, { reference, matches: [match] })
  }
  return [...groups.values()]
}

/** Returns the matches in the order in which they are shown. */
export const shownOrder = (groups: MatchGroup[]): Match[] => groups.flatMap((group) => group.matches)

/** Returns the next pending match after the given one, else the nearest before it. */
export function nextPending(shown: Match[], from: string): Match | undefined {
  const at = shown.findIndex(({ id }) => id === from)
  const waits = ({ id, status }: Match) => status === 'PENDING' && id !== from
  return shown.slice(at + 1).find(waits) ?? shown.slice(0, Math.max(at, 0)).findLast(waits)
}
