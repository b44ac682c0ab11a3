import { beforeEach, expect, test } from 'vitest'
import { product } from '~/testing/fixtures'
import { storeElsewhere } from '~/testing/otherTab'
import { useBuild } from './buildStore'

const state = () => useBuild.getState()
const parts = () => state().currentBuild.components
const cpu = product({ id: 'cpu', category: 'CPU', price: 100.5 })
const ram = product({ id: 'ram', category: 'RAM', price: 44.9 })
const otherRam = product({ id: 'ram2', category: 'RAM', price: 34.5 })

beforeEach(() => {
  localStorage.clear()
  useBuild.setState(useBuild.getInitialState(), true)
  state().clear()
})

/** Makes a change as `useUndoable` does; returns the function that undoes it. */
function undoable(change: () => void): () => boolean {
  const before = state()
  change()
  const after = state().currentBuild
  return () => state().undo(before, after)
}

/** Simulates another tab that has chosen a part now; this tab's storage event has not arrived yet. */
function chooseElsewhere(chosen: typeof cpu, mode: 'instead' | 'beside' = 'instead') {
  storeElsewhere((stored) => {
    const { components } = stored.currentBuild
    const part = {
      id: chosen.id,
      product: chosen,
      componentType: chosen.category,
      addedAt: new Date(),
      price: 1,
      quantity: 1,
    }
    components[chosen.category] = [...(mode === 'beside' ? (components[chosen.category] ?? []) : []), part]
    Object.assign(stored, { slotTimes: { ...state().slotTimes, [chosen.category]: Date.now() + 1 } })
  })
}

test('undoing a removal restores the position, and an emptied build as it was', () => {
  state().choose(ram)
  state().setTarget('RAM', null)
  state().choose(otherRam)
  expect(undoable(() => state().remove('RAM', 'ram'))()).toBe(true)
  expect(parts().RAM?.map((one) => one.product.id)).toEqual(['ram', 'ram2'])
  const { id } = state().currentBuild
  expect(undoable(() => state().clear())()).toBe(true)
  expect(parts().RAM).toHaveLength(2)
  expect(state()).toMatchObject({ currentBuild: { id }, unsavedChanges: true })
})

test('undoing a removal does not overwrite what another tab has chosen since', () => {
  state().choose(cpu)
  const undo = undoable(() => state().remove('CPU', 'cpu'))
  chooseElsewhere(product({ id: 'cpu2', category: 'CPU' }))
  expect(undo()).toBe(false)
  expect(parts().CPU?.map((one) => one.product.id)).toEqual(['cpu2'])
})

test('in a slot for several parts, a removed part comes back beside what another tab has added', () => {
  state().choose(ram)
  const undo = undoable(() => state().remove('RAM', 'ram'))
  chooseElsewhere(otherRam, 'beside')
  expect(undo()).toBe(true)
  expect(parts().RAM?.map((one) => one.product.id)).toEqual(['ram', 'ram2'])
})

test('undoing the emptying of a build keeps what another tab has chosen since', () => {
  state().choose(cpu)
  state().choose(ram)
  const { id } = state().currentBuild
  // The build that the emptying begins is made later than this one.
  useBuild.setState({ currentBuild: { ...state().currentBuild, createdAt: new Date(1000) }, unsavedChanges: false })
  const undo = undoable(() => state().clear())
  chooseElsewhere(product({ id: 'cpu2', category: 'CPU' }))
  expect(undo()).toBe(true)
  expect(parts().CPU?.[0]?.product.id).toBe('cpu2')
  expect(parts().RAM?.[0]?.product.id).toBe('ram')
  expect(state()).toMatchObject({ currentBuild: { id }, unsavedChanges: true })
})

test('nothing is undone in another build that was opened since', () => {
  state().choose(cpu)
  const undo = undoable(() => state().remove('CPU', 'cpu'))
  const opened = { ...state().currentBuild, id: 'server-7', createdAt: new Date(1000) }
  storeElsewhere((stored) => {
    stored.currentBuild = opened
    Object.assign(stored, { buildSince: Date.now() + 1, slotTimes: {} })
  })
  expect(undo()).toBe(false)
  expect(state().currentBuild.id).toBe('server-7')
})

test('a change that was saved since is undone as an unsaved change of the saved version', () => {
  state().choose(cpu)
  const undo = undoable(() => state().exchange(['cpu'], [{ product: ram, quantity: 1 }]))
  useBuild.setState({
    currentBuild: { ...state().currentBuild, id: 'server-1', savedVersion: 2 },
    unsavedChanges: false,
  })
  expect(undo()).toBe(true)
  expect(parts()).toMatchObject({ CPU: [{ product: { id: 'cpu' } }] })
  expect(parts().RAM).toBeUndefined()
  expect(state()).toMatchObject({ currentBuild: { id: 'server-1', savedVersion: 2 }, unsavedChanges: true })
})
