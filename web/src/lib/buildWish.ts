/** A whole PC that somebody searched for: what it may cost, in dinars, and what it is for, as the api names uses. */
export type BuildWish = { budget?: number; use?: string }

/** Dearer builds are no wish of a shopper but a slip of the keyboard. */
const maxBudget = 100_000

/** Reads what the builder's URL says of a wish; what makes no sense is left out. */
export function readBuildWish(raw: Record<string, unknown>): BuildWish {
  const budget = Number(raw.budget)
  const wish: BuildWish = {}
  if (Number.isFinite(budget) && budget > 0 && budget <= maxBudget) wish.budget = budget
  if (typeof raw.use === 'string' && /^[a-z]{1,20}$/.test(raw.use)) wish.use = raw.use
  return wish
}
