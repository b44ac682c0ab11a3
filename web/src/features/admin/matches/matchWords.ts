import type { Evidence } from './matches'

/** A word of a name: on both sides, on this side only, or one that names another variant. */
type MarkedWord = { word: string; kind: 'same' | 'added' | 'differs' }

/** Returns a word without case, marks and spaces. */
export const normaliseWord = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')

/** Marks a name's words by the matcher's evidence. `side`: whose name it is. */
export function markWords(name: string, rationale: Evidence[], side: 'offer' | 'product'): MarkedWord[] {
  const wordsOfEvidence = (code: string) =>
    new Set(
      rationale
        .filter((one) => one.code === code)
        .flatMap((one) => (one[side] ?? '').split(/\s+/))
        .map(normaliseWord)
        .filter((word) => word !== ''),
    )
  const differing = wordsOfEvidence('VARIANT_DIFFERS')
  const added = wordsOfEvidence(side === 'offer' ? 'WORDS_ONLY_OFFER' : 'WORDS_ONLY_PRODUCT')
  return name
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => {
      const normalised = normaliseWord(word)
      return { word, kind: differing.has(normalised) ? 'differs' : added.has(normalised) ? 'added' : 'same' }
    })
}
