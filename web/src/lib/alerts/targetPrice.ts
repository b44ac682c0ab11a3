import { latinDigits } from '~/lib/latinDigits'

/**
 * Returns the text key of a target price's problem; null when the price is valid. Without a current price every target
 * is low enough.
 */
export function findTargetProblem(typed: string, current: number | null): 'invalid' | 'tooHigh' | null {
  const target = readTarget(typed)
  if (target === null) return 'invalid'
  return current === null || target < current ? null : 'tooHigh'
}

/** Parses a target price: above 0, at most three decimals; null where it is invalid. */
export function readTarget(typed: string): number | null {
  const text = latinDigits(typed.trim())
  if (!/^\d{1,7}(\.\d{0,3})?$/.test(text)) return null
  const target = Number(text)
  return target > 0 ? target : null
}
