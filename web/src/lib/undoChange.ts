import { holdsSeveral, withComponents, type Build, type Components, type SelectedComponent } from './build'
import { slots } from './categories'

type Parts = SelectedComponent[] | undefined

/**
 * Returns the current build without a change that was made to it, `before` being the build before that change and `after`
 * the one after it. What was chosen since then stays, in this tab or in another. Null where nothing is left to undo.
 */
export function undoChange(before: Build, after: Build, now: Build): Build | null {
  if (isOtherBuild(now, after)) return null
  const components: Components = {}
  for (const { type } of slots) {
    const parts = undoInSlot(before.components[type], after.components[type], now.components[type])
    if (parts?.length) components[type] = parts
  }
  const isLike = (build: Build) => slots.every(({ type }) => haveSameParts(components[type], build.components[type]))
  if (isLike(now)) return null
  // A change that made another build the current one: the build before comes back.
  if (!isOtherBuild(now, before)) return withComponents(now, components)
  return isLike(before) ? before : withComponents(before, components)
}

/**
 * Whether two builds are different ones. The first save gives a build its permanent id, and the account's version of a
 * build that this browser began has another time of creation: only a build with both is another one.
 */
export function isOtherBuild(one: Build, other: Build): boolean {
  return one.id !== other.id && one.createdAt.getTime() !== other.createdAt.getTime()
}

function undoInSlot(before: Parts, after: Parts, now: Parts): Parts {
  if (haveSameParts(before, after)) return now
  if (haveSameParts(after, now)) return before
  const slot = now?.[0]?.componentType ?? before?.[0]?.componentType
  if (!slot || !holdsSeveral(slot)) return now
  // The parts that the change removed come back to their positions, those that it added go.
  const left = (now ?? []).filter((part) => has(before, part) || !has(after, part))
  return (before ?? []).reduce(
    (parts, part, index) => (has(after, part) || has(parts, part) ? parts : parts.toSpliced(index, 0, part)),
    left,
  )
}

const has = (parts: Parts, { product }: SelectedComponent) =>
  parts?.some((one) => one.product.id === product.id) ?? false

/** Whether a slot holds the same products, in the same order and quantities. */
function haveSameParts(one: Parts, other: Parts): boolean {
  const key = (parts: Parts) => (parts ?? []).map(({ product, quantity }) => `${product.id} ${quantity}`).join()
  return key(one) === key(other)
}
