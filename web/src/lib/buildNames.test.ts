import { expect, test } from 'vitest'
import type { BuildOption } from './budgetBuilds'
import { nameBuilds } from './buildNames'

const graphics = (index: number) => ({ graphics: { index }, processor: { index: 100 } })

// Only what the rules read.
const build = (kind: string, total: number, index: number, speed: number) =>
  ({ kind, total, index, estimates: graphics(speed) }) as unknown as BuildOption

test('the dearest build is the fastest, and the cheaper one the best value', () => {
  const builds = [
    build('best', 697.9, 85, 180),
    build('goodEnough', 372, 79.4, 150),
    build('quiet', 700, 84, 180),
    build('small', 690, 83, 170),
  ]
  expect(nameBuilds({ use: 'gaming-1440p', builds })).toEqual(['fastest', 'bestValue', 'quiet', 'small'])
})

test('a build is not the fastest where another one has the faster card', () => {
  const builds = [build('best', 600, 85, 150), build('quiet', 600, 84, 160)]
  expect(nameBuilds({ use: 'gaming-1440p', builds })).toEqual(['best', 'quiet'])
  // For office work the card does not decide.
  expect(nameBuilds({ use: 'office', builds })).toEqual(['fastest', 'quiet'])
})

test('a build is not the best value where another one has more for a dinar', () => {
  const builds = [build('best', 600, 85, 150), build('goodEnough', 560, 80, 140), build('small', 400, 70, 120)]
  expect(nameBuilds({ use: 'gaming-1080p', builds })).toEqual(['fastest', 'goodEnough', 'small'])
})

test('a build that costs nothing, because all parts are owned, divides by no price', () => {
  expect(nameBuilds({ use: 'office', builds: [build('best', 0, 50, 0)] })).toEqual(['fastest'])
})
