import type { components } from '~/api/schema'
import type { Category } from '~/api/wire'
import type { Components } from './build'
import { requiredSlots, slots } from './categories'

/** Response of the compatibility check. */
export type Compatibility = components['schemas']['Compatibility']
/** An issue of the build. */
export type Issue = Compatibility['issues'][number]
/** A rule that could not be checked. */
export type Unchecked = Compatibility['unchecked'][number]
/** The facts that a rule compared. */
export type Evidence = Issue['evidence'][number]

/** Kind of the most severe finding about a part; null where there is none. */
export type PartVerdictKind = 'error' | 'warning' | 'unknown' | 'needs' | null

/** A build's verdict, sorted for the page. */
export type Verdict = {
  errors: Issue[]
  /**
   * Issues of missing parts that the chosen ones need, such as a video card for a CPU without graphics. No chosen part
   * is at fault.
   */
  needs: Issue[]
  warnings: Issue[]
  notes: Issue[]
  unchecked: Unchecked[]
  /** Number of the rules that passed. */
  passedCount: number
  /** Ids of the products that passed at least one rule. */
  passedPartIds: Set<string>
  /** Categories still to be chosen, in the order of the rows: the required ones and those of `needs`. */
  neededCategories: Category[]
  /** Whether the chosen parts fit together: at least one rule passed, none failed, and none was left unchecked. */
  fits: boolean
  /** Whether the parts fit together and none is missing. */
  allCompatible: boolean
}

/** The missing category by the issue's code. */
const missingCategories: Partial<Record<string, 'GPU' | 'CPU_COOLER'>> = {
  NO_DISPLAY_OUTPUT: 'GPU',
  BOARD_NO_VIDEO_OUTPUT: 'GPU',
  MISSING_CPU_COOLER: 'CPU_COOLER',
}

/** Returns the category that an issue reports as missing; undefined where chosen parts conflict. */
export function missingCategory(issue: Issue): 'GPU' | 'CPU_COOLER' | undefined {
  return missingCategories[issue.code]
}

/** Sorts the server's response. Missing parts are separated from conflicts between chosen parts. */
export function readVerdict(response: Compatibility, components: Components): Verdict {
  const found = response.issues.filter((issue) => issue.code !== 'MISSING_REQUIRED')
  const of = (type: string) => found.filter((issue) => issue.type === type)
  const errors = of('error').filter((issue) => !missingCategory(issue))
  const needs = of('error').filter((issue) => missingCategory(issue))
  const required = requiredSlots.map(({ type }) => type)
  const lacking = new Set<Category | undefined>([...required, ...needs.map(missingCategory)])
  const neededCategories = slots
    .map(({ type }) => type)
    .filter((type) => lacking.has(type) && !components[type]?.length)
  const fits = errors.length === 0 && response.unchecked.length === 0 && response.passed.length > 0
  return {
    errors,
    needs,
    warnings: of('warning'),
    notes: of('info'),
    unchecked: response.unchecked,
    passedCount: response.passed.length,
    passedPartIds: new Set(response.passed.flatMap(({ componentIds }) => componentIds)),
    neededCategories,
    fits,
    allCompatible: fits && neededCategories.length === 0 && needs.length === 0,
  }
}

/** Whether an empty slot must be filled: it is required, or a chosen part needs it. */
export function isNeeded(category: Category, verdict: Verdict | undefined): boolean {
  return verdict ? verdict.neededCategories.includes(category) : requiredSlots.some(({ type }) => type === category)
}

/** Returns the most severe finding about a product, with the issue or unchecked rule behind it. */
export function findPartVerdict(
  verdict: Verdict | undefined,
  productId: string,
): { kind: PartVerdictKind; issue?: Issue; unchecked?: Unchecked } {
  const about = (one: Issue | Unchecked) => findMainPartIds(one).includes(productId)
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
 * Returns the ids of the parts that a finding is mainly about. Where a value of the whole build is compared with one
 * part's, only that part: when the power supply is too small, the processor is not at fault.
 */
export function findMainPartIds(one: Issue | Unchecked): string[] {
  const [evidence] = 'evidence' in one ? one.evidence : []
  const sides = [evidence?.asked.part, evidence?.allowed.part]
  return sides.includes(null) ? sides.filter((side) => typeof side === 'string') : one.componentIds
}

/** Returns the element id of a finding on the page. */
export function findingElementId(one: { code: string; componentIds: string[] }): string {
  return `check-${one.code}-${one.componentIds.map((id) => id.slice(0, 8)).join('-')}`
}
