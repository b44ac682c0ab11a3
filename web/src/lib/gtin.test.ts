import { expect, test } from 'vitest'
import { checkGtin } from './gtin'

test.each([
  ['5901234123457', '5901234123457'],
  [' 5 901234 123457 ', '5901234123457'],
  ['590-1234-12345–7', '5901234123457'],
  ['٥٩٠١٢٣٤١٢٣٤٥٧', '5901234123457'],
  ['\u20665901234123457\u2069', '5901234123457'],
  // A UPC is an EAN with a zero before it, and both are the same number of 14 digits.
  ['730143314572', '0730143314572'],
  ['0730143314572', '0730143314572'],
  ['00730143314572', '0730143314572'],
  ['96385074', '96385074'],
  // The number of a case keeps its first digit.
  ['10730143314579', '10730143314579'],
])('%s is the number %s', (text, gtin) => {
  expect(checkGtin(text)).toEqual({ gtin })
})

test.each([
  ['', { kind: 'missing' }],
  [' - ', { kind: 'missing' }],
  ['RTX 5070', { kind: 'notDigits' }],
  ['59012341234', { kind: 'length', digits: 11 }],
  ['123456789012345', { kind: 'length', digits: 15 }],
  ['5901234123458', { kind: 'checkDigit', expected: 7 }],
  ['730143314573', { kind: 'checkDigit', expected: 2 }],
  ['0000000000000', { kind: 'inStore' }],
  ['2000000000008', { kind: 'inStore' }],
  ['0200000000004', { kind: 'inStore' }],
  ['20000004', { kind: 'inStore' }],
])('what is wrong with %j is named', (text, problem) => {
  expect(checkGtin(text)).toEqual({ problem })
})
