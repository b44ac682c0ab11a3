import type { components } from '~/api/schema'
import type { Category } from '~/api/wire'

/** What the rules say about a build, as sent. */
export type Compatibility = components['schemas']['Compatibility']
/** Something to know about the build. */
export type Issue = Compatibility['issues'][number]
/** A rule that could not be judged. */
export type Unchecked = Compatibility['unchecked'][number]
/** What was compared. */
export type Evidence = Issue['evidence'][number]

/** The worst that is said about a part. */
export type PartVerdict = 'error' | 'warning' | 'unknown' | null

/** A build's verdict, sorted for the page. */
export type Verdict = {
  errors: Issue[]
  warnings: Issue[]
  notes: Issue[]
  unchecked: Unchecked[]
  passed: number
  /** Required parts still to be chosen: no fault of what is chosen. */
  needed: Category[]
  /** No error, nothing missing, nothing left unchecked. */
  allCompatible: boolean
}

/** Sorts what the server said. Parts still to be chosen are told apart from parts that clash. */
export function readVerdict(said: Compatibility): Verdict {
  const clash = said.issues.filter((issue) => issue.code !== 'MISSING_REQUIRED')
  const of = (type: string) => clash.filter((issue) => issue.type === type)
  return {
    errors: of('error'),
    warnings: of('warning'),
    notes: of('info'),
    unchecked: said.unchecked,
    passed: said.passed.length,
    needed: said.issues.filter((issue) => issue.code === 'MISSING_REQUIRED').flatMap((issue) => issue.fixes.map((fix) => fix.category)),
    allCompatible: said.compatible && said.unchecked.length === 0,
  }
}

/** The worst that is said about a product, and what says it. */
export function verdictOf(verdict: Verdict | undefined, productId: string): { kind: PartVerdict; issue?: Issue; unchecked?: Unchecked } {
  const about = (one: Issue | Unchecked) => concerned(one).includes(productId)
  const error = verdict?.errors.find(about)
  if (error) return { kind: 'error', issue: error }
  const warning = verdict?.warnings.find(about)
  if (warning) return { kind: 'warning', issue: warning }
  const unchecked = verdict?.unchecked.find(about)
  return unchecked ? { kind: 'unknown', unchecked } : { kind: null }
}

/**
 * The parts that a sentence is chiefly about. Where a figure of the whole build stands against one part's, it is that
 * part: a processor does not fail to fit because the supply is small.
 */
function concerned(one: Issue | Unchecked): string[] {
  const [evidence] = 'evidence' in one ? one.evidence : []
  const sides = [evidence?.asked.part, evidence?.allowed.part]
  return sides.includes(null) ? sides.filter((side) => typeof side === 'string') : one.componentIds
}

/** The address on the page of what is said. */
export function anchorOf(one: { code: string; componentIds: string[] }): string {
  return `check-${one.code}-${one.componentIds.map((id) => id.slice(0, 8)).join('-')}`
}
