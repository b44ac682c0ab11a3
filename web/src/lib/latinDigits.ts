/** Converts Eastern Arabic digits and their decimal mark to Latin ones, each to one character. */
export function latinDigits(text: string): string {
  return text.replace(/[٠-٩]/g, (digit) => String('٠١٢٣٤٥٦٧٨٩'.indexOf(digit))).replaceAll('٫', '.')
}
