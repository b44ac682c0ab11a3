import { MAX_PAGE } from '~/api/limits'

/** Raw search parameters of a URL: a key given once is a text, a repeated key a list. */
type RawSearch = Record<string, string | string[] | undefined>

/** Parses `?a=1&b=2&b=3`. Plain texts, no JSON, so that links can be written by hand. */
export function parseSearch(text: string): RawSearch {
  const parsed: RawSearch = {}
  const parameters = new URLSearchParams(text)
  for (const key of new Set(parameters.keys())) {
    const values = parameters.getAll(key)
    parsed[key] = values.length > 1 ? values : values[0]
  }
  return parsed
}

/** Writes a comma inside a text of a list as `\,`, because a plain one separates two texts. */
export const escapeCommas = (text: unknown) => String(text).replaceAll(',', '\\,')

/** Writes parameters in the given order, without those that are undefined or empty. */
export function stringifySearch(search: Record<string, unknown>): string {
  const parameters = new URLSearchParams()
  for (const [key, value] of Object.entries(search)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if ((one ?? '') !== '') parameters.append(key, one === value ? String(one) : escapeCommas(one))
    }
  }
  const text = parameters.toString()
  return text && `?${text}`
}

/**
 * Returns the texts of a parameter that is repeated or, with `splits`, separated by commas: each text once, or with
 * `repeated` as often as it is given. Undefined where there are none.
 */
export function readTexts(value: unknown, splits = true, repeated = false): string[] | undefined {
  const texts = (Array.isArray(value) ? value : [value])
    .filter((one): one is string => typeof one === 'string')
    .flatMap((one) => (splits ? (one.match(/(\\,|[^,])+/g) ?? []) : one))
    .map((one) => one.replaceAll('\\,', ',').trim())
    .filter((one) => one !== '')
  if (texts.length > 0) return repeated ? texts : [...new Set(texts)]
}

/** Returns a function that reads the texts of one parameter. */
export function readList<Key extends string>(key: Key, repeated = false) {
  // Returned under its key even when undefined: the router would pass on the raw value of a key that is not returned.
  return (raw: Record<string, unknown>) =>
    ({ [key]: readTexts(raw[key], true, repeated) }) as Partial<Record<Key, string[]>>
}

/**
 * Reads one text parameter. An empty one is returned as undefined under its key: the router would pass on the raw value
 * of a key that is not returned.
 */
export const readOne =
  <Key extends string>(key: Key) =>
  (raw: Record<string, unknown>): Partial<Record<Key, string>> => {
    const value = raw[key]
    const text = typeof value === 'string' && value.trim() !== '' ? value : undefined
    return { [key]: text } as Partial<Record<Key, string>>
  }

/** Reads the page number of a list; undefined for the first page. */
export function readPage(raw: Record<string, unknown>): { page?: number } {
  const page = Number(raw.page)
  return { page: Number.isInteger(page) && page > 1 && page <= MAX_PAGE ? page : undefined }
}
