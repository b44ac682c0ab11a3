import { BUILD_USES } from '~/api/limits'
import type { components } from '~/api/schema'
import type { BudgetSearch } from './budgetSearch'
import { listPieces } from './build'

type Schemas = components['schemas']

/** The body of a request for builds. */
type BudgetRequest = Schemas['BudgetBuildsRequest']
/** The use of a build, as the api names it. */
export type BuildUse = Schemas['BuildUse']

/** Range and step of the budget's slider, in KWD. */
export const MIN_BUDGET = 100
export const MAX_BUDGET = 2500
export const BUDGET_STEP = 10

/** Values where the address has none. */
const DEFAULTS = { budget: 500, use: 'gaming-1440p' } as const

/**
 * Requirements that are on or off. The address and the texts use these names. `confirmed` allows only builds of which
 * every rule of compatibility could be checked.
 */
export const SWITCHES = ['quiet', 'wifi', 'monitor', 'tabby', 'confirmed'] as const
/** Requirements with several values, of which at most one is chosen. */
export const CHOICES = {
  size: ['micro-atx', 'mini-itx'],
  color: ['black', 'white'],
  cpu: ['amd', 'intel'],
  gpu: ['nvidia', 'amd', 'intel'],
  memory: ['16', '32', '64'],
  storage: ['500', '1000', '2000', '4000'],
} as const satisfies Record<string, readonly string[]>

/** A requirement that is on or off. */
export type SwitchName = (typeof SWITCHES)[number]
/** A requirement with several values. */
export type ChoiceName = keyof typeof CHOICES

/** A part that has to be in the build, in a number of pieces. `owned`: the user has them, so that they cost nothing. */
export type FixedPart = { id: string; quantity: number; owned: boolean }

/** Maximum number of fixed parts in a request. */
export const MAX_FIXED_PARTS = 16

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** A request for builds, as the form holds it: the budget in KWD, the use, and the requirements. */
export type BudgetInput = {
  budget: number
  /** Whether a larger sum was asked for than the page plans for: then `budget` is the largest. */
  isCapped?: boolean
  use: BuildUse
  switchedOn: ReadonlySet<SwitchName>
  choices: Partial<Record<ChoiceName, string>>
  /** Slugs of the only retailers; empty allows all. */
  retailers: readonly string[]
  /** Parts that the address names: on `/build-for` those that each build must have, on `/upgrade` those of the PC at home. */
  fixedParts: readonly FixedPart[]
}

/** Returns a sum as the form holds it: at most the largest one. */
export function capBudget(sum: number, max: number): Pick<BudgetInput, 'budget' | 'isCapped'> {
  return { budget: Math.min(sum, max), isCapped: sum > max }
}

/**
 * Reads the parameters of the page's address; absent or invalid values become the defaults, but
 * retailers stay: only the api knows them, and the page shows its error. A requirement is written
 * `quiet` or `color-white`.
 */
export function readBudgetInput(
  search: BudgetSearch,
  defaultBudget: number = DEFAULTS.budget,
  max: number = MAX_BUDGET,
): BudgetInput {
  const { budget, use, wish = [], shop = [], keep = [], own = [] } = search
  const names = Object.keys(CHOICES) as ChoiceName[]
  const choices = names.flatMap((name) => {
    const value = CHOICES[name].find((one) => wish.includes(`${name}-${one}`))
    return value === undefined ? [] : [[name, value] as const]
  })
  return {
    ...capBudget(budget ?? defaultBudget, max),
    use: BUILD_USES.find((one) => one === use) ?? DEFAULTS.use,
    switchedOn: new Set(SWITCHES.filter((name) => wish.includes(name))),
    choices: Object.fromEntries(choices),
    retailers: shop,
    fixedParts: [
      ...countPieces(own, true),
      ...countPieces(
        keep.filter((id) => !own.includes(id)),
        false,
      ),
    ]
      .filter(({ id }) => ID.test(id))
      .slice(0, MAX_FIXED_PARTS),
  }
}

/** Returns the parts of a list that has each id once per piece. */
export function countPieces(ids: string[], owned: boolean): FixedPart[] {
  return [...new Set(ids)].map((id) => ({ id, quantity: ids.filter((one) => one === id).length, owned }))
}

/** Returns the parameters of the address for an input. */
export function toBudgetSearch(input: BudgetInput): BudgetSearch {
  const { budget, use, switchedOn, choices, retailers, fixedParts } = input
  // In the order in which they are read: the form would take its own address for another one.
  const wish = [
    ...SWITCHES.filter((name) => switchedOn.has(name)),
    ...(Object.keys(CHOICES) as ChoiceName[]).flatMap((name) => (choices[name] ? [`${name}-${choices[name]}`] : [])),
  ]
  const own = listPieces(fixedParts.filter((part) => part.owned))
  const keep = listPieces(fixedParts.filter((part) => !part.owned))
  return { budget, use, wish: orNone(wish), shop: orNone([...retailers]), keep: orNone(keep), own: orNone(own) }
}

const orNone = (list: string[]) => (list.length > 0 ? list : undefined)

/** Returns the request body for an input. */
export function toBudgetRequest(input: BudgetInput): BudgetRequest {
  const { budget, use, switchedOn, choices, retailers, fixedParts } = input
  return {
    budget,
    use,
    // Manufacturers do not state many dimensions, so only users who ask for it exclude builds with unchecked rules.
    allowUnknown: !switchedOn.has('confirmed'),
    wishes: {
      keep: fixedParts.map(({ id, quantity, owned }) => ({ productId: id, quantity, owned })),
      retailers: [...retailers],
      quiet: switchedOn.has('quiet'),
      wifi: switchedOn.has('wifi'),
      monitor: switchedOn.has('monitor'),
      tabby: switchedOn.has('tabby'),
      size: choices.size ?? null,
      color: choices.color ?? null,
      cpuManufacturer: choices.cpu ?? null,
      gpuManufacturer: choices.gpu ?? null,
      minMemory: choices.memory === undefined ? null : Number(choices.memory),
      minStorage: choices.storage === undefined ? null : Number(choices.storage),
    },
  }
}
