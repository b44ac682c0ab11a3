/** A search for a whole PC: its budget in KWD, and its use, as the api names uses. */
export type BuildWish = { budget?: number; use?: string }

/** Maximum budget in KWD; a higher one is a typing mistake. */
const maxBudget = 100_000

/** Reads the budget and the use from the builder's URL; invalid values are left out. */
export function readBuildWish(raw: Record<string, unknown>): BuildWish {
  const budget = Number(raw.budget)
  const wish: BuildWish = {}
  if (Number.isFinite(budget) && budget > 0 && budget <= maxBudget) wish.budget = budget
  if (typeof raw.use === 'string' && /^[a-z]{1,20}$/.test(raw.use)) wish.use = raw.use
  return wish
}
