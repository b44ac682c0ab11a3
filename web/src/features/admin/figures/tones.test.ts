import { expect, test } from 'vitest'
import { differenceTone } from './priceDifferences'
import { confidenceTone } from '../table/ToneChip'

test('a confidence is green from 0.8, orange from 0.5, and red below', () => {
  expect([1, 0.8, 0.799, 0.5, 0.499, 0].map(confidenceTone)).toEqual([
    'green',
    'green',
    'orange',
    'orange',
    'red',
    'red',
  ])
})

test('a price difference is red above 30 percent, orange above 20, and plain up to 20', () => {
  expect([30.1, 30, 20.1, 20, 0].map(differenceTone)).toEqual(['red', 'orange', 'orange', 'plain', 'plain'])
})
