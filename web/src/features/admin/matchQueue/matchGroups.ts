import type { Match, MatchSide } from '../matches/matches'

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

/** Returns the pending matches after the given one, in order, then those before it, the nearest first. */
export function pendingAround(visible: Match[], from: string): Match[] {
  const at = visible.findIndex(({ id }) => id === from)
  const around = [...visible.slice(at + 1), ...visible.slice(0, Math.max(at, 0)).toReversed()]
  return around.filter(({ id, status }) => status === 'PENDING' && id !== from)
}
