import { expect, test } from 'vitest'
import { product } from '~/testing/fixtures'
import { emptyBuild, withComponents, type Build, type Components } from './build'
import { mergeTabs, withSlotTimes } from './buildTabs'

const ram = product({ id: 'ram', category: 'RAM', price: 44.9 })
const otherRam = product({ id: 'ram2', category: 'RAM', price: 34.5 })

function componentsWith(chosen: typeof ram): Components {
  return {
    RAM: [
      { id: `RAM-${chosen.id}`, product: chosen, componentType: 'RAM', addedAt: new Date(), price: 1, quantity: 1 },
    ],
  }
}

test('a tab that has not read it yet does not undo that another tab took the account’s build', () => {
  const began = new Date(1000)
  const ownBuild: Build = withComponents({ ...emptyBuild(), id: 'saved', createdAt: began }, componentsWith(ram))
  const olderTab = { currentBuild: ownBuild, buildSince: 1000, slotTimes: { RAM: 2000 } }
  // The server has its own time of creation for the build that this browser began.
  const accountBuild: Build = { ...ownBuild, createdAt: new Date(1500), components: componentsWith(otherRam) }
  const newerTab = { ...olderTab, ...withSlotTimes(olderTab, { currentBuild: accountBuild }) }
  expect(mergeTabs(olderTab, newerTab).currentBuild.components).toEqual(accountBuild.components)
  expect(mergeTabs(newerTab, olderTab).currentBuild.components).toEqual(accountBuild.components)
})

test('the parts of two tabs that a new visitor opened at once are merged', () => {
  const gpu = product({ id: 'gpu', category: 'GPU', price: 150 })
  const gpuOnly: Components = {
    GPU: [{ id: 'GPU-gpu', product: gpu, componentType: 'GPU', addedAt: new Date(), price: 150, quantity: 1 }],
  }
  const first = {
    currentBuild: withComponents(emptyBuild(), componentsWith(ram)),
    buildSince: 0,
    slotTimes: { RAM: 5 },
  }
  const second = { currentBuild: withComponents(emptyBuild(), gpuOnly), buildSince: 0, slotTimes: { GPU: 6 } }
  const merged = mergeTabs(first, second)
  expect(merged.currentBuild.id).toBe(second.currentBuild.id)
  expect(merged.currentBuild.components).toEqual({ ...componentsOf(first), ...componentsOf(second) })
  expect(merged.slotTimes).toEqual({ RAM: 5, GPU: 6 })
})

test('a part chosen in another tab during the first save stays', () => {
  const began = { ...emptyBuild(), createdAt: new Date(1000) }
  const saving = { currentBuild: { ...began, id: 'saved' }, buildSince: 1000, slotTimes: {} }
  const choosing = {
    currentBuild: withComponents(began, componentsWith(ram)),
    buildSince: 1000,
    slotTimes: { RAM: 2000 },
  }
  const merged = mergeTabs(choosing, saving)
  expect([merged.currentBuild.id, merged.currentBuild.components]).toEqual(['saved', componentsOf(choosing)])
})

const componentsOf = (tab: { currentBuild: Build }) => tab.currentBuild.components
