import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterEach, expect, test } from 'vitest'
import type { components } from '~/api/schema'
import { useBuild } from '~/lib/buildStore'
import { list, product } from '~/testing/fixtures'
import { server } from '~/testing/server'
import { renderApp } from './renderApp'

const card = product()
const chassis = product({ id: '00000000-0000-4000-8000-0000000000c1', category: 'CASE', componentType: 'CASE', name: 'A small case' })

const said: components['schemas']['Compatibility'] = {
  compatible: false,
  currency: 'KWD',
  estimatedWatts: 300,
  isComplete: false,
  issues: [
    {
      code: 'GPU_LENGTH',
      type: 'error',
      message: 'The card is too long for the case.',
      messageAr: 'الكرت أطول من الكيس.',
      componentIds: [card.id, chassis.id],
      evidence: [],
      fixes: [
        { category: 'GPU', filters: [['spec.length.max', '250']] },
        { category: 'CASE', filters: [['spec.maxGpuLength.min', '304']] },
      ],
    },
  ],
  lineItems: [],
  notFound: [],
  passed: [],
  recommendedPsu: null,
  refused: [],
  requiredWatts: 300,
  totalPrice: 279.9,
  unchecked: [],
  unpriced: [],
  wattsKnown: true,
}

afterEach(() => useBuild.getState().clear())

test('a way out with no part at its end is no link, and says so', async () => {
  useBuild.getState().choose(card)
  useBuild.getState().choose(chassis)
  server.use(
    http.get('*/api/products', () => HttpResponse.json({ products: [card, chassis] })),
    http.post('*/api/compatibility', () => HttpResponse.json(said)),
    http.post('*/api/basket', () => HttpResponse.json({}, { status: 503 })),
    http.get('*/api/products/list', ({ request }) => {
      const cases = new URL(request.url).searchParams.get('category') === 'CASE'
      return HttpResponse.json(list({ total: cases ? 12 : 0 }))
    }),
  )
  renderApp('/')
  const issue = within((await screen.findByText('The card is too long for the case.')).closest('article') as HTMLElement)
  expect(await issue.findByText('Video Cards: none in stock fits the other parts')).toBeInTheDocument()
  await waitFor(() => expect(issue.getAllByRole('link').map((link) => link.textContent)).toEqual(['Cases that fit (12)']))
})
