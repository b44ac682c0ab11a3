import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { components } from '~/api/schema'
import { switchLanguage } from '~/i18n'
import { useBuild } from '~/lib/buildStore'
import { product } from '~/testing/fixtures'
import { server } from '~/testing/server'
import { renderApp } from './renderApp'

type Schemas = components['schemas']

const part = (number: number, name: string, category: 'CPU' | 'GPU' | 'KEYBOARD' | 'RAM') =>
  product({ id: `00000000-0000-4000-8000-0000000000c${number}`, name, category, componentType: category })
const cpu = part(1, 'AMD Ryzen 5 7600', 'CPU')
const oldCard = part(2, 'MSI GeForce GTX 1660', 'GPU')
const newCard = part(3, 'ASUS GeForce RTX 5070', 'GPU')
const memory = part(4, 'Corsair 32 GB', 'RAM')
const keyboard = part(5, 'Any Keyboard', 'KEYBOARD')
const all = [cpu, oldCard, newCard, memory, keyboard]

const owned = (id: string, category: Schemas['BudgetPart']['category']) =>
  ({ productId: id, category, quantity: 1, owned: true, retailer: null, price: 0 }) as const
const bought = (id: string, category: Schemas['BudgetPart']['category'], price: number) =>
  ({ productId: id, category, quantity: 1, owned: false, retailer: 'dhow-digital', price }) as const

const priced = {
  deliveries: [],
  deliveryTotal: 1,
  deliveryKnown: true,
  estimates: { graphics: null, processor: null },
  unchecked: [],
  optimal: true,
}
const response: Schemas['BudgetUpgrades'] = {
  currency: 'KWD',
  budget: 250,
  use: 'gaming-1440p',
  index: 41.234,
  upgrades: [
    {
      ...priced,
      kind: 'onePart',
      parts: [owned(cpu.id, 'CPU'), bought(newCard.id, 'GPU', 215)],
      partsTotal: 215,
      total: 216,
      index: 61.372,
      indexChange: 20.138,
      replaced: [oldCard.id],
      bought: [newCard.id],
    },
    {
      ...priced,
      kind: 'twoParts',
      parts: [owned(cpu.id, 'CPU'), bought(newCard.id, 'GPU', 215), bought(memory.id, 'RAM', 30)],
      partsTotal: 245,
      total: 246,
      index: 64,
      indexChange: 22.766,
      replaced: [oldCard.id],
      bought: [newCard.id, memory.id],
    },
  ],
  enough: null,
  unknown: ['MOTHERBOARD', 'STORAGE', 'PSU', 'CASE', 'CPU_COOLER'],
  noUpgrade: null,
  products: all.map(({ id, name, category }) => ({ id, name, category, picture: null })),
  retailers: [],
}

/** Answers every request for upgrades with one response, and returns the requests. */
function answerWith(status: number, body: object) {
  const requests: Schemas['BudgetUpgradesRequest'][] = []
  server.use(
    http.post('*/api/budget-upgrades', async ({ request }) => {
      requests.push((await request.json()) as (typeof requests)[number])
      return HttpResponse.json(body, { status })
    }),
    http.get('*/api/products', ({ request }) => {
      const ids = new URL(request.url).searchParams.getAll('ids')
      return HttpResponse.json({ products: all.filter(({ id }) => ids.includes(id)), mergedInto: {} })
    }),
    http.post('*/api/basket', () => HttpResponse.json({ error: 'down', code: 'DOWN' }, { status: 503 })),
  )
  return requests
}

const chosen = (category: 'CPU' | 'GPU' | 'RAM') =>
  useBuild.getState().currentBuild.components[category]?.map((one) => one.product.id)

beforeEach(() => {
  useBuild.getState().replaceParts([cpu, oldCard, keyboard].map((one) => ({ product: one, quantity: 1 })))
})
afterEach(() => useBuild.getState().clear())

test('the current build without its peripherals is the PC at home', async () => {
  const requests = answerWith(200, response)
  renderApp('/upgrade?budget=250&use=gaming-4k&wish=tabby&shop=dhow-digital')
  const card = within(await screen.findByRole('article', { name: '1 new part' }))
  expect(requests[0]).toEqual({
    budget: 250,
    use: 'gaming-4k',
    allowUnknown: true,
    tabby: true,
    retailers: ['dhow-digital'],
    parts: [cpu.id, oldCard.id].map((productId) => ({ productId, quantity: 1 })),
  })
  expect(card.getByRole('link', { name: newCard.name })).toHaveAttribute('href', `/product/${newCard.id}`)
  expect(card.queryByText(cpu.name)).toBeNull()
  expect(card.getByText('Replaces')).toHaveTextContent(oldCard.name)
  expect(card.getByText('Dhow Digital')).toBeInTheDocument()
  expect(card.getByText('+49% in games')).toBeVisible()
  expect(card.getByText('41.2'), 'the index stands behind the words').not.toBeVisible()
  await userEvent.click(card.getByText('The figures'))
  expect(card.getByText('41.2')).toBeVisible()
  expect(card.getByText('61.4')).toBeVisible()
  expect(
    screen.getByText(/^We don’t know these of your PC, so we don’t suggest any: Motherboard, Memory/),
  ).toBeVisible()
  const second = within(screen.getByRole('article', { name: '2 new parts' }))
  expect(second.getByText('New in your PC')).toBeInTheDocument()
})

test('a change is applied to the build, and can be undone', async () => {
  answerWith(200, response)
  const { router } = renderApp('/upgrade')
  await userEvent.click(await screen.findByRole('button', { name: 'Apply to my build: 2 new parts' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  expect([chosen('CPU'), chosen('GPU'), chosen('RAM')]).toEqual([[cpu.id], [newCard.id], [memory.id]])
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  expect([chosen('GPU'), chosen('RAM')]).toEqual([[oldCard.id], undefined])
})

test('the address names another PC, whose parts can be removed', async () => {
  const requests = answerWith(200, response)
  const { router } = renderApp(`/upgrade?own=${cpu.id}&own=${memory.id}`)
  await screen.findByRole('button', { name: 'Open in builder: 1 new part' })
  expect(requests[0]?.parts.map(({ productId }) => productId)).toEqual([cpu.id, memory.id])
  await userEvent.click(screen.getByText('Your PC: 2 parts'))
  await userEvent.click(await screen.findByRole('button', { name: `Remove ${memory.name}` }))
  await waitFor(() => expect(requests.at(-1)?.parts).toHaveLength(1))
  await waitFor(() => expect(router.state.location.href).not.toContain(memory.id))
  await userEvent.click(screen.getByRole('button', { name: 'Use the parts in my build' }))
  expect(await screen.findByRole('button', { name: 'Apply to my build: 1 new part' })).toBeInTheDocument()
  await waitFor(() => expect(router.state.location.href).not.toContain('own='))
})

test('without parts the page says so and leads to the builder', async () => {
  useBuild.getState().clear()
  const requests = answerWith(200, response)
  renderApp('/upgrade')
  expect(await screen.findByRole('heading', { name: 'Your PC has no parts yet' })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Choose parts' })).toHaveAttribute('href', '/')
  expect(requests).toEqual([])
})

test('where nothing is better the page says why and offers a larger sum', async () => {
  const noUpgrade = { text: 'Nothing in stock is better.', textAr: 'ما في شي أحسن.' }
  const requests = answerWith(200, { ...response, budget: 40, upgrades: [], products: [], noUpgrade })
  renderApp('/upgrade?budget=40')
  expect(await screen.findByText(/Nothing in stock is better\./)).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Try 90 KWD' }))
  await waitFor(() => expect(requests.at(-1)?.budget).toBe(90))
})

test('a sum that buys nothing names the one that would', async () => {
  const noUpgrade = { text: 'Nothing in stock is better.', textAr: 'ما في شي أحسن.' }
  const requests = answerWith(200, { ...response, budget: 150, enough: 187.25, upgrades: [], products: [], noUpgrade })
  renderApp('/upgrade?budget=150')
  expect(await screen.findByText(/From 188 KWD on, something does\./)).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Try 188 KWD' }))
  await waitFor(() => expect(requests.at(-1)?.budget).toBe(188))
})

test('an address without a sum begins with one that buys something', async () => {
  const noUpgrade = { text: 'Nothing in stock is better.', textAr: 'ما في شي أحسن.' }
  server.use(
    http.post('*/api/budget-upgrades', async ({ request }) => {
      const { budget } = (await request.json()) as Schemas['BudgetUpgradesRequest']
      const found = budget >= 188 ? {} : { enough: 187.25, upgrades: [], products: [], noUpgrade }
      return HttpResponse.json({ ...response, budget, ...found })
    }),
  )
  renderApp('/upgrade')
  expect((await screen.findAllByRole('article')).length).toBeGreaterThan(0)
  expect(screen.getByRole('slider', { name: 'Budget' })).toHaveValue('188')
})

test('an unknown part and a contradiction are told in plain words', async () => {
  const error = 'parts: there is no part of a PC 00000000-0000-4000-8000-0000000000c2'
  answerWith(422, { error, code: 'INVALID_FIELDS', fields: { parts: error } })
  renderApp('/upgrade')
  expect(await screen.findByText(/one of its parts isn’t in our catalogue any more/)).toBeInTheDocument()
  const clash = { error: 'These parts don’t fit.', errorAr: 'هالقطع ما تركب.' }
  answerWith(422, { ...clash, code: 'WISHES_CONTRADICT', fields: { parts: '' } })
  await userEvent.click(screen.getByRole('button', { name: 'Office' }))
  expect(await screen.findByText(clash.error)).toBeInTheDocument()
  await switchLanguage('ar')
  expect(await screen.findByText(clash.errorAr)).toBeInTheDocument()
  await switchLanguage('en')
})

test('the page of builds for a budget leads to upgrades of the parts that the user has', async () => {
  server.use(
    http.post('*/api/budget-builds', () => HttpResponse.json({ error: 'down', code: 'DOWN' }, { status: 422 })),
    http.get('*/api/budget-builds/curve', () => HttpResponse.json({ error: 'down', code: 'DOWN' }, { status: 422 })),
    http.get('*/api/products', () => HttpResponse.json({ products: [cpu], mergedInto: {} })),
  )
  renderApp(`/build-for?use=office&own=${cpu.id}`)
  const link = await screen.findByRole('link', { name: 'See what to upgrade first' })
  expect(link).toHaveAttribute('href', `/upgrade?use=office&own=${cpu.id}`)
})

test.each([
  ['/upgrade?wish=tabby', 'Only shops with Tabby'],
  ['/build-for?wish=quiet', 'Quiet'],
])('on %s the panel of the last requirement stays open without it, and keeps the focus', async (address, name) => {
  answerWith(200, response)
  server.use(
    http.post('*/api/budget-builds', () => HttpResponse.json({ error: 'down', code: 'DOWN' }, { status: 422 })),
    http.get('*/api/budget-builds/curve', () => HttpResponse.json({ error: 'down', code: 'DOWN' }, { status: 422 })),
  )
  renderApp(address)
  const last = await screen.findByRole('switch', { name })
  const panel = last.closest('details')
  expect(panel).toHaveAttribute('open')
  await userEvent.click(last)
  await waitFor(() => expect(last).not.toBeChecked())
  expect(panel).toHaveAttribute('open')
  expect(last).toHaveFocus()
})

test('removing a kept part leaves the focus in its panel', async () => {
  server.use(
    http.post('*/api/budget-builds', () => HttpResponse.json({ error: 'down', code: 'DOWN' }, { status: 422 })),
    http.get('*/api/budget-builds/curve', () => HttpResponse.json({ error: 'down', code: 'DOWN' }, { status: 422 })),
    http.get('*/api/products', () => HttpResponse.json({ products: [cpu], mergedInto: {} })),
  )
  renderApp(`/build-for?keep=${cpu.id}`)
  const remove = await screen.findByRole('button', { name: `Don’t keep ${cpu.name}` })
  const panel = remove.closest('details')
  await userEvent.click(remove)
  expect(panel).toHaveAttribute('open')
  expect(panel?.querySelector('summary')).toHaveFocus()
})
