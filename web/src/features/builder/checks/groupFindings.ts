import { findMainPartIds, type Issue, type Unchecked } from '~/lib/verdict'

/** Findings with one part behind all of them; the part is null where a finding stands alone. */
export type FindingGroup<Finding> = { partId: string | null; findings: Finding[] }

/**
 * Groups findings by the part that causes them: the one that most of the remaining findings are about. A finding that
 * shares its parts with no other stays alone. Groups and findings keep their order, the most severe first.
 */
export function groupFindings<Finding extends Issue | Unchecked>(findings: Finding[]): FindingGroup<Finding>[] {
  const groups: FindingGroup<Finding>[] = []
  let rest = findings
  for (;;) {
    const cause = mostFrequentPart(rest)
    if (cause === null) break
    groups.push({ partId: cause, findings: rest.filter((one) => partsBehind(one).includes(cause)) })
    rest = rest.filter((one) => !partsBehind(one).includes(cause))
  }
  groups.push(...rest.map((one) => ({ partId: null, findings: [one] })))
  const position = ({ findings: [first] }: FindingGroup<Finding>) => (first ? findings.indexOf(first) : 0)
  return groups.toSorted((left, right) => position(left) - position(right))
}

/** Returns the part of at least two findings, the one of the most; null where no two findings share a part. */
function mostFrequentPart(findings: (Issue | Unchecked)[]): string | null {
  const counts = new Map<string, number>()
  for (const one of findings) for (const id of new Set(partsBehind(one))) counts.set(id, (counts.get(id) ?? 0) + 1)
  const [most] = [...counts].toSorted(([, left], [, right]) => right - left)
  return most && most[1] > 1 ? most[0] : null
}

/** Returns the parts that may be behind a finding; of a rule that was not checked, those whose facts are missing. */
function partsBehind(one: Issue | Unchecked): string[] {
  return 'missing' in one ? one.missing.map(({ part }) => part) : findMainPartIds(one)
}

/** Returns the fixes of each issue of a group without those by a category that an issue before offers already. */
export function withoutRepeatedFixes(issues: Issue[]): Issue[] {
  const offered = new Set<string>()
  return issues.map((issue) => {
    const fixes = issue.fixes.filter(({ category }) => !offered.has(category))
    for (const { category } of fixes) offered.add(category)
    return { ...issue, fixes }
  })
}
