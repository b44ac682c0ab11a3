// Lists the browser tests that failed first and passed when they were repeated, in the run whose results are in folder
// argv[2]: each is a fault of the product or of the test, and remains to be found.
import { readBrowserTests } from './browser_tests.mjs'

const repeated = readBrowserTests(process.argv[2])
  .flatMap((spec) => spec.tests.map((test) => ({ spec, test })))
  .filter(({ test }) => test.status === 'flaky')

if (repeated.length > 0) console.log('  Passed only when repeated')
for (const { spec, test } of repeated) {
  // Colours of the terminal are left out.
  const message = (test.results[0]?.error?.message ?? '').replaceAll(/\u001B\[\d+m/g, '')
  console.log(`  ${spec.file}:${spec.line} [${test.projectName}] ${spec.title}`)
  for (const line of message.split('\n').slice(0, 5)) console.log(`    ${line}`)
}
