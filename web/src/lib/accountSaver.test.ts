import { QueryClient } from '@tanstack/react-query'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pageUser } from '~/api/client'
import { product } from '~/testing/fixtures'
import { savedBuild, savedPart } from '~/testing/savedBuilds'
import { server } from '~/testing/server'
import { isTemporary } from './build'
import { useBuild } from './buildStore'
import { toBuild } from './accountBuilds'
import { startSaving } from './accountSaver'
import { detachBuild } from './detachBuild'

const state = () => useBuild.getState()
const cpu = product({ id: '00000000-0000-4000-8000-000000000001', category: 'CPU', price: 145 })
const other = product({ id: '00000000-0000-4000-8000-000000000002', category: 'CPU', price: 120 })
const [sara, omar] = ['00000000-0000-4000-8000-0000000000e1', '00000000-0000-4000-8000-0000000000e2']
let stop: () => void

beforeEach(() => {
  state().clear()
  useBuild.setState({ autoSaveEnabled: false })
  stop = startSaving(new QueryClient(), sara)
})
afterEach(() => stop())

test('a new build is posted once under its own key, and then changed', async () => {
  const keys: (string | null)[] = []
  const bodies: Record<string, unknown>[] = []
  server.use(
    http.post('*/api/builds', async ({ request }) => {
      keys.push(request.headers.get('idempotency-key'))
      bodies.push((await request.json()) as Record<string, unknown>)
      return HttpResponse.json(
        { build: savedBuild({ components: { CPU: savedPart(cpu) } }), shareUrl: 'x', notFound: [], refused: [] },
        { status: 201 },
      )
    }),
    http.put('*/api/builds/:id', async ({ request, params }) => {
      bodies.push({ id: params.id, ...((await request.json()) as object) })
      return HttpResponse.json({ build: savedBuild({ version: 2 }), shareUrl: 'x', notFound: [], refused: [] })
    }),
  )
  state().choose(cpu)
  const { id } = state().currentBuild
  expect(await state().save('Mine')).toBe(true)
  expect(keys).toEqual([id.replace('build-', '')])
  expect(bodies[0]).toMatchObject({
    name: 'Mine',
    currency: 'KWD',
    isPublic: false,
    totalPrice: 145,
    components: { CPU: [{ productId: cpu.id, quantity: 1 }] },
  })
  expect(isTemporary(state().currentBuild.id)).toBe(false)
  state().choose(other)
  expect(await state().save()).toBe(true)
  expect(bodies[1]).toMatchObject({
    id: savedBuild({}).id,
    version: 1,
    components: { CPU: [{ productId: other.id, quantity: 1 }] },
  })
  expect(state().currentBuild.savedVersion).toBe(2)
  expect(state().unsavedChanges).toBe(false)
})

test('a build that another tab posted first is updated with the parts of this tab', async () => {
  const changed = vi.fn()
  server.use(
    http.post('*/api/builds', () =>
      HttpResponse.json({
        build: savedBuild({ components: { CPU: savedPart(other) }, description: 'For the office' }),
        shareUrl: 'x',
        notFound: [],
        refused: [],
      }),
    ),
    http.put('*/api/builds/:id', async ({ request }) => {
      changed(await request.json())
      return HttpResponse.json({ build: savedBuild({ version: 2 }), shareUrl: 'x', notFound: [], refused: [] })
    }),
  )
  state().choose(cpu)
  expect(await state().save('Mine')).toBe(true)
  expect(changed).toHaveBeenCalledWith(
    expect.objectContaining({
      version: 1,
      description: 'For the office',
      components: { CPU: [{ productId: cpu.id, quantity: 1 }] },
    }),
  )
})

test('a build that another device has saved is not overwritten before the user decides', async () => {
  let version = 5
  server.use(
    http.put('*/api/builds/:id', async ({ request }) => {
      const body = (await request.json()) as { version: number }
      if (body.version !== version) return HttpResponse.json({ error: 'x', code: 'BUILD_CHANGED' }, { status: 409 })
      version += 1
      return HttpResponse.json({ build: savedBuild({ version }), shareUrl: 'x', notFound: [], refused: [] })
    }),
  )
  state().openSavedBuild(toBuild(savedBuild({ version: 4, components: { CPU: savedPart(cpu) } })))
  state().choose(other)
  expect(await state().save()).toBe(false)
  expect(state().errorCode).toBe('changedElsewhere')
  expect(state().currentBuild.components.CPU?.[0]?.product.id).toBe(other.id)
  expect(await state().saveOver(5)).toBe(true)
  expect([state().errorCode, state().currentBuild.savedVersion]).toEqual([null, 6])
})

test('a new name that a conflict refuses is an unsaved change', async () => {
  server.use(
    http.put('*/api/builds/:id', () => HttpResponse.json({ error: 'x', code: 'BUILD_CHANGED' }, { status: 409 })),
  )
  state().openSavedBuild(toBuild(savedBuild({ components: { CPU: savedPart(cpu) } })))
  expect(await state().save('Renamed')).toBe(false)
  expect(state()).toMatchObject({ unsavedChanges: true, currentBuild: { name: 'Renamed' } })
})

test('a conflict of a build that is left meanwhile is not told on the next one', async () => {
  server.use(
    http.put('*/api/builds/:id', () => HttpResponse.json({ error: 'x', code: 'BUILD_CHANGED' }, { status: 409 })),
  )
  state().openSavedBuild(toBuild(savedBuild({ components: { CPU: savedPart(cpu) } })))
  state().choose(other)
  const save = state().save()
  state().newBuild()
  expect(await save).toBe(false)
  expect(state().errorCode).toBeNull()
})

test('a repeated first save does not overwrite what another device has saved since', async () => {
  const account = savedBuild({ version: 2, components: { CPU: savedPart(other) } })
  server.use(
    http.post('*/api/builds', () => HttpResponse.json({ build: account, shareUrl: 'x', notFound: [], refused: [] })),
    http.put('*/api/builds/:id', async ({ request }) => {
      const { version } = (await request.json()) as { version: number }
      return version === 2
        ? HttpResponse.json({ build: savedBuild({ version: 3 }), shareUrl: 'x', notFound: [], refused: [] })
        : HttpResponse.json({ error: 'x', code: 'BUILD_CHANGED' }, { status: 409 })
    }),
  )
  state().choose(cpu)
  expect(await state().save('Mine')).toBe(false)
  expect(state()).toMatchObject({ errorCode: 'changedElsewhere', currentBuild: { id: account.id, name: 'Mine' } })
  expect(await state().saveOver(2)).toBe(true)
  expect(state().currentBuild.savedVersion).toBe(3)
})

test('a build that was deleted elsewhere is saved as one new build, also where the first response is lost', async () => {
  const keys: (string | null)[] = []
  server.use(
    http.put('*/api/builds/:id', () =>
      HttpResponse.json({ error: 'Build not found', code: 'BUILD_NOT_FOUND' }, { status: 404 }),
    ),
    http.post('*/api/builds', ({ request }) => {
      keys.push(request.headers.get('Idempotency-Key'))
      if (keys.length === 1) return HttpResponse.error()
      const created = savedBuild({ id: '00000000-0000-4000-8000-0000000000bb' })
      return HttpResponse.json({ build: created, shareUrl: 'x', notFound: [], refused: [] }, { status: 201 })
    }),
  )
  state().openSavedBuild(toBuild(savedBuild({ components: { CPU: savedPart(cpu) } })))
  state().choose(other)
  expect(await state().save()).toBe(false)
  expect(await state().save()).toBe(true)
  expect(state().currentBuild.id).toBe('00000000-0000-4000-8000-0000000000bb')
  // Not the id of the missing build: another device may save it too.
  expect([new Set(keys).size, keys.includes(savedBuild({}).id)]).toEqual([1, false])
})

test('what one user has left unsaved goes to no account of another one', async () => {
  const saves: (string | null)[] = []
  server.use(
    http.put('*/api/builds/:id', () => HttpResponse.error()),
    http.post('*/api/builds', ({ request }) => {
      saves.push(request.headers.get('X-Tajmeea-User'))
      const created = savedBuild({ id: '00000000-0000-4000-8000-0000000000bb', components: { CPU: savedPart(cpu) } })
      return HttpResponse.json({ build: created, shareUrl: 'x', notFound: [], refused: [] }, { status: 201 })
    }),
  )
  state().openSavedBuild(toBuild(savedBuild({ components: { CPU: savedPart(cpu) } })))
  state().choose(other)
  const { lastModified } = state().currentBuild
  expect(await state().save()).toBe(false)
  stop()
  stop = startSaving(new QueryClient(), omar)
  // The parts stay in this browser, as a build of no account that waits for no automatic save.
  expect(state()).toMatchObject({ unsavedChanges: false, savedBuilds: [], owner: omar, currentBuild: { lastModified } })
  expect(isTemporary(state().currentBuild.id)).toBe(true)
  expect(state().currentBuild.components.CPU?.[0]?.product.id).toBe(other.id)
  // Changes by this user are saved for this user.
  state().choose(cpu)
  expect(await state().save()).toBe(true)
  expect(saves).toEqual([omar])
})

test('a user who signs in again finds the own changes, and takes what was begun signed out', async () => {
  state().openSavedBuild(toBuild(savedBuild({ components: { CPU: savedPart(cpu) } })))
  state().choose(other)
  stop()
  stop = startSaving(new QueryClient(), sara)
  expect(state()).toMatchObject({ unsavedChanges: true, currentBuild: { id: savedBuild({}).id } })
  stop()
  state().clear()
  state().choose(cpu)
  const { id } = state().currentBuild
  stop = startSaving(new QueryClient(), omar)
  expect(state()).toMatchObject({ unsavedChanges: true, owner: omar, currentBuild: { id } })
})

test('a save that meets a deleted build stays the save of its user', async () => {
  const users: (string | null)[] = []
  server.use(
    http.put('*/api/builds/:id', ({ request }) => {
      users.push(request.headers.get('X-Tajmeea-User'))
      // Meanwhile another user signs in.
      pageUser.id = omar
      return HttpResponse.json({ error: 'Build not found', code: 'BUILD_NOT_FOUND' }, { status: 404 })
    }),
    http.post('*/api/builds', ({ request }) => {
      users.push(request.headers.get('X-Tajmeea-User'))
      return HttpResponse.json({ error: 'x', code: 'OTHER_USER' }, { status: 409 })
    }),
  )
  state().openSavedBuild(toBuild(savedBuild({ components: { CPU: savedPart(cpu) } })))
  state().choose(other)
  expect(await state().save()).toBe(false)
  pageUser.id = undefined
  expect(users).toEqual([sara, sara])
})

test('sharing an unsaved build saves it first', async () => {
  const bodies: unknown[] = []
  server.use(
    http.post('*/api/builds', async ({ request }) => {
      bodies.push(await request.json())
      return HttpResponse.json(
        { build: savedBuild({ isPublic: true }), shareUrl: 'x', notFound: [], refused: [] },
        { status: 201 },
      )
    }),
  )
  state().choose(cpu)
  expect(await state().save('Mine', true)).toBe(true)
  expect(bodies).toEqual([expect.objectContaining({ isPublic: true })])
})

test('a failure keeps the parts and says so', async () => {
  server.use(http.post('*/api/builds', () => HttpResponse.json({ error: 'x', code: 'UNAVAILABLE' }, { status: 503 })))
  state().choose(cpu)
  expect(await state().save('Mine')).toBe(false)
  expect([state().errorCode, state().unsavedChanges, isTemporary(state().currentBuild.id)]).toEqual([
    'saveFailed',
    true,
    true,
  ])
})

test('a build of the account is converted to the form of the builder, without removed products', () => {
  const gone = {
    ...savedPart(other, 'GPU'),
    state: 'gone' as const,
    product: { ...savedPart(other, 'GPU').product, id: null },
  }
  const build = toBuild(
    savedBuild({ components: { CPU: savedPart(cpu), RAM: [{ ...savedPart(cpu, 'RAM'), quantity: 2 }], GPU: gone } }),
  )
  expect(Object.keys(build.components)).toEqual(['CPU', 'RAM'])
  expect(build.components.RAM?.[0]).toMatchObject({ quantity: 2, price: 140, product: { price: 145 } })
  expect([build.totalPrice, build.savedVersion]).toEqual([420, 1])
})

test('deleting a saved build leaves its parts in the builder', () => {
  state().openSavedBuild(toBuild(savedBuild({ components: { CPU: savedPart(cpu) } })))
  state().rename('Renamed before the deletion')
  detachBuild(savedBuild({}).id)
  // Or the next automatic save would bring it back.
  expect(state().unsavedChanges).toBe(false)
  expect(isTemporary(state().currentBuild.id)).toBe(true)
  expect(state().currentBuild.components.CPU).toHaveLength(1)
})

test.each([
  ['was lost', () => HttpResponse.error()],
  ['cannot be read', () => HttpResponse.text('<p>Proxy</p>')],
])('a save whose response %s makes no conflict with the next one', async (_, answerFirst) => {
  const versions: unknown[] = []
  server.use(
    http.put('*/api/builds/:id', async ({ request }) => {
      const { version } = (await request.json()) as { version: number }
      versions.push(version)
      // The first save is stored as version 2, but its response is lost.
      if (versions.length === 1) return answerFirst()
      if (version === 1) return HttpResponse.json({ error: 'x', code: 'BUILD_CHANGED' }, { status: 409 })
      return HttpResponse.json({ build: savedBuild({ version: 3 }), shareUrl: 'x', notFound: [], refused: [] })
    }),
    http.get('*/api/builds/:id', () =>
      HttpResponse.json({ build: savedBuild({ version: 2, components: { CPU: savedPart(other) } }) }),
    ),
  )
  state().openSavedBuild(toBuild(savedBuild({ components: { CPU: savedPart(cpu) } })))
  state().choose(other)
  expect(await state().save()).toBe(false)
  state().choose(cpu)
  expect(await state().save()).toBe(true)
  expect(versions).toEqual([1, 1, 2])
  expect([state().currentBuild.savedVersion, state().errorCode]).toEqual([3, null])
})

test('a change of another device after a lost response is a conflict', async () => {
  let puts = 0
  server.use(
    http.put('*/api/builds/:id', () => {
      puts += 1
      return puts === 1
        ? HttpResponse.error()
        : HttpResponse.json({ error: 'x', code: 'BUILD_CHANGED' }, { status: 409 })
    }),
    http.get('*/api/builds/:id', () =>
      HttpResponse.json({ build: savedBuild({ version: 2, components: { CPU: savedPart(cpu) } }) }),
    ),
  )
  state().openSavedBuild(toBuild(savedBuild({ components: { CPU: savedPart(cpu) } })))
  state().choose(other)
  expect(await state().save()).toBe(false)
  expect(await state().save()).toBe(false)
  expect([puts, state().errorCode]).toEqual([2, 'changedElsewhere'])
})
