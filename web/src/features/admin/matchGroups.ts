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
export const flattenGroups = (groups: MatchGroup[]): Match[] => groups.flatMap((group) => group.matches)

/** Returns the next pending match after the given one, else the nearest before it. */
export function nextPending(visible: Match[], from: string): Match | undefined {
  const at = visible.findIndex(({ id }) => id === from)
  const isOtherPending = ({ id, status }: Match) => status === 'PENDING' && id !== from
  return visible.slice(at + 1).find(isOtherPending) ?? visible.slice(0, Math.max(at, 0)).findLast(isOtherPending)
}
