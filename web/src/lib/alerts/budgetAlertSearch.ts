import type { components } from '~/api/schema'
import type { BudgetSearch } from '~/lib/budgetSearch'
import { listPieces } from '~/lib/build'

/** The builds that a budget alert waits for. */
type BudgetOfAlert = components['schemas']['WatchedBudgetBuild']

/** Returns the parameters of `/build-for` for the builds that an alert waits for. */
export function toBudgetSearchOfAlert({ budget, use, allowUnknown, wishes }: BudgetOfAlert): BudgetSearch {
  const { quiet, wifi, monitor, tabby, size, color, cpuManufacturer, gpuManufacturer, minMemory, minStorage } = wishes
  const wish = [
    ...Object.entries({ quiet, wifi, monitor, tabby, confirmed: !allowUnknown }).flatMap(([name, on]) =>
      on ? [name] : [],
    ),
    ...Object.entries({
      size,
      color,
      cpu: cpuManufacturer,
      gpu: gpuManufacturer,
      memory: minMemory,
      storage: minStorage,
    }).flatMap(([name, value]) => (value === null || value === undefined ? [] : [`${name}-${value}`])),
  ]
  const keep = (wishes.keep ?? []).map(({ productId, quantity = 1, owned }) => ({ id: productId, quantity, owned }))
  return {
    budget,
    use,
    wish,
    shop: wishes.retailers,
    keep: listPieces(keep.filter((part) => !part.owned)),
    own: listPieces(keep.filter((part) => part.owned)),
  }
}
