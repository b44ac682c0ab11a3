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

/** Returns the texts of a parameter that is repeated or, with `splits`, separated by commas. */
export function readTexts(value: unknown, splits = true): string[] {
  return (Array.isArray(value) ? value : [value])
    .filter((one): one is string => typeof one === 'string')
    .flatMap((one) => (splits ? one.split(',') : one))
    .map((one) => one.trim())
    .filter((one) => one !== '')
}

/** Returns a function that reads a list of texts: each text once, or with `repeated` as often as it is given. */
export function readList<Key extends string>(key: Key, repeated = false) {
  return (raw: Record<string, unknown>): Partial<Record<Key, string[]>> => {
    const texts = readTexts(raw[key])
    // Returned under its key even when undefined: the router would pass on the raw value of a key that is not returned.
    const list = repeated ? texts : [...new Set(texts)]
    return { [key]: list.length > 0 ? list : undefined } as Partial<Record<Key, string[]>>
  }
}
