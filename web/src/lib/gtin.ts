import { latinDigits } from './latinDigits'

/** Why a text is not the number of a barcode, with what its sentence names. */
export type GtinProblem =
  | { kind: 'missing' }
  | { kind: 'notDigits' }
  | { kind: 'length'; digits: number }
  | { kind: 'checkDigit'; expected: number }
  /** No manufacturer's number: one that a shop gives freely to what it packs itself. */
  | { kind: 'inStore' }

export type CheckedGtin = { gtin: string; problem?: undefined } | { gtin?: undefined; problem: GtinProblem }

const DIGITS = 14
/** Blanks and dashes between digits, and invisible marks of direction, which copied numbers have. */
const separators = /[\s\u200e\u200f\u202a-\u202e\u2066-\u2069\-‐-–]/g

/**
 * Reads the number of a barcode (GTIN): EAN-13, EAN-8, UPC-A, or that of a case, by the rules of
 * `domain/src/model/gtin.rs`. A UPC-A becomes the EAN-13 that it is, with a zero before it.
 */
export function checkGtin(text: string): CheckedGtin {
  const digits = latinDigits(text).replaceAll(separators, '')
  if (digits === '') return { problem: { kind: 'missing' } }
  if (!/^\d+$/.test(digits)) return { problem: { kind: 'notDigits' } }
  if (![8, 12, 13, DIGITS].includes(digits.length)) return { problem: { kind: 'length', digits: digits.length } }
  const padded = digits.padStart(DIGITS, '0')
  const expected = computeCheckDigit(padded)
  if (Number(padded.at(-1)) !== expected) return { problem: { kind: 'checkDigit', expected } }
  if (isInStore(digits, padded)) return { problem: { kind: 'inStore' } }
  return { gtin: digits.length === 8 ? digits : padded.replace(/^0/, '') }
}

/** Returns the last digit that fourteen digits must have: with weights of 3 and 1 in turn, the sum is a multiple of ten. */
function computeCheckDigit(padded: string): number {
  const digits = padded.slice(0, -1).split('').map(Number)
  const sum = digits.reduce((total, digit, at) => total + digit * (at % 2 === 0 ? 3 : 1), 0)
  return (10 - (sum % 10)) % 10
}

/** Numbers of eight digits have prefixes of their own. */
function isInStore(digits: string, padded: string): boolean {
  return digits.length === 8 ? /^[02]/.test(digits) : /^.(02|04|2)|^0+$/.test(padded)
}
