import { expect, test } from 'vitest'
import type { Category } from '~/api/wire'
import { compatibility, product } from '~/testing/fixtures'
import { toSelectedComponent, type Components } from './build'
import { readVerdict, findPartVerdict } from './verdict'

const part = (category: Category) => product({ id: `id-${category}`, category, componentType: category })
const build = (...categories: Category[]): Components =>
  Object.fromEntries(categories.map((category) => [category, [toSelectedComponent(part(category))]]))
const passed = [
  { code: 'SOCKET_MISMATCH', componentIds: ['id-CPU', 'id-MOTHERBOARD'], name: 'Socket', nameAr: 'السوكت' },
]
const noPicture = {
  code: 'NO_DISPLAY_OUTPUT',
  type: 'error' as const,
  message: 'x',
  messageAr: 'x',
  componentIds: ['id-CPU'],
  evidence: [],
  fixes: [],
}

test('all five required categories are missing parts and never conflicts', () => {
  const verdict = readVerdict(
    compatibility({
      passed,
      issues: [{ ...noPicture, code: 'MISSING_REQUIRED', fixes: [{ category: 'PSU', filters: [] }] }],
    }),
    build('CPU', 'MOTHERBOARD'),
  )
  expect(verdict.neededCategories).toEqual(['RAM', 'STORAGE', 'PSU'])
  expect([verdict.errors, verdict.fits, verdict.allCompatible]).toEqual([[], true, false])
})

test('a CPU without graphics makes the video card a missing part, not a conflict', () => {
  const verdict = readVerdict(compatibility({ compatible: false, issues: [noPicture] }), build('CPU'))
  expect(verdict.errors).toEqual([])
  expect(verdict.neededCategories).toEqual(
    ['CPU', 'MOTHERBOARD', 'RAM', 'STORAGE', 'GPU', 'PSU'].filter((type) => type !== 'CPU'),
  )
  expect(findPartVerdict(verdict, 'id-CPU').kind).toBe('needs')
  // Without a comparison nothing is reported to fit.
  expect(verdict.fits).toBe(false)
})

test('a build is all compatible only when no part is missing', () => {
  const whole = build('CPU', 'MOTHERBOARD', 'RAM', 'STORAGE', 'PSU')
  expect(readVerdict(compatibility({ passed }), whole).allCompatible).toBe(true)
  expect(readVerdict(compatibility({ passed, compatible: false, issues: [noPicture] }), whole)).toMatchObject({
    allCompatible: false,
    fits: true,
    neededCategories: ['GPU'],
  })
  expect(
    readVerdict(
      compatibility({ passed, compatible: false, issues: [{ ...noPicture, code: 'SOCKET_MISMATCH' }] }),
      whole,
    ),
  ).toMatchObject({ allCompatible: false, fits: false })
})
