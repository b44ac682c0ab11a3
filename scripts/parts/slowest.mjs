// Prints the slowest tests of the run whose results are in folder argv[2]: seconds, check and name, twenty lines.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readBrowserTests } from './browser_tests.mjs'

const COUNT = 20
const results = process.argv[2]

const read = (name) => (existsSync(join(results, name)) ? readFileSync(join(results, name), 'utf8') : '')
const readJson = (name) => JSON.parse(read(name) || '{}')

// "        PASS [   2.413s] (12/1003) api::it alerts::name"
const rustTests = [...read('rust-tests.log').matchAll(/(?:PASS|FAIL) \[ *([\d.]+)s\] \([ \d/]+\) (.+)/g)].map(
  ([, seconds, name]) => ({ seconds: Number(seconds), check: 'rust-tests', name }),
)

const webTests = (readJson('web-tests.json').testResults ?? []).flatMap((file) =>
  file.assertionResults.map((test) => ({ seconds: (test.duration ?? 0) / 1000, check: 'web-tests', name: test.fullName })),
)

const browserTests = readBrowserTests(results).map((spec) => ({
  seconds: spec.tests.flatMap((test) => test.results).reduce((sum, result) => sum + result.duration, 0) / 1000,
  check: 'end-to-end',
  name: `${spec.file}: ${spec.title}`,
}))

const slowest = [...rustTests, ...webTests, ...browserTests].sort((one, other) => other.seconds - one.seconds)
for (const { seconds, check, name } of slowest.slice(0, COUNT)) {
  console.log(`  ${seconds.toFixed(1).padStart(7)} s  ${check.padEnd(11)} ${name}`)
}
