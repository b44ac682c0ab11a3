import type { Category } from '~/api/wire'
import { withComponents, type Build, type Components } from './build'
import { slots } from './categories'
import { parseStoredValue } from './buildStorageFormat'
import { isOtherBuild } from './undoChange'

/** Time of each slot's last change, in ms. */
export type SlotTimes = Partial<Record<Category, number>>

/** A build with the times that decide between the changes of two tabs. */
type TimedBuild = { currentBuild: Build; buildSince: number; slotTimes: SlotTimes }

/**
 * Merges the changes that two tabs made to the build. Both tabs compute the same result, in whatever order they read.
 *
 * 1. Of two different builds, the one that became current later wins.
 * 2. Builds that became current at the same time count as one, with the stored id: its first save has given one of them
 *    a permanent id, or a new visitor has opened two tabs at once, which each begin a build (`buildSince` 0).
 * 3. In one build, each slot is taken from the tab that changed it last.
 * 4. With equal times the stored version wins.
 *
 * Example: this tab chose a GPU at time 100 and the stored build has a RAM chosen at time 120 by another tab; the
 * result has both.
 */
export function mergeTabs(here: TimedBuild, stored: TimedBuild): TimedBuild {
  if (here.buildSince !== stored.buildSince && here.currentBuild.id !== stored.currentBuild.id)
    return here.buildSince > stored.buildSince ? here : stored
  const newer = slots
    .filter(({ type }) => (here.slotTimes[type] ?? 0) > (stored.slotTimes[type] ?? 0))
    .map(({ type }) => type)
  if (newer.length === 0) return stored
  const components: Components = { ...stored.currentBuild.components }
  const slotTimes = { ...stored.slotTimes }
  for (const type of newer) {
    delete components[type]
    const parts = here.currentBuild.components[type]
    if (parts) components[type] = parts
    slotTimes[type] = here.slotTimes[type] ?? 0
  }
  return { currentBuild: withComponents(stored.currentBuild, components), buildSince: stored.buildSince, slotTimes }
}

/** Adds to a change the times of the slots that it changes. */
export function withSlotTimes<Change extends Partial<TimedBuild>>(
  before: TimedBuild,
  change: Change,
): Change & Partial<TimedBuild> {
  const { currentBuild } = change
  if (!currentBuild || currentBuild === before.currentBuild) return change
  if (isOtherBuild(currentBuild, before.currentBuild))
    return { ...change, buildSince: Math.max(Date.now(), before.buildSince + 1), slotTimes: {} }
  const slotTimes = { ...before.slotTimes }
  for (const { type } of slots) {
    if (currentBuild.components[type] === before.currentBuild.components[type]) continue
    // Later than any time known here, also where the clock was set back.
    slotTimes[type] = Math.max(Date.now(), (slotTimes[type] ?? 0) + 1)
  }
  return { ...change, slotTimes }
}

/** Returns the stored times; a build stored without them counts as current from now on. */
export function readTimes(since: unknown, times: unknown): { buildSince: number; slotTimes: SlotTimes } {
  const slotTimes: SlotTimes = {}
  if (typeof times === 'object' && times !== null) {
    for (const { type } of slots) {
      const time = (times as Record<string, unknown>)[type]
      if (typeof time === 'number') slotTimes[type] = time
    }
  }
  return { buildSince: typeof since === 'number' ? since : Date.now(), slotTimes }
}

/** Whether this tab has changes that the stored text lacks. */
export function hasUnstoredChanges(here: TimedBuild, text: string | null): boolean {
  const state = parseStoredValue(text)?.state as Partial<Record<keyof TimedBuild, unknown>> | null | undefined
  if (!state) return false
  const { buildSince, slotTimes } = readTimes(state.buildSince, state.slotTimes)
  return (
    here.buildSince > buildSince ||
    (here.buildSince === buildSince && slots.some(({ type }) => (here.slotTimes[type] ?? 0) > (slotTimes[type] ?? 0)))
  )
}
