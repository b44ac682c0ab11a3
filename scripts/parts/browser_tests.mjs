// The browser tests of a run, as Playwright reported them.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const testsOfSuite = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(testsOfSuite)]

/** Returns the tests of the run whose results are in a folder; none, where the browser tests did not run. */
export function readBrowserTests(results) {
  const file = join(results, 'end-to-end.json')
  const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  return (report.suites ?? []).flatMap(testsOfSuite)
}
