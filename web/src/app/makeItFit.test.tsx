import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { components } from '~/api/schema'
import { chosenParts, useBuild } from '~/lib/buildStore'
import { compatibility, list, product } from '~/testing/fixtures'
import { server } from '~/testing/server'
import { renderApp } from './renderApp'

type Schemas = components['schemas']

const card = product()
const chassis = product({
  id: '00000000-0000-4000-8000-0000000000c1',
  category: 'CASE',
  componentType: 'CASE',
  name: 'A small case',
})
const largeCase = product({
  id: '00000000-0000-4000-8000-0000000000c2',
  category: 'CASE',
  componentType: 'CASE',
  name: 'A large case',
})
const shortCard = product({ id: '00000000-0000-4000-8000-0000000000c3', name: 'A short card' })
const all = [card, chassis, largeCase, shortCard]

const clash = compatibility({
  compatible: false,
  estimatedWatts: 300,
  issues: [
    {
      code: 'GPU_LENGTH',
      type: 'error',
      message: 'The card is too long for the case.',
      messageAr: 'الكرت أطول من الكيس.',
      componentIds: [card.id, chassis.id],
      evidence: [],
      fixes: [],
    },
  ],
  requiredWatts: 300,
  totalPrice: 279.9,
})

const repairs: Schemas['BuildRepairs'] = {
  currency: 'KWD',
  fits: false,
  repairs: [
    {
      priceChange: 4.5,
      swaps: [{ from: chassis.id, to: largeCase.id, quantity: 1, price: 24.5, priceBefore: 20 }],
    },
    {
      priceChange: -12,
      swaps: [{ from: card.id, to: shortCard.id, quantity: 1, price: 267.9, priceBefore: 279.9 }],
    },
  ],
  noRepair: null,
  products: all.map(({ id, name, category }) => ({ id, name, category, picture: null })),
}

/** Answers every request for repairs with one response, and returns the requests. */
function answerWith(status: number, body: object) {
  const requests: unknown[] = []
  server.use(
    http.post('*/api/build-repairs', async ({ request }) => {
      requests.push(await request.json())
      return HttpResponse.json(body, { status })
    }),
  )
  return requests
}

beforeEach(() => {
  useBuild.getState().choose(card)
  useBuild.getState().choose(chassis)
  server.use(
    http.get('*/api/products', ({ request }) => {
      const ids = new URL(request.url).searchParams.getAll('ids')
      const named = ids.flatMap((one) => one.split(','))
      return HttpResponse.json({ products: all.filter(({ id }) => named.includes(id)), mergedInto: {} })
    }),
    http.get('*/api/products/list', () => HttpResponse.json(list({ total: 0 }))),
    http.post('*/api/basket', () => HttpResponse.json({}, { status: 503 })),
    http.post('*/api/compatibility', async ({ request }) => {
      const text = JSON.stringify(await request.json())
      const fits = !text.includes(card.id) || !text.includes(chassis.id)
      return HttpResponse.json(fits ? { ...clash, compatible: true, issues: [] } : clash)
    }),
  )
})
afterEach(() => useBuild.getState().clear())

const chosenNames = () => chosenParts(useBuild.getState().currentBuild.components).map((part) => part.product.name)

test('the fewest swaps are shown with their cost, applied by one press, and undone', async () => {
  const requests = answerWith(200, repairs)
  renderApp('/')
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Make it fit' }))
  const way = within(await screen.findByRole('region', { name: 'A large case' }))
  expect(way.getByRole('heading').textContent).toMatch(/1 swap, then everything fits: costs more by 4\.500/)
  expect(way.getByText('A small case')).toBeInTheDocument()
  expect(requests).toEqual([
    {
      parts: expect.arrayContaining([
        { productId: card.id, quantity: 1 },
        { productId: chassis.id, quantity: 1 },
      ]) as unknown,
    },
  ])
  await user.click(way.getByRole('button', { name: 'Apply: A large case' }))
  await waitFor(() => expect(chosenNames()).toEqual(expect.arrayContaining([card.name, 'A large case'])))
  expect(chosenNames()).not.toContain('A small case')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Make it fit' })).not.toBeInTheDocument())
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(chosenNames()).toContain('A small case')
})

test('other ways are shown on demand, with what they save', async () => {
  answerWith(200, repairs)
  renderApp('/')
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Make it fit' }))
  await user.click(await screen.findByRole('button', { name: 'Other ways (1)' }))
  const way = within(screen.getByRole('region', { name: 'A short card' }))
  expect(way.getByRole('heading').textContent).toMatch(/saves 12\.000/)
  await user.click(way.getByRole('button', { name: 'Apply: A short card' }))
  await waitFor(() => expect(chosenNames()).toEqual(expect.arrayContaining(['A short card', 'A small case'])))
})

test('where nothing sold fits, the page says so', async () => {
  const text = 'No parts in stock make this build fit, however many are swapped.'
  answerWith(200, { ...repairs, repairs: [], noRepair: { text, textAr: text } })
  renderApp('/')
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Make it fit' }))
  expect(await screen.findByText(text)).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /^Apply/ })).not.toBeInTheDocument()
})

test('a refused request says why, and a build that fits has no such button', async () => {
  answerWith(422, {
    error: 'takes at most 16 parts',
    code: 'INVALID_FIELDS',
    fields: { parts: 'takes at most 16 parts' },
  })
  renderApp('/')
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Make it fit' }))
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeInTheDocument()
  useBuild.getState().remove('CASE', chassis.id)
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Make it fit' })).not.toBeInTheDocument())
})
