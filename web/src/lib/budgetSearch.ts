import { readIds } from './urlSearch'

/** Parameters of the address of `/build-for`: the budget in KWD, the use, and the requirements (`wish`) by name. */
export type BudgetSearch = { budget?: number; use?: string; wish?: string[] }

const readRequirements = readIds('wish')

/** Reads the parameters. Names are not checked here: `readBudgetInput` knows the valid ones. */
export function readBudgetSearch(raw: Record<string, unknown>): BudgetSearch {
  const budget = Number(raw.budget)
  return {
    budget: budget > 0 && budget <= 1e6 ? budget : undefined,
    use: typeof raw.use === 'string' ? raw.use : undefined,
    ...readRequirements(raw),
  }
}
