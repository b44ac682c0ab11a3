import type { Category } from '~/api/wire'
import { withComponents, type Build, type Components } from './build'
import { slots } from './categories'

/** When each slot was last changed, in ms. */
export type SlotTimes = Partial<Record<Category, number>>

/** A build with the times by which two tabs' changes are put together. */
export type TimedBuild = { currentBuild: Build; buildSince: number; slotTimes: SlotTimes }

/**
 * What becomes of a build that two tabs changed: of two builds the later one, of one build each slot as it was changed
 * last. Equal times are the stored one's. Both tabs come to the same, whoever reads first.
 */
export function mergeTabs(here: TimedBuild, stored: TimedBuild): TimedBuild {
  if (here.currentBuild.id !== stored.currentBuild.id) return here.buildSince > stored.buildSince ? here : stored
  const newer = slots.filter(({ type }) => (here.slotTimes[type] ?? 0) > (stored.slotTimes[type] ?? 0)).map(({ type }) => type)
  if (newer.length === 0) return stored
  const components: Components = { ...stored.currentBuild.components }
  const slotTimes = { ...stored.slotTimes }
  for (const type of newer) {
    delete components[type]
    const held = here.currentBuild.components[type]
    if (held) components[type] = held
    slotTimes[type] = here.slotTimes[type] ?? 0
  }
  return { currentBuild: withComponents(stored.currentBuild, components), buildSince: stored.buildSince, slotTimes }
}

/** A change with the times of what it changes. */
export function stamped<Change extends Partial<TimedBuild>>(before: TimedBuild, change: Change): Change & Partial<TimedBuild> {
  const { currentBuild } = change
  if (!currentBuild || currentBuild === before.currentBuild) return change
  // The first save gives a build its lasting id: it stays the same build.
  const another = currentBuild.createdAt.getTime() !== before.currentBuild.createdAt.getTime()
  if (another) return { ...change, buildSince: Math.max(Date.now(), before.buildSince + 1), slotTimes: {} }
  const slotTimes = { ...before.slotTimes }
  for (const { type } of slots) {
    if (currentBuild.components[type] === before.currentBuild.components[type]) continue
    // Later than any time known here, also where the clock was put back.
    slotTimes[type] = Math.max(Date.now(), (slotTimes[type] ?? 0) + 1)
  }
  return { ...change, slotTimes }
}

/** The times as they were stored; what was stored without counts as of now. */
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

/** Whether this tab has something that the stored text lacks. */
export function tabsAhead(here: TimedBuild, text: string | null): boolean {
  try {
    const { state } = JSON.parse(text ?? '') as { state: Record<string, unknown> }
    const { buildSince, slotTimes } = readTimes(state.buildSince, state.slotTimes)
    return here.buildSince > buildSince || (here.buildSince === buildSince && slots.some(({ type }) => (here.slotTimes[type] ?? 0) > (slotTimes[type] ?? 0)))
  } catch {
    return false
  }
}
