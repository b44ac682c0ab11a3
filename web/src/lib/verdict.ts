import type { components } from '~/api/schema'
import type { Category } from '~/api/wire'
import type { Components } from './build'
import { requiredSlots, slots } from './categories'

/** What the rules say about a build, as sent. */
export type Compatibility = components['schemas']['Compatibility']
/** Something to know about the build. */
export type Issue = Compatibility['issues'][number]
/** A rule that could not be judged. */
export type Unchecked = Compatibility['unchecked'][number]
/** What was compared. */
export type Evidence = Issue['evidence'][number]

/** The worst that is said about a part. */
export type PartVerdict = 'error' | 'warning' | 'unknown' | 'needs' | null

/** A build's verdict, sorted for the page. */
export type Verdict = {
  errors: Issue[]
  /** Issues of missing parts that the chosen ones need: a video card for a CPU without graphics. No chosen part is wrong. */
  needs: Issue[]
  warnings: Issue[]
  notes: Issue[]
  unchecked: Unchecked[]
  passed: number
  /** The products of which some rule was judged and passed. */
  passedParts: Set<string>
  /** Kinds of part still to be chosen, in the order of the rows: the required ones and those of `needs`. */
  needed: Category[]
  /** Whether the chosen parts fit together: something was compared, and nothing clashes or was left unchecked. */
  fits: boolean
  /** The same, and nothing is missing. */
  allCompatible: boolean
}

/** The kind of part whose absence an issue is about. */
const absences: Partial<Record<string, 'GPU' | 'CPU_COOLER'>> = { NO_DISPLAY_OUTPUT: 'GPU', BOARD_NO_VIDEO_OUTPUT: 'GPU', MISSING_CPU_COOLER: 'CPU_COOLER' }

/** The kind of part that an issue says is missing; nothing where chosen parts clash. */
export function missingKind(issue: Issue): 'GPU' | 'CPU_COOLER' | undefined {
  return absences[issue.code]
}

/** Sorts what the server said. Parts still to be chosen are told apart from parts that clash. */
export function readVerdict(said: Compatibility, components: Components): Verdict {
  const clash = said.issues.filter((issue) => issue.code !== 'MISSING_REQUIRED')
  const of = (type: string) => clash.filter((issue) => issue.type === type)
  const errors = of('error').filter((issue) => !missingKind(issue))
  const needs = of('error').filter((issue) => missingKind(issue))
  const required = requiredSlots.map(({ type }) => type)
  const lacking = new Set<Category | undefined>([...required, ...needs.map(missingKind)])
  const needed = slots.map(({ type }) => type).filter((type) => lacking.has(type) && !components[type]?.length)
  const fits = errors.length === 0 && said.unchecked.length === 0 && said.passed.length > 0
  return {
    errors,
    needs,
    warnings: of('warning'),
    notes: of('info'),
    unchecked: said.unchecked,
    passed: said.passed.length,
    passedParts: new Set(said.passed.flatMap(({ componentIds }) => componentIds)),
    needed,
    fits,
    allCompatible: fits && needed.length === 0 && needs.length === 0,
  }
}

/** Whether an empty slot has to be filled: it is required, or a chosen part cannot do without it. */
export function isNeeded(category: Category, verdict: Verdict | undefined): boolean {
  return verdict ? verdict.needed.includes(category) : requiredSlots.some(({ type }) => type === category)
}

/** The worst that is said about a product, and what says it. */
export function verdictOf(verdict: Verdict | undefined, productId: string): { kind: PartVerdict; issue?: Issue; unchecked?: Unchecked } {
  const about = (one: Issue | Unchecked) => concerned(one).includes(productId)
  const error = verdict?.errors.find(about)
  if (error) return { kind: 'error', issue: error }
  const need = verdict?.needs.find(about)
  if (need) return { kind: 'needs', issue: need }
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
