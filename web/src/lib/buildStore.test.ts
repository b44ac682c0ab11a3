import { beforeEach, expect, test, vi } from 'vitest'
import { product } from '~/testing/fixtures'
import { storeElsewhere } from '~/testing/otherTab'
import { AUTO_SAVE_DELAY, AUTO_SAVE_INTERVAL, startAutoSave } from './autoSave'
import { useBuild, type Build } from './buildStore'
import { savingActions } from './savingActions'

const key = 'tajmeea.build'
const state = () => useBuild.getState()
const parts = () => state().currentBuild.components
const cpu = product({ id: 'cpu', category: 'CPU', price: 100.5 })
const ram = product({ id: 'ram', category: 'RAM', price: 44.9 })
const otherRam = product({ id: 'ram2', category: 'RAM', price: 34.5 })
/** Simulates another tab that has chosen memory, with or without saving it. */
function fromElsewhere(unsavedChanges: boolean) {
  storeElsewhere((stored) => {
    stored.currentBuild.components.RAM = [
      { id: 'RAM-ram', product: ram, componentType: 'RAM', addedAt: new Date(), price: 44.9, quantity: 1 },
    ]
    Object.assign(stored, { unsavedChanges })
  })
  window.dispatchEvent(new StorageEvent('storage', { key, newValue: localStorage.getItem(key) }))
}

beforeEach(() => {
  localStorage.clear()
  useBuild.setState(useBuild.getInitialState(), true)
  state().clear()
})

test('choosing fills a slot, choosing again replaces the part, removing empties it; totals and completeness follow', () => {
  state().choose(product())
  state().choose(product({ id: 'other', price: 300 }))
  expect(state().currentBuild.totalPrice).toBe(300)
  state().choose(cpu)
  expect(state().currentBuild).toMatchObject({ totalPrice: 400.5, isComplete: false })
  for (const category of ['MOTHERBOARD', 'RAM', 'STORAGE', 'PSU'] as const)
    state().choose(product({ id: category, category, price: 10 }))
  expect(state().currentBuild).toMatchObject({ totalPrice: 440.5, isComplete: true })
  expect(state().unsavedChanges).toBe(true)
  state().remove('CPU')
  expect(state().currentBuild).toMatchObject({ totalPrice: 340, isComplete: false })
})

test('a slot for several parts adds beside, replaces the target, and counts pieces', () => {
  state().choose(ram)
  state().setTarget('RAM', null)
  state().choose(otherRam)
  expect(parts().RAM?.map((one) => one.product.id)).toEqual(['ram', 'ram2'])
  state().setQuantity('RAM', 'ram', 2)
  state().setTarget('RAM', 'ram')
  state().choose(product({ id: 'ram3', category: 'RAM', price: 10 }))
  expect(parts().RAM?.map((one) => [one.product.id, one.quantity])).toEqual([
    ['ram3', 2],
    ['ram2', 1],
  ])
  expect(state().currentBuild.totalPrice).toBe(54.5)
  state().remove('RAM', 'ram3')
  expect(parts().RAM).toHaveLength(1)
  for (const [quantity, expected] of [
    [0, 1],
    [-3, 1],
    [1.5, 1],
    [10_000, 32],
    [Number.NaN, 1],
  ]) {
    state().setQuantity('RAM', 'ram2', quantity ?? 0)
    expect(parts().RAM?.[0]?.quantity).toBe(expected)
  }
})

test('two tabs do not lose each other’s parts', () => {
  state().choose(cpu)
  // The other tab has written; this tab's storage event has not arrived yet.
  storeElsewhere((stored) => {
    stored.currentBuild.components.RAM = [
      { id: 'RAM-ram', product: ram, componentType: 'RAM', addedAt: new Date(), price: 44.9, quantity: 1 },
    ]
  })
  state().choose(product())
  expect(Object.keys(parts()).toSorted()).toEqual(['CPU', 'GPU', 'RAM'])
  storeElsewhere((stored) => delete stored.currentBuild.components.CPU)
  window.dispatchEvent(new StorageEvent('storage', { key }))
  expect(Object.keys(parts()).toSorted()).toEqual(['GPU', 'RAM'])
})

test('parts chosen in two tabs at once are merged, and a removed part stays removed', async () => {
  state().choose(cpu)
  const before = localStorage.getItem(key) ?? ''
  state().choose(product())
  // The other tab had not read the card yet when it wrote.
  localStorage.setItem(key, before)
  storeElsewhere((stored) => {
    stored.currentBuild.components.RAM = [
      { id: 'RAM-ram', product: ram, componentType: 'RAM', addedAt: new Date(), price: 44.9, quantity: 1 },
    ]
    Object.assign(stored, { slotTimes: { CPU: 1, RAM: Date.now() } })
  })
  window.dispatchEvent(new StorageEvent('storage', { key, newValue: localStorage.getItem(key) }))
  expect(Object.keys(parts()).toSorted()).toEqual(['CPU', 'GPU', 'RAM'])
  expect(localStorage.getItem(key)).toContain('GPU')
  state().remove('CPU')
  localStorage.setItem(key, before)
  window.dispatchEvent(new StorageEvent('storage', { key, newValue: before }))
  expect(parts().CPU).toBeUndefined()
  // A build begun later, by a millisecond at least, replaces an older one, in whatever order the tabs read.
  await new Promise((done) => setTimeout(done, 2))
  state().clear()
  localStorage.setItem(key, before)
  window.dispatchEvent(new StorageEvent('storage', { key, newValue: before }))
  expect(parts()).toEqual({})
})

test('a reload restores the build: dates are dates, slots without a product empty, totals counted anew', async () => {
  state().choose(cpu)
  const text = JSON.parse(localStorage.getItem(key) ?? '') as {
    state: { currentBuild: Record<string, unknown> & { components: Record<string, unknown> } }
  }
  text.state.currentBuild.totalPrice = 9999
  text.state.currentBuild.components = {
    ...text.state.currentBuild.components,
    GPU: { product: null },
    PSU: 'nonsense',
    TOASTER: [{}],
    CASE: [{ product: cpu }],
  }
  localStorage.setItem(key, JSON.stringify(text))
  await useBuild.persist.rehydrate()
  expect(Object.keys(parts())).toEqual(['CPU'])
  expect(parts().CPU?.[0]?.addedAt).toBeInstanceOf(Date)
  expect(state().currentBuild.createdAt).toBeInstanceOf(Date)
  expect(state().currentBuild.totalPrice).toBe(100.5)
})

test('another version is cleared, broken text and absurd values do no harm', async () => {
  localStorage.setItem(
    key,
    JSON.stringify({ version: 99, state: { currentBuild: { components: { CPU: [{ product: cpu }] } } } }),
  )
  await useBuild.persist.rehydrate()
  expect(parts()).toEqual({})
  state().choose(cpu)
  for (const broken of [
    '{',
    '[]',
    'null',
    '7',
    '{"version":1,"state":7}',
    '{"version":1,"state":{"currentBuild":[]}}',
  ]) {
    localStorage.setItem(key, broken)
    await useBuild.persist.rehydrate()
    state().choose(product())
    expect(parts().GPU).toHaveLength(1)
  }
  const many = Array.from({ length: 500 }, (_, index) => ({
    product: { ...ram, id: `r${index}` },
    quantity: 10_000,
    price: -3,
  }))
  localStorage.setItem(
    key,
    JSON.stringify({
      version: 1,
      state: { currentBuild: { components: { RAM: many, CPU: [{ product: cpu }, { product: cpu }] } } },
    }),
  )
  await useBuild.persist.rehydrate()
  expect(parts().RAM?.length).toBeLessThanOrEqual(64)
  expect(parts().RAM?.[0]).toMatchObject({ quantity: 32, price: null })
})

test('the older format with one part per slot is still read', async () => {
  localStorage.setItem(
    key,
    JSON.stringify({ version: 1, state: { components: { GPU: { product: product(), price: 1 } } } }),
  )
  await useBuild.persist.rehydrate()
  expect(parts().GPU).toHaveLength(1)
})

test('full browser storage does not lose the current build', () => {
  const refused = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  state().choose(cpu)
  expect(parts().CPU).toHaveLength(1)
  refused.mockRestore()
})

test('templates are empty builds of their name; an unknown one is refused and what was there stays', () => {
  state().loadTemplate('gaming-mid')
  expect(state().currentBuild).toMatchObject({ name: 'Mid-Range Gaming', templateId: 'gaming-mid', components: {} })
  expect(state().unsavedChanges).toBe(true)
  state().choose(cpu)
  state().loadTemplate('no-such')
  expect(state().errorCode).toBe('templateNotFound')
  expect(parts().CPU).toHaveLength(1)
  state().newBuild()
  expect(state().currentBuild).toMatchObject({ name: 'New Build', components: {} })
  expect(state()).toMatchObject({ unsavedChanges: false, errorCode: null })
  state().newBuild('workstation')
  expect(state().currentBuild.name).toBe('Content Creation')
})

const saved = (build: Build): Promise<Build> => Promise.resolve({ ...build, id: 'server-1', version: build.version })

test('saving makes the saved build current and records it; without an account it fails and says so', async () => {
  state().choose(cpu)
  expect(await state().save()).toBe(false)
  expect(state()).toMatchObject({ errorCode: 'saveFailed', isLoading: false, unsavedChanges: true })
  useBuild.setState({ ...savingActions, saver: saved })
  expect(await state().save('Desert Fox')).toBe(true)
  expect(state()).toMatchObject({ unsavedChanges: false, isLoading: false, errorCode: null })
  expect(state().currentBuild).toMatchObject({ id: 'server-1', name: 'Desert Fox' })
  expect(state().buildHistory[0]).toMatchObject({ buildId: 'server-1', changes: 'Build saved' })
  state().saveVersion('Another card')
  expect(state().buildHistory[0]).toMatchObject({ changes: 'Another card', version: 2 })
  useBuild.setState({ saver: () => Promise.reject(new Error('away')) })
  expect(await state().save()).toBe(false)
  expect(state()).toMatchObject({ errorCode: 'saveFailed', isLoading: false })
})

test('a part chosen during a save stays, and stays unsaved', async () => {
  vi.useFakeTimers()
  state().choose(cpu)
  // The save takes 200 ms.
  useBuild.setState({
    ...savingActions,
    saver: (build) => new Promise((done) => setTimeout(done, 200, { ...build, id: 'server-1' })),
  })
  const saving = state().save()
  vi.advanceTimersByTime(50)
  state().choose(ram)
  await vi.advanceTimersByTimeAsync(200)
  await saving
  expect(parts().RAM).toHaveLength(1)
  expect(state()).toMatchObject({ unsavedChanges: true })
  expect(state().currentBuild.id).toBe('server-1')
  vi.useRealTimers()
})

test('saved builds are loaded, copied, compared and deleted; a missing one is refused', async () => {
  state().choose(cpu)
  useBuild.setState({ ...savingActions, saver: saved })
  await state().save('First')
  const copy = state().duplicate('server-1')
  expect(copy).toMatchObject({ name: 'First (Copy)', version: 1 })
  expect(state().currentBuild.id).toBe(copy?.id)
  expect(state().duplicate('server-1', 'Second')?.name).toBe('Second')
  state().choose(product({ id: 'cpu2', category: 'CPU', price: 120.6 }))
  state().choose(product())
  expect(state().compare('server-1', state().currentBuild.id)).toMatchObject({
    differences: [
      { category: 'CPU', kind: 'different' },
      { category: 'GPU', kind: 'missingInFirst' },
    ],
    totalDifference: 300,
    percentage: 298.51,
  })
  expect(state().compare('server-1', 'gone')).toBeNull()
  expect(state().errorCode).toBe('compareNotFound')
  expect(state().duplicate('gone')).toBeNull()
  expect(state().errorCode).toBe('buildNotFound')
  expect(state().loadBuild('server-1')).toBe(true)
  expect(state().currentBuild.name).toBe('First')
  state().deleteBuild('server-1')
  expect(state().loadBuild('server-1')).toBe(false)
  expect(state().errorCode).toBe('buildNotFound')
})

test('auto-save runs a second after a change, at most every 30 seconds, and only when signed in', async () => {
  vi.useFakeTimers()
  const saver = vi.fn(saved)
  const stop = startAutoSave()
  state().choose(cpu)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(saver).not.toHaveBeenCalled()
  useBuild.setState({ ...savingActions, saver })
  await vi.advanceTimersByTimeAsync(AUTO_SAVE_DELAY)
  expect(saver).toHaveBeenCalledTimes(1)
  expect(saver.mock.lastCall?.[0].name).toBe('Auto-saved Build')
  state().choose(ram)
  await vi.advanceTimersByTimeAsync(AUTO_SAVE_DELAY * 5)
  expect(saver).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(AUTO_SAVE_INTERVAL)
  expect(saver).toHaveBeenCalledTimes(2)
  useBuild.setState({ saver: () => Promise.reject(new Error('away')) })
  state().choose(otherRam)
  await vi.advanceTimersByTimeAsync(AUTO_SAVE_INTERVAL)
  expect(state()).toMatchObject({ errorCode: 'autoSaveFailed', unsavedChanges: true })
  useBuild.setState({ ...savingActions, saver, autoSaveEnabled: false })
  state().choose(ram)
  await vi.advanceTimersByTimeAsync(AUTO_SAVE_INTERVAL * 2)
  expect(saver).toHaveBeenCalledTimes(2)
  stop()
  vi.useRealTimers()
})

test('auto-save writes only what is not saved, and never an empty build', async () => {
  vi.useFakeTimers()
  const saver = vi.fn(saved)
  useBuild.setState({ ...savingActions, saver, lastAutoSave: null })
  const stop = startAutoSave()
  state().choose(cpu)
  await vi.advanceTimersByTimeAsync(AUTO_SAVE_INTERVAL * 4)
  expect(saver).toHaveBeenCalledTimes(1)
  expect(state().unsavedChanges).toBe(false)
  state().choose(ram)
  await vi.advanceTimersByTimeAsync(100)
  state().remove('CPU')
  state().remove('RAM')
  await vi.advanceTimersByTimeAsync(AUTO_SAVE_INTERVAL * 4)
  state().choose(cpu)
  await vi.advanceTimersByTimeAsync(100)
  state().clear()
  await vi.advanceTimersByTimeAsync(AUTO_SAVE_INTERVAL * 4)
  expect(saver).toHaveBeenCalledTimes(1)
  stop()
  vi.useRealTimers()
})

test('a tab saves the changes of another tab only if they stay unsaved', async () => {
  vi.useFakeTimers()
  const saver = vi.fn(saved)
  useBuild.setState({ ...savingActions, saver, lastAutoSave: null })
  const stop = startAutoSave()
  state().choose(cpu)
  await vi.advanceTimersByTimeAsync(AUTO_SAVE_INTERVAL)
  expect(saver).toHaveBeenCalledTimes(1)
  fromElsewhere(true)
  await vi.advanceTimersByTimeAsync(AUTO_SAVE_INTERVAL / 2)
  fromElsewhere(false)
  await vi.advanceTimersByTimeAsync(AUTO_SAVE_INTERVAL * 4)
  expect(saver).toHaveBeenCalledTimes(1)
  fromElsewhere(true)
  await vi.advanceTimersByTimeAsync(AUTO_SAVE_INTERVAL)
  expect(saver).toHaveBeenCalledTimes(2)
  stop()
  vi.useRealTimers()
})

test('a save waits for the running one, and its name is saved', async () => {
  const saves: Build[] = []
  const arrivals: (() => void)[] = []
  const saver = (build: Build) =>
    new Promise<Build>((done) => {
      saves.push(build)
      arrivals.push(() => done({ ...build, id: 'server-1', savedVersion: saves.length }))
    })
  useBuild.setState({ ...savingActions, saver })
  state().choose(cpu)
  const byItself = state().save('Auto-saved Build')
  const byHand = state().save('Falcon')
  expect(saves).toHaveLength(1)
  arrivals[0]?.()
  await byItself
  await vi.waitFor(() => expect(saves).toHaveLength(2))
  expect(saves[1]).toMatchObject({ id: 'server-1', name: 'Falcon', savedVersion: 1 })
  arrivals[1]?.()
  expect(await byHand).toBe(true)
  expect(state().currentBuild.name).toBe('Falcon')
})

test('an import replaces all parts, each in its slot', () => {
  state().choose(product())
  state().replaceParts(
    [
      { product: cpu, quantity: 7 },
      { product: ram, quantity: 2 },
      { product: otherRam, quantity: 1 },
    ],
    'Brought along',
  )
  expect(state().currentBuild.name).toBe('Brought along')
  expect(parts().GPU).toBeUndefined()
  expect(parts().CPU?.[0]?.quantity).toBe(1)
  expect(parts().RAM?.map((one) => one.quantity)).toEqual([2, 1])
})
