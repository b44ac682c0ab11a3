import type { SpecValue } from '~/api/wire'
import { isSpecKey, specUnit, type SpecKey } from '~/lib/product/specs'
import { isSameValue } from './matchFacts'
import type { Evidence, Match } from './matches'
import { normaliseWord } from './matchWords'

/** Evidence that one fact differs, or that one side lacks it. */
const AGAINST_A_FACT: readonly string[] = ['FACT_DIFFERS', 'FACT_MISSING', 'SIBLING_FACT']
/** Evidence of words that only one side has. */
const OF_WORDS: readonly string[] = ['VARIANT_DIFFERS', 'WORDS_ONLY_OFFER', 'WORDS_ONLY_PRODUCT']

/**
 * Returns a match's evidence without what the facts of both sides answer: the matcher compared words, and facts as they were
 * then.
 *
 * Example: the words `6 Buttons` of a shop's title are no other variant where the product has six buttons.
 */
export function standingEvidence({ rationale, referenceProduct, candidateProduct }: Match): Evidence[] {
  const ofProduct = referenceProduct.specs as Record<string, SpecValue>
  const ofOffer = candidateProduct.specs as Record<string, SpecValue>
  return rationale.flatMap((one) => {
    const { code, key } = one
    if (AGAINST_A_FACT.includes(code) && key) return isSameValue(ofProduct[key], ofOffer[key]) ? [] : [one]
    if (!OF_WORDS.includes(code)) return [one]
    const offer = withoutStated(one.offer, candidateProduct.name, ofProduct)
    const product = withoutStated(one.product, referenceProduct.name, ofOffer)
    return offer || product ? [{ ...one, offer, product }] : []
  })
}

/** Returns the words of a name that the other side's facts do not state; undefined where none are left. */
function withoutStated(
  words: string | undefined,
  name: string,
  otherSpecs: Record<string, SpecValue>,
): string | undefined {
  const nameWords = name.split(/\s+/).map(normaliseWord)
  const isStated = (word: string) => statesNumber(word, nameWords[nameWords.indexOf(word) + 1] ?? '', otherSpecs)
  const left = (words ?? '').split(/\s+/).filter((word) => word !== '' && !isStated(normaliseWord(word)))
  return left.length > 0 ? left.join(' ') : undefined
}

/** Whether facts have the number of a word, such as `54g`, or `6` before `buttons`, in the fact that its unit or noun names. */
function statesNumber(word: string, next: string, specs: Record<string, SpecValue>): boolean {
  const [, digits, unit] = /^(\d+)([a-z]*)$/.exec(word) ?? []
  if (digits === undefined) return false
  const noun = unit || next
  return Object.entries(specs).some(([key, value]) => value === Number(digits) && isSpecKey(key) && isNounOf(noun, key))
}

function isNounOf(noun: string, key: SpecKey): boolean {
  const singular = noun.replace(/s$/, '')
  return noun === normaliseWord(specUnit(key)) || (singular.length > 2 && key.toLowerCase().includes(singular))
}
