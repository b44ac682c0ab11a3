import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ApiError, client, readBody } from '~/api/client'
import type { components } from '~/api/schema'
import { chosenParts, listPieces, type Components } from '~/lib/build'
import { MAX_FIXED_PARTS, type BudgetInput } from '~/lib/budgetInput'
import type { BudgetSearch } from '~/lib/budgetSearch'
import { PERIPHERALS } from './peripherals'

type Schemas = components['schemas']

/** Response to a request for upgrades: up to three changes of a PC, and the products in them. */
export type BudgetUpgrades = Schemas['BudgetUpgrades']
/** A change. */
export type UpgradeOption = Schemas['UpgradeOption']
/** A part of the PC at home. */
export type HomePart = Required<Schemas['HomePart']>

/** Range of the sum for new parts, and the sum of an address that names none, in KWD. */
export const MIN_SUM = 20
export const MAX_SUM = 1000
export const DEFAULT_SUM = 150

/**
 * Returns the parts of the PC at home: those that the address names, else the current build without its peripherals.
 * The server takes no more than `MAX_FIXED_PARTS`.
 */
export function homeParts({ fixedParts }: Pick<BudgetInput, 'fixedParts'>, components: Components): HomePart[] {
  const ofAddress = fixedParts.map(({ id, quantity }) => ({ productId: id, quantity }))
  const ofBuild = chosenParts(components)
    .filter((part) => !PERIPHERALS.includes(part.componentType))
    .map((part) => ({ productId: part.product.id, quantity: part.quantity }))
  return (ofAddress.length > 0 ? ofAddress : ofBuild).slice(0, MAX_FIXED_PARTS)
}

/** Returns the parameters of `/upgrade` for an input of `/build-for`: its use, and the parts that the user has. */
export function toUpgradeSearch({ use, fixedParts }: BudgetInput): BudgetSearch {
  const own = listPieces(fixedParts.filter((part) => part.owned))
  return { use, own: own.length > 0 ? own : undefined }
}

/** The changes of a PC that improve it most. The last response stays until the next one arrives. */
export const upgradesQuery = ({ budget, use, switchedOn, retailers }: BudgetInput, parts: HomePart[]) => {
  const body = {
    budget,
    use,
    parts,
    // Manufacturers do not state many dimensions, also of parts at home.
    allowUnknown: !switchedOn.has('confirmed'),
    retailers: [...retailers],
    tabby: switchedOn.has('tabby'),
  }
  return queryOptions({
    queryKey: ['budget-upgrades', body],
    queryFn: ({ signal }) =>
      readBody(client.POST('/api/budget-upgrades', { body, signal }), { products: [], retailers: [], upgrades: [] }),
    enabled: parts.length > 0,
    staleTime: 15_000,
    retry: (count, error) => count < 2 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
    placeholderData: keepPreviousData,
  })
}
