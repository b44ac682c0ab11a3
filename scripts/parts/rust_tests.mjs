// The Rust tests of a run that failed, once or for good, as nextest reported them.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

// "TRY 1 FAIL [ 0.1s] (1/9) api::it name", "FLAKY 2/2 [ 0.1s] (1/9) api::it name"
const NAME = / +\[[^\]]*\] +(?:\([^)]*\) +)?(.*)/.source
const FAILED = new RegExp(`^ +(?:TRY \\d+ )?(?:FAIL|TIMEOUT|TMT|SIG\\w+|ABORT)${NAME}`)
const FLAKY = new RegExp(`^ +FLAKY \\d+/\\d+${NAME}`, 'gm')

/**
 * Returns name and error of the tests that failed in the run whose results are in a folder, and of those that passed when
 * they were repeated; none, where nextest did not run.
 */
export function readFailedRustTests(results) {
  const file = join(results, 'rust-tests.log')
  const log = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const passedLater = new Set([...log.matchAll(FLAKY)].map((match) => match[1]))
  const found = new Map()
  // A failed test's output follows the line that names it; the end of the log repeats the lines alone.
  for (const part of log.split(/^(?= +(?:TRY \d+ )?[A-Z]+(?: \d+\/\d+)? +\[)/m)) {
    const name = FAILED.exec(part)?.[1]
    if (name !== undefined && !found.has(name))
      found.set(name, { name, error: /panicked at [^]*|^\s*Error: [^]*/m.exec(part)?.[0] ?? '' })
  }
  const tests = [...found.values()]
  return {
    failed: tests.filter(({ name }) => !passedLater.has(name)),
    repeated: tests.filter(({ name }) => passedLater.has(name)),
  }
}
