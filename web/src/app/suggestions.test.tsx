import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { list, product, user } from '~/testing/fixtures'
import { savedBuild, savedPart } from '~/testing/savedBuilds'
import { server } from '~/testing/server'
import { renderApp } from './renderApp'

const supply = product({
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Corsair RM1000x',
  category: 'PSU',
  componentType: 'PSU',
  price: 97.5,
})
const cheaper = product({ ...supply, id: '00000000-0000-4000-8000-000000000002', name: 'MSI A850GL', price: 39.9 })
const shared = savedBuild({ components: { PSU: savedPart(supply) }, isPublic: true, isOwn: false, todayTotal: 97.5 })
const suggestion = {
  id: '00000000-0000-4000-8000-0000000000e1',
  buildId: shared.id,
  category: 'PSU',
  from: { id: supply.id, name: supply.name },
  to: { id: cheaper.id, name: cheaper.name },
  saving: 57.6,
  conflicts: 0,
}

/** The bot check's widget, which has a proof as soon as its script has loaded. */
const proveAtOnce = (_: unknown, { callback }: { callback: (proof: string) => void }) => callback('proof')

function serveBuild(isOwn: boolean) {
  const build = { ...shared, isOwn }
  server.use(
    http.get('*/api/auth/me', () => HttpResponse.json({ user: isOwn ? user() : null })),
    http.get('*/api/builds/:id', () => HttpResponse.json({ build, shareUrl: 'x', notFound: [], refused: [] })),
    http.get('*/api/builds', () => HttpResponse.json({ builds: [build], total: 1, page: 1, limit: 20 })),
    http.get('*/api/products', () => HttpResponse.json({ products: [supply], mergedInto: {} })),
    http.get('*/api/products/list', () => HttpResponse.json(list({ products: [supply, cheaper] }))),
    http.get('*/api/user/settings', () =>
      HttpResponse.json({ username: 'Sara', priceDropAlerts: true, publicProfile: false, allowBuildSharing: true }),
    ),
  )
}

test('a friend without an account proposes another part', async () => {
  serveBuild(false)
  const sent: unknown[] = []
  server.use(
    http.get('*/api/auth/bot-check', () => HttpResponse.json({ provider: 'turnstile', siteKey: 'key' })),
    http.post('*/api/builds/:id/suggestions', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ success: true }, { status: 201 })
    }),
  )
  vi.stubGlobal('turnstile', { render: proveAtOnce, remove: () => undefined })
  renderApp(`/build/${shared.shareToken}`)
  await userEvent.click(await screen.findByRole('button', { name: 'Suggest another: Corsair RM1000x' }))
  const dialog = within(await screen.findByRole('dialog'))
  const script = await waitFor(() => {
    const found = document.querySelector('script[src*="turnstile"]')
    if (!found) throw new Error('not requested')
    return found
  })
  script.dispatchEvent(new Event('load'))
  const choices = await dialog.findAllByRole('radio')
  expect(choices, 'the part itself is no choice').toHaveLength(1)
  const send = dialog.getByRole('button', { name: 'Send suggestion' })
  expect(send).toBeDisabled()
  await userEvent.click(choices[0] as HTMLElement)
  await waitFor(() => expect(send).toBeEnabled())
  await userEvent.click(send)
  expect(await screen.findByText('Your suggestion is sent to the owner.')).toBeInTheDocument()
  expect(sent).toEqual([{ from: supply.id, to: cheaper.id, turnstileToken: 'proof' }])
})

test('the owner takes a suggestion: the part is swapped and the suggestion is gone', async () => {
  serveBuild(true)
  let open = [suggestion]
  const saved: unknown[] = []
  server.use(
    http.get('*/api/user/build-suggestions', () => HttpResponse.json({ suggestions: open })),
    http.put('*/api/builds/:id', async ({ request }) => {
      saved.push(await request.json())
      return HttpResponse.json({ build: shared, shareUrl: 'x', notFound: [], refused: [] })
    }),
    http.delete('*/api/user/build-suggestions/:id', () => {
      open = []
      return new HttpResponse(null, { status: 204 })
    }),
  )
  renderApp(`/build/${shared.shareToken}`)
  const panel = within(await screen.findByRole('region', { name: '1 suggestion: save 57.600 KWD on Power Supply' }))
  expect(panel.getByText('saves 57.600 KWD')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /^Suggest another/ }), 'not for the owner').toBeNull()
  await userEvent.click(panel.getByRole('button', { name: 'Take it: MSI A850GL' }))
  await waitFor(() => expect(screen.queryByText('saves 57.600 KWD')).toBeNull())
  expect(saved).toEqual([{ components: { PSU: [{ productId: cheaper.id, quantity: 1 }] }, version: 1 }])
})

test('the owner leaves a suggestion, and a card of the saved builds counts them', async () => {
  serveBuild(true)
  let open = [suggestion, { ...suggestion, id: '00000000-0000-4000-8000-0000000000e2', saving: -3, conflicts: 1 }]
  server.use(
    http.get('*/api/user/build-suggestions', () => HttpResponse.json({ suggestions: open })),
    http.delete('*/api/user/build-suggestions/:id', ({ params }) => {
      open = open.filter(({ id }) => id !== params.id)
      return new HttpResponse(null, { status: 204 })
    }),
  )
  const { router } = renderApp('/my-builds')
  await userEvent.click(
    await screen.findByRole('link', { name: '2 suggestions: save 57.600 KWD on Power Supply' }, { timeout: 5000 }),
  )
  await waitFor(() => expect(router.state.location.pathname).toBe(`/build/${shared.shareToken}`))
  expect(await screen.findByText('does not fit your build')).toBeInTheDocument()
  expect(screen.getByText('costs 3.000 KWD more')).toBeInTheDocument()
  await userEvent.click(screen.getAllByRole('button', { name: 'Leave it: MSI A850GL' })[1] as HTMLElement)
  await waitFor(() => expect(screen.queryByText('does not fit your build')).toBeNull())
})
