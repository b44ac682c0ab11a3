import { readIds } from './urlSearch'

/** Parameters of the address of `/build-for`: the sum in dinars, the use, and wishes by their names. */
export type BudgetSearch = { budget?: number; use?: string; wish?: string[] }

const readRequirements = readIds('wish')

/** Reads it; the page knows which names mean something. */
export function readBudgetSearch(raw: Record<string, unknown>): BudgetSearch {
  const budget = Number(raw.budget)
  return {
    budget: budget > 0 && budget <= 1e6 ? budget : undefined,
    use: typeof raw.use === 'string' ? raw.use : undefined,
    ...readRequirements(raw),
  }
}
