import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { list } from '~/testing/fixtures'
import { QueryInterpretation } from './QueryInterpretation'

test('limits that no product meets are named beside the nearest products', () => {
  const answer = list({ relaxed: ['8 tb', 'under 50 kd'] })
  render(<QueryInterpretation answer={answer} search={{ q: '8 tb ssd under 50 kd' }} onChange={() => undefined} />)
  expect(screen.getByText('8 tb · under 50 kd')).toBeTruthy()
  expect(screen.getByText(/nearest products, as none meets/)).toBeTruthy()
})
