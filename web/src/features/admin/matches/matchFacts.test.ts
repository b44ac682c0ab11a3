import { expect, test } from 'vitest'
import { match, matchSide } from '~/testing/matches'
import { compareFacts } from './matchFacts'

const agreement = (reference: number, candidate: number) =>
  compareFacts(
    match({
      rationale: [],
      referenceProduct: matchSide({ price: reference }),
      candidateProduct: matchSide({ price: candidate }),
    }),
  ).find((row) => row.kind === 'plain' && row.key === 'price')?.agreement

test('prices agree while the higher one is less than 1.5 times the lower one', () => {
  expect(agreement(43, 3.75)).toBe('far')
  expect(agreement(3.75, 43)).toBe('far')
  expect(agreement(100, 149)).toBe('close')
  expect(agreement(100, 150)).toBe('far')
})
