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

/** Writes parameters in the given order, without those that are undefined or empty. */
export function stringifySearch(search: Record<string, unknown>): string {
  const parameters = new URLSearchParams()
  for (const [key, value] of Object.entries(search)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== '') parameters.append(key, String(one))
    }
  }
  const text = parameters.toString()
  return text === '' ? '' : `?${text}`
}

/**
 * Reads a parameter of product ids, repeated or separated by commas: each id once, or with `repeated` as often as it is
 * given.
 */
export function readIds<Key extends string>(key: Key, repeated = false) {
  return (raw: Record<string, unknown>): Partial<Record<Key, string[]>> => {
    const value = raw[key]
    const ids = (Array.isArray(value) ? value : [value])
      .filter((one): one is string => typeof one === 'string')
      .flatMap((one) => one.split(','))
      .map((one) => one.trim())
      .filter((one) => one !== '')
    // Returned under its key even when undefined: the router would pass on the raw value of a key that is not returned.
    const named = repeated ? ids : [...new Set(ids)]
    return { [key]: named.length > 0 ? named : undefined } as Partial<Record<Key, string[]>>
  }
}
