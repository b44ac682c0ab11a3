import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { AUTO_SAVE_DELAY } from '~/lib/autoSave'
import type { Build } from '~/lib/build'
import { ChangedElsewhere } from '~/lib/buildState'
import { useBuild } from '~/lib/buildStore'
import { compatibility, product, user } from '~/testing/fixtures'
import { savedBuild, savedPart } from '~/testing/savedBuilds'
import { server } from '~/testing/server'
import { renderApp } from './renderApp'

const cpu = product({ id: '00000000-0000-4000-8000-000000000001', category: 'CPU', price: 145 })
const ownBuild = savedBuild({ components: { CPU: savedPart(cpu) }, isPublic: true, viewCount: 2 })
// The builder loads much code, which is slow on a busy machine.
const patient = { timeout: 20_000 }
const second = savedBuild({
  id: '00000000-0000-4000-8000-0000000000bb',
  name: 'Second',
  components: {},
  todayTotal: 100,
  totalPrice: 100,
})

beforeEach(() => {
  useBuild.getState().clear()
  useBuild.setState({ autoSaveEnabled: false })
  server.use(
    http.get('*/api/auth/me', () => HttpResponse.json({ user: user() })),
    http.get('*/api/user/settings', () =>
      HttpResponse.json({ username: 'Sara', priceDropAlerts: true, publicProfile: false, allowBuildSharing: true }),
    ),
    http.post('*/api/compatibility', () => HttpResponse.json(compatibility({ totalPrice: 145 }))),
  )
})

test('my builds are listed, made private, copied, and deleted after a confirmation', async () => {
  let builds = [ownBuild, second]
  let copies = 0
  const changed = vi.fn()
  server.use(
    http.get('*/api/builds', () => HttpResponse.json({ builds, total: builds.length, page: 1, limit: 20 })),
    http.put('*/api/builds/:id', async ({ request }) => {
      changed(await request.json())
      builds = [{ ...ownBuild, isPublic: false }, second]
      return HttpResponse.json({ build: builds[0], shareUrl: 'x', notFound: [], refused: [] })
    }),
    http.post('*/api/builds/:id/duplicate', () =>
      copies++ === 0
        ? HttpResponse.json({ code: 'UNAVAILABLE' }, { status: 503 })
        : HttpResponse.json(
            { build: { ...ownBuild, id: second.id, name: 'Mine (Copy)' }, shareUrl: 'x', notFound: [], refused: [] },
            { status: 201 },
          ),
    ),
    http.delete('*/api/builds/:id', () => {
      builds = [second]
      return new HttpResponse(null, { status: 204 })
    }),
  )
  renderApp('/my-builds')
  expect(await screen.findByRole('heading', { name: 'My Saved Builds' })).toBeInTheDocument()
  const card = within((await screen.findByRole('heading', { name: 'Mine' })).closest('li') as HTMLElement)
  expect(card.getByText('Public')).toBeInTheDocument()
  expect(card.getByText(/2 views/)).toBeInTheDocument()
  await userEvent.click(card.getByRole('switch'))
  expect(changed).toHaveBeenCalledWith({ isPublic: false })
  expect(await card.findByText('Private')).toBeInTheDocument()
  // Private builds have no share link and no view count.
  await waitFor(() => expect(card.queryByRole('button', { name: 'Share: Mine' })).toBeNull())
  expect(card.queryByText(/views/)).toBeNull()
  await userEvent.click(card.getByRole('button', { name: 'Duplicate: Mine' }))
  expect(await card.findByRole('alert')).toHaveTextContent('Failed to duplicate build')
  await userEvent.click(card.getByRole('button', { name: 'Duplicate: Mine' }))
  await waitFor(() => expect(useBuild.getState().currentBuild.name).toBe('Mine (Copy)'))
  const confirm = vi.spyOn(window, 'confirm').mockReturnValueOnce(false).mockReturnValueOnce(true)
  await userEvent.click(card.getByRole('button', { name: 'Delete: Mine' }))
  expect(confirm).toHaveBeenCalledWith('Are you sure you want to delete this build?')
  expect(screen.getByRole('heading', { name: 'Mine' })).toBeInTheDocument()
  await userEvent.click(card.getByRole('button', { name: 'Delete: Mine' }))
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Mine' })).toBeNull())
})

test('a copy that is not opened, because the current build cannot be saved, says so', async () => {
  server.use(
    http.get('*/api/builds', () => HttpResponse.json({ builds: [ownBuild], total: 1, page: 1, limit: 20 })),
    http.post('*/api/builds/:id/duplicate', () =>
      HttpResponse.json({ build: { ...ownBuild, id: second.id }, shareUrl: 'x', notFound: [], refused: [] }),
    ),
  )
  renderApp('/my-builds')
  await waitFor(() => expect(useBuild.getState().saver).not.toBeNull())
  useBuild.getState().replaceParts([{ product: cpu, quantity: 1 }])
  useBuild.setState({ saver: () => Promise.reject(new ChangedElsewhere(useBuild.getState().currentBuild)) })
  await userEvent.click(await screen.findByRole('button', { name: 'Duplicate: Mine' }))
  expect(await screen.findByText(/^Build duplicated. It was not opened/)).toBeInTheDocument()
  expect(useBuild.getState().currentBuild.id).not.toBe(second.id)
})

test('a build opens as it is in the account, not as an older list shows it', async () => {
  server.use(
    http.get('*/api/builds', () => HttpResponse.json({ builds: [ownBuild], total: 1, page: 1, limit: 20 })),
    http.get('*/api/builds/:id', () => HttpResponse.json({ build: { ...ownBuild, version: 7 }, shareUrl: 'x' })),
  )
  renderApp('/my-builds')
  await userEvent.click(await screen.findByRole('button', { name: /^Open.*: Mine$/ }))
  await waitFor(() => expect(useBuild.getState().currentBuild.savedVersion).toBe(7))
})

test('a build is deleted only after a running save of the builder', async () => {
  const deleted = vi.fn(() => new HttpResponse(null, { status: 204 }))
  let answer: (() => void) | undefined
  server.use(
    http.get('*/api/builds', () => HttpResponse.json({ builds: [ownBuild], total: 1, page: 1, limit: 20 })),
    http.delete('*/api/builds/:id', () => deleted()),
  )
  renderApp('/my-builds')
  await screen.findByRole('heading', { name: 'Mine' })
  await waitFor(() => expect(useBuild.getState().saver).not.toBeNull())
  useBuild.setState({ saver: (build) => new Promise((done) => void (answer = () => done(build))) })
  const saving = useBuild.getState().save()
  vi.spyOn(window, 'confirm').mockReturnValueOnce(true)
  await userEvent.click(screen.getByRole('button', { name: 'Delete: Mine' }))
  expect(deleted).not.toHaveBeenCalled()
  answer?.()
  await saving
  await waitFor(() => expect(deleted).toHaveBeenCalled())
})

test('no automatic save begins while a build is deleted', async () => {
  // jsdom has no locks. These let one holder at a time run, as the browser's do.
  let last: Promise<unknown> = Promise.resolve()
  const request = (_name: string, task: () => Promise<void>) => (last = last.then(task, task))
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } })
  let answer: (() => void) | undefined
  server.use(
    http.get('*/api/builds', () => HttpResponse.json({ builds: [ownBuild], total: 1, page: 1, limit: 20 })),
    http.delete('*/api/builds/:id', async () => {
      await new Promise<void>((done) => void (answer = done))
      return new HttpResponse(null, { status: 204 })
    }),
  )
  renderApp('/my-builds')
  await waitFor(() => expect(useBuild.getState().saver).not.toBeNull())
  const saver = vi.fn((build: Build) => Promise.resolve(build))
  vi.spyOn(window, 'confirm').mockReturnValueOnce(true)
  await userEvent.click(await screen.findByRole('button', { name: 'Delete: Mine' }))
  await waitFor(() => expect(answer).toBeDefined())
  useBuild.getState().replaceParts([{ product: cpu, quantity: 1 }])
  const { currentBuild } = useBuild.getState()
  useBuild.setState({
    saver,
    autoSaveEnabled: true,
    currentBuild: { ...currentBuild, id: ownBuild.id },
    unsavedChanges: true,
  })
  await new Promise((done) => void setTimeout(done, AUTO_SAVE_DELAY + 500))
  expect(saver).not.toHaveBeenCalled()
  answer?.()
  await waitFor(() => expect(useBuild.getState().unsavedChanges).toBe(false))
  await last
  expect(saver).not.toHaveBeenCalled()
  Reflect.deleteProperty(navigator, 'locks')
})

test('nothing saved yet leads to the builder, and a failure can be tried again', async () => {
  let status = 503
  server.use(
    http.get('*/api/builds', () =>
      status === 200
        ? HttpResponse.json({ builds: [], total: 0, page: 1, limit: 20 })
        : HttpResponse.json({ code: 'X' }, { status }),
    ),
  )
  renderApp('/my-builds')
  expect(await screen.findByText('Failed to load builds')).toBeInTheDocument()
  status = 200
  await userEvent.click(screen.getByRole('button', { name: /again/i }))
  expect(await screen.findByRole('link', { name: 'Start Building' })).toHaveAttribute('href', '/')
})

test.each([
  [true, 'Pre-order'],
  [false, 'Out of stock'],
])('a part that is in no stock says whether it can be ordered in advance: %s', async (preOrder, said) => {
  const part = { ...savedPart({ ...cpu, inStock: false, preOrder }), state: 'out' as const }
  const build = savedBuild({ components: { CPU: part }, isPublic: true, isOwn: false })
  server.use(http.get('*/api/builds/:id', () => HttpResponse.json({ build, shareUrl: 'x', notFound: [], refused: [] })))
  renderApp('/build/AAAAAAAAAAAAAAAAAAAAAA')
  expect(await screen.findByText(said)).toBeInTheDocument()
})

test('a shared build is shown to anybody and used', async () => {
  const shared = { ...ownBuild, isOwn: false, user: { name: 'Noor' }, description: 'Quiet' }
  server.use(
    http.get('*/api/auth/me', () => HttpResponse.json({ user: null })),
    http.get('*/api/builds/:token', () =>
      HttpResponse.json({ build: shared, shareUrl: 'x', notFound: [], refused: [] }),
    ),
  )
  const { router } = renderApp('/build/AAAAAAAAAAAAAAAAAAAAAA')
  expect(await screen.findByRole('heading', { name: 'Mine' })).toBeInTheDocument()
  expect(screen.getByText('By Noor · 2 views · Created 20 November 2026')).toBeInTheDocument()
  expect(screen.getByText('Quiet')).toBeInTheDocument()
  const path = within(screen.getByRole('navigation', { name: 'Breadcrumb' }))
  expect(path.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/')
  expect(path.getByText('Shared Build')).toBeInTheDocument()
  for (const [name, amount] of [
    ['Saved on 20 November 2026', '140.000 KWD'],
    ['Total today', '145.000 KWD'],
  ] as const)
    expect(screen.getByText(name).parentElement).toHaveTextContent(amount)
  const [head, row] = screen.getAllByRole('row')
  expect(head).toHaveTextContent('ComponentProductModelManufacturerPriceRetailer')
  expect(row).toHaveTextContent(
    new RegExp(`CPU.*${cpu.name}.*PRIME RTX 5070 Ti.*ASUS.*145\\.000 KWD.*140\\.000.*Safat Tech`),
  )
  expect(screen.getByRole('link', { name: cpu.name })).toHaveAttribute('href', `/product/${cpu.id}`)
  // As good as the parts list: a band that leads to the rows, and the list itself for WhatsApp.
  const band = within(screen.getByRole('navigation', { name: 'Build progress by part' }))
  expect(band.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['#row-cpu'])
  const send = screen.getByRole('link', { name: 'WhatsApp' }).getAttribute('href') ?? ''
  expect(new URL(send).searchParams.get('text')?.split('\n')).toEqual([
    'Mine',
    `CPU: ${cpu.name}, 145.000 KWD at Safat Tech`,
    'Total: 145.000 KWD',
    `${window.location.origin}/build/AAAAAAAAAAAAAAAAAAAAAA`,
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Use This Build' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  expect(useBuild.getState().currentBuild).toMatchObject({
    name: 'Mine',
    components: { CPU: [{ product: { id: cpu.id } }] },
  })
})

test.each([
  ['AAAAAAAAAAAAAAAAAAAAAA', 'Build not found'],
  ['short', 'Invalid share link'],
  ['%20', 'Invalid share link'],
  ['', 'Invalid share link'],
])('a link to no build says so: %s', async (token, text) => {
  server.use(
    http.get('*/api/builds/:token', () =>
      HttpResponse.json({ error: 'Build not found', code: 'BUILD_NOT_FOUND' }, { status: 404 }),
    ),
  )
  renderApp(`/build/${token}`)
  expect(await screen.findByRole('heading', { name: text })).toBeInTheDocument()
})

test('the builder saves under a name, saves a copy, and asks which of two versions to keep', async () => {
  const posted: Record<string, unknown>[] = []
  let accountVersion = 1
  server.use(
    http.get('*/api/products', () => HttpResponse.json({ products: [cpu], mergedInto: {} })),
    http.get('*/api/products/list', () =>
      HttpResponse.json({ products: [], total: 0, page: 1, limit: 20, facets: {}, hidden: 0 }),
    ),
    http.post('*/api/basket', () => HttpResponse.json({ error: 'x', code: 'X' }, { status: 503 })),
    http.post('*/api/builds', async ({ request }) => {
      posted.push((await request.json()) as Record<string, unknown>)
      const id = `00000000-0000-4000-8000-0000000000a${posted.length}`
      return HttpResponse.json(
        { build: savedBuild({ id, name: String(posted.at(-1)?.name) }), shareUrl: 'x', notFound: [], refused: [] },
        { status: 201 },
      )
    }),
    http.put('*/api/builds/:id', async ({ request }) => {
      const { version } = (await request.json()) as { version: number }
      if (version !== accountVersion) return HttpResponse.json({ error: 'x', code: 'BUILD_CHANGED' }, { status: 409 })
      return HttpResponse.json({
        build: savedBuild({ version: version + 1 }),
        shareUrl: 'x',
        notFound: [],
        refused: [],
      })
    }),
    http.get('*/api/builds/:id', () =>
      HttpResponse.json({
        build: savedBuild({ version: accountVersion, components: { CPU: savedPart(cpu) } }),
        shareUrl: 'x',
        notFound: [],
        refused: [],
      }),
    ),
  )
  useBuild.getState().choose(cpu)
  renderApp('/')
  // The save dialog is fetched once a user is signed in.
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save Build' })).toBeEnabled(), patient)
  await userEvent.click(screen.getByRole('button', { name: 'Save Build' }))
  const dialog = within(await screen.findByRole('dialog', {}, patient))
  await userEvent.click(dialog.getByLabelText('Name of the build'))
  await userEvent.paste('Quiet')
  await userEvent.click(dialog.getByLabelText('Description'))
  await userEvent.paste('For work')
  await userEvent.click(dialog.getByRole('button', { name: 'Save Build' }))
  expect(await screen.findByText('Build saved successfully!', {}, patient)).toBeInTheDocument()
  expect(posted[0]).toMatchObject({ name: 'Quiet', description: 'For work', isPublic: false })

  await userEvent.click(await screen.findByRole('button', { name: 'Save as…' }, patient))
  const another = within(await screen.findByRole('dialog', {}, patient))
  expect(another.getByLabelText('Name of the build')).toHaveValue('Quiet (Copy)')
  await userEvent.click(another.getByRole('button', { name: 'Save Build' }))
  await waitFor(
    () =>
      expect(useBuild.getState().currentBuild).toMatchObject({
        id: '00000000-0000-4000-8000-0000000000a2',
        name: 'Quiet (Copy)',
      }),
    patient,
  )

  // Another device has saved meanwhile: nothing overwrites its version before the user decides.
  accountVersion = 4
  await userEvent.click(screen.getByRole('button', { name: 'Save Build' }))
  expect(await screen.findByRole('alert', {}, patient)).toHaveTextContent(
    'This build was saved on another device while you were editing.',
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Keep my version' }, patient))
  await waitFor(
    () => expect(useBuild.getState()).toMatchObject({ errorCode: null, currentBuild: { savedVersion: 5 } }),
    patient,
  )
}, 90_000)

test('a conflict met by the save dialog is shown on the page', async () => {
  server.use(
    http.get('*/api/auth/me', () => HttpResponse.json({ user: user() })),
    http.get('*/api/products', () => HttpResponse.json({ products: [cpu], mergedInto: {} })),
    http.get('*/api/products/list', () =>
      HttpResponse.json({ products: [], total: 0, page: 1, limit: 20, facets: {}, hidden: 0 }),
    ),
    http.post('*/api/basket', () => HttpResponse.json({ error: 'x', code: 'X' }, { status: 503 })),
    // Another request has created the build, and another device has saved it since.
    http.post('*/api/builds', () =>
      HttpResponse.json({ build: savedBuild({}), shareUrl: 'x', notFound: [], refused: [] }),
    ),
    http.put('*/api/builds/:id', () => HttpResponse.json({ error: 'x', code: 'BUILD_CHANGED' }, { status: 409 })),
  )
  useBuild.getState().choose(cpu)
  useBuild.setState({ autoSaveEnabled: false })
  renderApp('/')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save Build' })).toBeEnabled(), patient)
  await userEvent.click(screen.getByRole('button', { name: 'Save Build' }))
  const dialog = within(await screen.findByRole('dialog', {}, patient))
  await userEvent.type(dialog.getByLabelText('Name of the build'), 'Quiet')
  await userEvent.click(dialog.getByRole('button', { name: 'Save Build' }))
  expect(await screen.findByRole('alert', {}, patient)).toHaveTextContent(
    'This build was saved on another device while you were editing.',
  )
  expect(screen.queryByRole('dialog')).toBeNull()
  useBuild.setState({ autoSaveEnabled: true })
}, 90_000)
