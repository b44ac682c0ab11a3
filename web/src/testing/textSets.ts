import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The directory of the files of texts. */
export const textsDirectory = join(import.meta.dirname, '../i18n')

/** The start of each set's file name: `''` is the set that every page loads, `home.` is in `home.en.json`. */
export const textSets = readdirSync(textsDirectory)
  .filter((name) => name.endsWith('en.json'))
  .map((name) => name.slice(0, -'en.json'.length))
