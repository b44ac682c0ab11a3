/** One Kuwaiti dinar is a thousand fils. Sums are made in whole fils, never in floats. */
export function toFils(kwd: number): number {
  return Math.round(kwd * 1000)
}

/** Fils as KWD, to be shown or compared, not added. */
export function toKwd(fils: number): number {
  return fils / 1000
}

/** The sum of amounts in KWD. */
export function sumKwd(amounts: number[]): number {
  return toKwd(amounts.reduce((sum, amount) => sum + toFils(amount), 0))
}

/** The difference of two amounts in KWD. */
export function differenceKwd(to: number, from: number): number {
  return toKwd(toFils(to) - toFils(from))
}

/** Splits an amount into equal parts; the last takes the rest in fils, so that they add up. */
export function splitKwd(amount: number, parts: number): number[] {
  const fils = toFils(amount)
  const each = Math.floor(fils / parts)
  return Array.from({ length: parts }, (_, index) => toKwd(index === parts - 1 ? fils - each * (parts - 1) : each))
}
