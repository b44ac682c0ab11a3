import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, expect, test } from 'vitest'
import { switchLanguage } from '~/i18n'
import { useBuild } from '~/lib/buildStore'
import type { BudgetBuilds } from '~/lib/budgetBuilds'
import { product } from '~/testing/fixtures'
import { server } from '~/testing/server'
import { renderApp } from './renderApp'

afterEach(() => useBuild.getState().clear())

const cpu = product({
  id: '00000000-0000-4000-8000-0000000000c1',
  name: 'AMD Ryzen 5 7600',
  category: 'CPU',
  componentType: 'CPU',
})
const card = product({
  id: '00000000-0000-4000-8000-0000000000c2',
  name: 'ASUS GeForce RTX 5070',
  category: 'GPU',
  componentType: 'GPU',
})
const other = product({
  id: '00000000-0000-4000-8000-0000000000c3',
  name: 'MSI GeForce RTX 5060',
  category: 'GPU',
  componentType: 'GPU',
})
const named = [cpu, card, other].map(({ id, name, category }) => ({ id, name, category, picture: null }))

const build = {
  parts: [
    { productId: cpu.id, category: 'CPU' as const, quantity: 1, owned: false, retailer: 'alpha', price: 62 },
    { productId: card.id, category: 'GPU' as const, quantity: 1, owned: false, retailer: 'alpha', price: 215 },
  ],
  deliveries: [{ retailer: 'alpha', partsTotal: 277, fee: 0 }],
  partsTotal: 277,
  deliveryTotal: 0,
  deliveryKnown: true,
  total: 277,
  index: 61.372,
  estimates: { graphics: null, processor: null },
  unchecked: [],
}

const response: BudgetBuilds = {
  currency: 'KWD',
  budget: 500,
  use: 'gaming-1440p',
  builds: [
    {
      ...build,
      kind: 'best',
      optimal: true,
      gap: null,
      largestShare: { productId: card.id, percent: 77 },
      swaps: [{ from: card.id, to: other.id, priceChange: -40.5, indexChange: -7.3 }],
    },
  ],
  nextStep: null,
  unspent: null,
  soundness: 'full',
  least: null,
  noBuild: null,
  products: named,
  retailers: [],
}
const curve = {
  currency: 'KWD',
  use: 'gaming-1440p',
  leastTotal: 274.5,
  today: [
    { budget: 274.5, index: 40, graphics: 90, total: 274.5 },
    { budget: 300, index: 42, graphics: 97.5, total: 299 },
  ],
  before: [],
  beforeDay: '2026-08-25',
}

/** Answers every question with one answer, and notes what was asked. */
function answerWith(status: number, body: object) {
  const requests: { budget: number; use: string; wishes: Record<string, unknown> }[] = []
  server.use(
    http.get('*/api/budget-builds/curve', () => HttpResponse.json(curve)),
    http.post('*/api/budget-builds', async ({ request }) => {
      requests.push((await request.json()) as (typeof requests)[number])
      return HttpResponse.json(body, { status })
    }),
  )
  return requests
}

test('the address holds the request, and a card shows parts, price and index', async () => {
  const requests = answerWith(200, response)
  renderApp('/build-for?budget=500&use=gaming-4k&wish=quiet&wish=color-white')
  const best = within(await screen.findByRole('article', { name: 'Fastest' }))
  expect(requests[0]).toMatchObject({
    budget: 500,
    use: 'gaming-4k',
    wishes: { quiet: true, color: 'white', wifi: false },
  })
  expect(best.getByRole('link', { name: 'AMD Ryzen 5 7600' })).toHaveAttribute('href', `/product/${cpu.id}`)
  expect(best.getByText('61.4')).toBeInTheDocument()
  expect(best.getByText('ASUS GeForce RTX 5070 takes 77% of the money.')).toBeInTheDocument()
  expect(screen.getByText('Indices are estimated from specifications. They are not frame rates.')).toBeInTheDocument()
})

test('estimates are told in words, with the numbers behind', async () => {
  const [option] = response.builds
  if (!option) throw new Error('no build')
  const graphics = {
    band: { text: '1440p: high settings in most games', textAr: 'إعدادات عالية' },
    bandwidth: null,
    boostClockMhz: 2512,
    chip: 'GeForce RTX 5070',
    compute: null,
    estimatedFor: null,
    index: 167.2,
    memoryBandwidth: 672,
    memoryGb: 12,
    memoryShare: null,
    shaderUnits: 6144,
    source: 'NVIDIA',
  }
  answerWith(200, { ...response, builds: [{ ...option, estimates: { graphics, processor: null } }] })
  renderApp('/build-for?budget=500')
  const best = within(await screen.findByRole('article', { name: 'Fastest' }))
  const words = best.getByText(graphics.band.text)
  expect(words.closest('div')).toHaveAttribute('title', 'Graphics (RTX 4060 = 100): 167')
  expect(best.getByText('167')).not.toBeVisible()
  await userEvent.click(best.getByText('The figures'))
  expect(best.getByText('167')).toBeVisible()
})

test('choosing a use sends a new request and changes the address', async () => {
  const requests = answerWith(200, response)
  const { router } = renderApp('/build-for?budget=500&use=gaming-1440p')
  await userEvent.click(await screen.findByRole('button', { name: 'Office' }))
  await waitFor(() => expect(requests.at(-1)?.use).toBe('office'))
  await waitFor(() => expect(router.state.location.href).toContain('use=office'))
})

test('a swap says what it changes', async () => {
  answerWith(200, response)
  renderApp('/build-for?budget=500')
  await userEvent.click(await screen.findByRole('button', { name: 'Swaps for ASUS GeForce RTX 5070' }))
  expect(screen.getByText('−40.500')).toBeInTheDocument()
  expect(screen.getByText('−12% in games')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'MSI GeForce RTX 5060' })).toBeInTheDocument()
})

test('a build is opened in the builder', async () => {
  answerWith(200, response)
  server.use(
    http.get('*/api/products', () => HttpResponse.json({ products: [cpu, card], mergedInto: {} })),
    http.post('*/api/basket', () => HttpResponse.json({ error: 'down', code: 'DOWN' }, { status: 503 })),
  )
  const { router } = renderApp('/build-for?budget=500')
  await userEvent.click(await screen.findByRole('button', { name: 'Open in builder: Fastest' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  expect(useBuild.getState().currentBuild.components.GPU?.[0]?.product.id).toBe(card.id)
})

test('too little money shows the cheapest build and what is missing', async () => {
  answerWith(200, { ...response, builds: [], least: { ...build, missing: 77, optimal: true } })
  renderApp('/build-for?budget=200')
  expect(await screen.findByRole('heading', { name: 'This budget is too small for a build' })).toBeInTheDocument()
  expect(screen.getByText('AMD Ryzen 5 7600')).toBeInTheDocument()
})

test('contradictory constraints are named', async () => {
  const error = 'No Case in stock has the requested colour.'
  const requests = answerWith(422, { error, code: 'WISHES_CONTRADICT', fields: { 'wishes.color': error } })
  renderApp('/build-for?budget=500&wish=color-white&wish=confirmed')
  expect(await screen.findByText(error)).toBeInTheDocument()
  expect(requests[0]).toMatchObject({ allowUnknown: false })
})

test('a contradiction is told in the language of the page', async () => {
  const errorAr = 'ما في كيس متوفر باللون اللي اخترته.'
  const error = 'No case in stock comes in the colour you chose.'
  answerWith(422, { error, errorAr, code: 'WISHES_CONTRADICT', fields: { 'wishes.color': error } })
  renderApp('/build-for?budget=500&wish=color-white')
  expect(await screen.findByText(error)).toBeInTheDocument()
  await switchLanguage('ar')
  expect(await screen.findByText(errorAr)).toBeInTheDocument()
  await switchLanguage('en')
})

test('the card of the home page says why there is no build', async () => {
  const noBuild = { text: 'No build was found in time.', textAr: 'x' }
  answerWith(200, { ...response, builds: [], products: [], noBuild })
  renderApp('/')
  const region = within(await screen.findByRole('region', { name: 'The best PC for your budget' }))
  expect(await region.findByText(noBuild.text)).toBeInTheDocument()
})

test('nothing in stock says so', async () => {
  answerWith(200, {
    ...response,
    builds: [],
    products: [],
    noBuild: { text: 'No Case in stock meets the minimum for this use.', textAr: 'x' },
  })
  renderApp('/build-for')
  expect(await screen.findByText('No Case in stock meets the minimum for this use.')).toBeInTheDocument()
})

test('retailers and fixed parts of the address are sent, and the form changes them', async () => {
  const requests = answerWith(200, response)
  server.use(http.get('*/api/products', () => HttpResponse.json({ products: [cpu], mergedInto: {} })))
  const { router } = renderApp(`/build-for?wish=tabby&wish=memory-32&wish=storage-2000&shop=alpha&own=${cpu.id}&keep=x`)
  await screen.findByRole('article', { name: 'Fastest' })
  expect(requests[0]?.wishes).toMatchObject({
    tabby: true,
    minMemory: 32,
    minStorage: 2000,
    retailers: ['alpha'],
    keep: [{ productId: cpu.id, quantity: 1, owned: true }],
  })
  await userEvent.click(screen.getByRole('button', { name: 'Keep ASUS GeForce RTX 5070' }))
  await waitFor(() => expect(router.state.location.href).toContain(`keep=${card.id}`))
  expect(requests.at(-1)?.wishes.keep).toHaveLength(2)
  await userEvent.click(await screen.findByRole('switch', { name: 'I already have AMD Ryzen 5 7600' }))
  await waitFor(() => expect(router.state.location.href).not.toContain('own='))
  await userEvent.click(screen.getByRole('button', { name: 'Don’t keep AMD Ryzen 5 7600' }))
  await waitFor(() => expect(requests.at(-1)?.wishes.keep).toEqual([{ productId: card.id, quantity: 1, owned: false }]))
})

test('the parts of the current build are kept in all their pieces', async () => {
  const builds = response.builds.map((one) => ({ ...one, parts: one.parts.map((part) => ({ ...part, quantity: 2 })) }))
  const requests = answerWith(200, { ...response, builds })
  const memory = product({ id: '00000000-0000-4000-8000-0000000000e1', category: 'RAM', price: 30 })
  server.use(http.get('*/api/products', () => HttpResponse.json({ products: [memory], mergedInto: {} })))
  useBuild.getState().replaceParts([{ product: memory, quantity: 2 }])
  const { router } = renderApp('/build-for')
  await userEvent.click(await screen.findByRole('button', { name: 'Keep the parts in my build' }))
  await waitFor(() =>
    expect(requests.at(-1)?.wishes.keep).toEqual([{ productId: memory.id, quantity: 2, owned: false }]),
  )
  await waitFor(() => expect(router.state.location.href.split(`keep=${memory.id}`)).toHaveLength(3))
  const kept = screen.getByRole('group', { name: 'Parts to keep' })
  expect(await within(kept).findByText('×2')).toBeInTheDocument()
  const best = within(screen.getByRole('article', { name: 'Fastest' }))
  expect(best.getAllByText('×2')).toHaveLength(2)
})

test('a shop is chosen in the form', async () => {
  const requests = answerWith(200, response)
  const { router } = renderApp('/build-for?budget=500&wish=quiet')
  const shops = within(await screen.findByRole('group', { name: 'Only from these shops' }))
  const [first] = await shops.findAllByRole('checkbox')
  if (!first) throw new Error('no shop')
  await userEvent.click(first)
  await waitFor(() => expect(requests.at(-1)?.wishes.retailers).toHaveLength(1))
  await waitFor(() => expect(router.state.location.href).toContain('shop='))
})

const user = { id: '00000000-0000-4000-8000-00000000000a', name: 'Sara', email: 's@example.com', role: 'USER' }

/** Signs in, and notes the alerts that are created. */
function signedIn() {
  const sent: unknown[] = []
  server.use(
    http.get('*/api/auth/me', () => HttpResponse.json({ user: { ...user, emailVerified: true } })),
    http.post('*/api/user/price-alerts', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ id: 'a' }, { status: 201 })
    }),
  )
  return sent
}

test('an alert on a budget that is too small waits for any build of the use', async () => {
  answerWith(200, { ...response, builds: [], least: { ...build, missing: 77, optimal: true } })
  const sent = signedIn()
  renderApp('/build-for?budget=200&use=gaming-1440p&wish=quiet')
  await userEvent.click(await screen.findByRole('button', { name: 'Tell me when it fits my budget' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByLabelText('Budget in KWD')).toHaveValue('200')
  await userEvent.click(dialog.getByRole('button', { name: 'Create alert' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({
    alertType: 'BUDGET_BUILD',
    targetPrice: 200,
    budgetBuild: { use: 'gaming-1440p', allowUnknown: true, minIndex: null, wishes: { quiet: true } },
  })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('an alert beside builds waits for one as good as the best, for less', async () => {
  answerWith(200, response)
  const sent = signedIn()
  renderApp('/build-for?budget=500')
  await userEvent.click(await screen.findByRole('button', { name: 'Tell me when it gets cheaper' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(dialog.getByLabelText('Budget in KWD'), '280')
  await userEvent.click(dialog.getByRole('button', { name: 'Create alert' }))
  expect(dialog.getByRole('alert')).toHaveTextContent('Target price must be lower than current price')
  await userEvent.clear(dialog.getByLabelText('Budget in KWD'))
  await userEvent.type(dialog.getByLabelText('Budget in KWD'), '250')
  await userEvent.click(dialog.getByRole('button', { name: 'Create alert' }))
  await waitFor(() => expect(sent).toMatchObject([{ targetPrice: 250, budgetBuild: { minIndex: 61.372 } }]))
})

test('the budget is typed to the dinar, and more than the largest counts as the largest', async () => {
  const requests = answerWith(200, response)
  renderApp('/build-for?budget=500')
  const field = await screen.findByRole('textbox', { name: 'Type the budget in KWD' })
  await userEvent.clear(field)
  await userEvent.type(field, '487{Enter}')
  await waitFor(() => expect(requests.at(-1)?.budget).toBe(487))
  await userEvent.clear(field)
  await userEvent.type(field, '99,999,999{Enter}')
  await waitFor(() => expect(requests.at(-1)?.budget).toBe(2500))
  expect(field).toHaveValue('2500')
  expect(screen.getByText('The most we plan for is 2500 KWD, so we use that.')).toBeInTheDocument()
})

test('an address of a larger budget than the largest says so', async () => {
  const requests = answerWith(200, response)
  renderApp('/build-for?budget=99999999')
  expect(await screen.findByText('The most we plan for is 2500 KWD, so we use that.')).toBeInTheDocument()
  await waitFor(() => expect(requests.at(-1)?.budget).toBe(2500))
})

test('Back returns to the input before', async () => {
  answerWith(200, response)
  const { router } = renderApp('/build-for?budget=500&use=gaming-1440p')
  await userEvent.click(await screen.findByRole('button', { name: 'Office' }))
  await waitFor(() => expect(router.state.location.href).toContain('use=office'))
  router.history.back()
  await waitFor(() => expect(router.state.location.href).toContain('use=gaming-1440p'))
  expect(router.state.location.pathname).toBe('/build-for')
})

test('what could not be checked is named once, and money that brings nothing is left over', async () => {
  const rule = { code: 'GPU_LENGTH', name: 'Card length', nameAr: 'طول الكرت' }
  const [best] = response.builds
  if (!best) throw new Error('no build')
  const builds = [
    { ...best, unchecked: [rule] },
    { ...best, kind: 'quiet' as const, unchecked: [rule] },
  ]
  answerWith(200, { ...response, builds, unspent: { amount: 260, reason: 'nothingBetter' } })
  renderApp('/build-for?budget=760')
  expect(await screen.findAllByText(/^Not checked: Card length/)).toHaveLength(1)
  expect(screen.getByText(/left: nothing better for this use/)).toHaveTextContent('260')
})
