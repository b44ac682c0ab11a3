/** Converts KWD to whole fils, a thousand per dinar. Sums are made in fils, never in floats. */
export function toFils(kwd: number): number {
  return Math.round(kwd * 1000)
}

/** Converts fils to KWD, to show or compare the amount, not to add it. */
export function toKwd(fils: number): number {
  return fils / 1000
}

/** Returns the sum of amounts in KWD. */
export function sumKwd(amounts: number[]): number {
  return toKwd(amounts.reduce((sum, amount) => sum + toFils(amount), 0))
}

/** Returns the difference of two amounts in KWD. */
export function subtractKwd(to: number, from: number): number {
  return toKwd(toFils(to) - toFils(from))
}

/**
 * Splits an amount into equal parts; the last part takes the remaining fils, so that the parts add up: 10.000 in three
 * parts is 3.333, 3.333 and 3.334.
 */
export function splitKwd(amount: number, parts: number): number[] {
  const fils = toFils(amount)
  const each = Math.floor(fils / parts)
  return Array.from({ length: parts }, (_, index) => toKwd(index === parts - 1 ? fils - each * (parts - 1) : each))
}
