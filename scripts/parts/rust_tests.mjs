// The failed Rust tests of a run, as nextest reported them.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const NAME_OF_FAILED = /^ +(?:FAIL|TIMEOUT|SIG\w+|ABORT) +\[[^\]]*\] +(?:\([^)]*\) +)?(.*)/

/** Returns name and error of the failed tests of the run whose results are in a folder; none, where nextest did not run. */
export function readFailedRustTests(results) {
  const file = join(results, 'rust-tests.log')
  const log = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const found = new Map()
  // A failed test's output follows the line that names it; the end of the log repeats the lines alone.
  for (const part of log.split(/^(?= +[A-Z]+ +\[)/m)) {
    const name = NAME_OF_FAILED.exec(part)?.[1]
    if (name !== undefined && !found.has(name))
      found.set(name, { name, error: /panicked at [^]*|^\s*Error: [^]*/m.exec(part)?.[0] ?? '' })
  }
  return [...found.values()]
}
