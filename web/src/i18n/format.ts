import type { Language } from './language'

/** Functions that format numbers, money and dates in one language. */
export type Format = ReturnType<typeof makeFormat>

// Latin digits in both languages, as prices are written in Kuwait.
const locales: Record<Language, string> = { en: 'en-GB', ar: 'ar-KW-u-nu-latn' }

const made = new Map<Language, Format>()

/** Returns the formats of a language; each language's are made once. */
export function createFormat(language: Language): Format {
  let format = made.get(language)
  if (!format) {
    format = makeFormat(language)
    made.set(language, format)
  }
  return format
}

/** The sign of a difference; zero has none. */
const signOf = (value: number) => (value < 0 ? '−' : value > 0 ? '+' : '')

function makeFormat(language: Language) {
  const locale = locales[language]
  // Money and counts use Latin digits in both languages: 1,234.500.
  const count = once(() => new Intl.NumberFormat('en'))
  const money = once(() => new Intl.NumberFormat('en', { minimumFractionDigits: 3, maximumFractionDigits: 3 }))
  const decimal = once(() => new Intl.NumberFormat('en', { maximumFractionDigits: 2 }))
  const day = once(() => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' }))
  const fullDay = once(
    () => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }),
  )
  const month = once(() => new Intl.DateTimeFormat(locale, { month: 'short', timeZone: 'UTC' }))
  const relative = once(
    () => new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: language === 'ar' ? 'long' : 'short' }),
  )
  const list = once(() => new Intl.ListFormat(locale, { type: 'unit', style: 'long' }))

  return {
    /** 1234 → 1,234 */
    count: (value: number) => count().format(value),
    /** KWD with three decimals: 129.9 → 129.900 */
    money: (kwd: number) => money().format(kwd),
    /** A difference with its sign: −40.000, +9.600, 0.000. The minus is U+2212. */
    difference: (kwd: number) => signOf(kwd) + money().format(Math.abs(kwd)),
    /** A relative change with its sign: 0.046 → +4.6%. The minus is U+2212. */
    percentChange: (share: number) => `${signOf(share)}${decimal().format(Math.abs(share) * 100)}%`,
    /** At most two decimals: 4.6 */
    decimal: (value: number) => decimal().format(value),
    /** 17 Nov */
    day: (iso: string) => day().format(new Date(iso)),
    /** 17 November 2026 */
    fullDay: (iso: string) => fullDay().format(new Date(iso)),
    /** Nov */
    month: (iso: string) => month().format(new Date(iso)),
    /** 12 min ago. `iso` and `now` (ms) are UTC. */
    ago: (iso: string, now = Date.now()) => {
      const seconds = (new Date(iso).getTime() - now) / 1000
      const [amount, unit] = largestUnit(seconds)
      return relative().format(amount, unit)
    },
    /** a, b, c */
    list: (items: string[]) => list().format(items),
  }
}

/** Makes a formatter on its first use, because formatters are slow to make. */
function once<Made>(make: () => Made): () => Made {
  let value: Made | undefined
  return () => (value ??= make())
}

function largestUnit(seconds: number): [number, Intl.RelativeTimeFormatUnit] {
  const size = Math.abs(seconds)
  if (size < 3600) return [Math.min(0, Math.round(seconds / 60)), 'minute']
  if (size < 86_400) return [Math.round(seconds / 3600), 'hour']
  if (size < 86_400 * 14) return [Math.round(seconds / 86_400), 'day']
  return [Math.round(seconds / (86_400 * 7)), 'week']
}
