// Lists the Rust and browser tests that failed first and passed when they were repeated, in the run whose results are in folder
// argv[2]: each is a fault of the product or of the test, and remains to be found.
import { readBrowserTests } from './browser_tests.mjs'
import { readFailedRustTests } from './rust_tests.mjs'

const browserTests = readBrowserTests(process.argv[2])
  .flatMap((spec) => spec.tests.map((test) => ({ spec, test })))
  .filter(({ test }) => test.status === 'flaky')
  .map(({ spec, test }) => ({
    name: `${spec.file}:${spec.line} [${test.projectName}] ${spec.title}`,
    error: test.results[0]?.error?.message ?? '',
  }))
const repeated = [...readFailedRustTests(process.argv[2]).repeated, ...browserTests]

if (repeated.length > 0) console.log('  Passed only when repeated')
for (const { name, error } of repeated) {
  console.log(`  ${name}`)
  // Colours of the terminal are left out.
  const lines = error.replaceAll(/\u001B\[\d+m/g, '').split('\n')
  for (const line of lines.slice(0, 5)) console.log(`    ${line.slice(0, 160)}`)
}
