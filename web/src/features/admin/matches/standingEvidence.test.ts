import { expect, test } from 'vitest'
import { match, matchSide } from '~/testing/matches'
import { compareFacts } from './matchFacts'
import type { MatchSide } from './matches'
import { standingEvidence } from './standingEvidence'

const specs = (facts: object) => facts as MatchSide['specs']
const mouse = match({
  rationale: [
    { code: 'VARIANT_DIFFERS', offer: '6' },
    { code: 'WORDS_ONLY_OFFER', offer: '54g esports' },
    { code: 'FACT_DIFFERS', key: 'color', offer: 'White', product: 'Black' },
    { code: 'FACT_MISSING', key: 'wireless', product: 'true' },
  ],
  referenceProduct: matchSide({
    name: 'Razer Viper V3 Pro',
    specs: specs({ buttons: 6, weight: 54, color: ['Black', 'White'], wireless: true }),
  }),
  candidateProduct: matchSide({
    name: 'Razer Viper V3 Pro 35000 DPI 6 Buttons 54g esports',
    specs: specs({ color: ['White', 'Black'] }),
  }),
})

test('what the facts of both sides answer is no evidence', () => {
  expect(standingEvidence(mouse)).toEqual([
    { code: 'WORDS_ONLY_OFFER', offer: 'esports' },
    { code: 'FACT_MISSING', key: 'wireless', product: 'true' },
  ])
})

test('a number without the noun of its fact stays evidence of another variant', () => {
  const rationale = [{ code: 'VARIANT_DIFFERS', offer: '6' }]
  const candidateProduct = matchSide({ name: 'Razer Viper 6', specs: specs({}) })
  expect(standingEvidence({ ...mouse, rationale, candidateProduct })).toEqual([{ code: 'VARIANT_DIFFERS', offer: '6' }])
})

test('equal facts agree, whatever their order and what the matcher saw before', () => {
  expect(compareFacts(mouse).find(({ key }) => key === 'color')?.agreement).toBe('alike')
})
