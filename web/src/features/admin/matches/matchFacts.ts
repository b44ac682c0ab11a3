import type { SpecValue } from '~/api/wire'
import { specGroups } from '~/lib/product/specGroups'
import type { SpecKey } from '~/lib/product/specs'
import type { Match, MatchSide } from './matches'

/** Result of comparing one fact of both sides. */
export type Agreement = 'differs' | 'far' | 'alike' | 'close' | 'notStated'

/** The compared properties besides the typed facts. */
export type PlainFact = 'manufacturer' | 'category' | 'partNumber' | 'price'

/** A row of the comparison. */
export type FactRow = { agreement: Agreement } & (
  | { kind: 'plain'; key: PlainFact; reference: string | null; candidate: string | null }
  | { kind: 'spec'; key: SpecKey; reference: SpecValue | undefined; candidate: SpecValue | undefined }
)

const order: Agreement[] = ['differs', 'far', 'alike', 'close', 'notStated']

/** Returns every fact that either side states, differing ones first. */
export function compareFacts(match: Match): FactRow[] {
  const { referenceProduct: reference, candidateProduct: candidate } = match
  const rows = [...plainRows(match, reference, candidate), ...specRows(match, reference, candidate), ...priceRow(match)]
  return rows.toSorted((a, b) => order.indexOf(a.agreement) - order.indexOf(b.agreement))
}

function plainRows({ rationale }: Match, reference: MatchSide, candidate: MatchSide): FactRow[] {
  const evidenceByCode = new Map(rationale.map((one) => [one.code, one]))
  const sharedNumber = evidenceByCode.get('PART_NUMBER_SAME')?.product
  return [
    ...plainRow('partNumber', sharedNumber ?? joinNumbers(reference), sharedNumber ?? joinNumbers(candidate)),
    ...plainRow(
      'manufacturer',
      reference.manufacturer,
      candidate.manufacturer,
      evidenceByCode.has('MAKER_SAME') ? 'alike' : undefined,
    ),
    ...plainRow('category', reference.category, candidate.category),
  ]
}

function plainRow(
  key: PlainFact,
  reference: string | null,
  candidate: string | null,
  agreement?: Agreement,
): FactRow[] {
  if (reference === null && candidate === null) return []
  return [{ kind: 'plain', key, reference, candidate, agreement: agreement ?? compareTexts(reference, candidate) }]
}

function specRows({ rationale }: Match, reference: MatchSide, candidate: MatchSide): FactRow[] {
  const ofReference = reference.specs as Record<string, SpecValue>
  const ofCandidate = candidate.specs as Record<string, SpecValue>
  // The matcher recognises equal values that are written differently.
  const codeByFact = new Map(rationale.filter((one) => one.code.startsWith('FACT_')).map((one) => [one.key, one.code]))
  return specGroups({ ...ofReference, ...ofCandidate })
    .flatMap(({ rows }) => rows)
    .filter(({ key }) => key !== 'partNumber')
    .map(({ key }) => {
      const [left, right] = [ofReference[key], ofCandidate[key]]
      const code = codeByFact.get(key)
      // Facts may have changed since the matcher compared them.
      const isSame = code === 'FACT_SAME' || isSameValue(left, right)
      const agreement = isSame
        ? 'alike'
        : code === 'FACT_DIFFERS'
          ? 'differs'
          : compareTexts(textOf(left), textOf(right))
      return { kind: 'spec', key, reference: left, candidate: right, agreement }
    })
}

/**
 * Ratio of the higher to the lower price from which prices count as far apart: retailers rarely differ by as much on
 * one product.
 */
const FAR_PRICE_RATIO = 1.5

function priceRow({ referenceProduct, candidateProduct }: Match): FactRow[] {
  const [left, right] = [referenceProduct.price, candidateProduct.price]
  if (left === null || right === null) return []
  const far = Math.max(left, right) >= FAR_PRICE_RATIO * Math.min(left, right)
  return [
    {
      kind: 'plain',
      key: 'price',
      reference: String(left),
      candidate: String(right),
      agreement: far ? 'far' : 'close',
    },
  ]
}

const joinNumbers = (side: MatchSide) => (side.partNumbers.length > 0 ? side.partNumbers.slice(0, 2).join(', ') : null)

const textOf = (value: SpecValue | undefined): string | null =>
  value === undefined || value === null ? null : Array.isArray(value) ? value.join(', ') : String(value)

/** Whether both sides state a fact, and the same value; the order of a list says nothing. */
export function isSameValue(left: SpecValue | undefined, right: SpecValue | undefined): boolean {
  return compareTexts(sortedText(left), sortedText(right)) === 'alike'
}

const sortedText = (value: SpecValue | undefined): string | null =>
  textOf(Array.isArray(value) ? value.toSorted() : value)

function compareTexts(left: string | null, right: string | null): Agreement {
  if (left === null || right === null) return 'notStated'
  return left.toLowerCase() === right.toLowerCase() ? 'alike' : 'differs'
}
