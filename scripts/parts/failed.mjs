// Lists the failed tests of the run whose results are in folder argv[2], each with the beginning of its error. It is the
// last that a run prints, because a reader may see only the end of it.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { readBrowserTests } from './browser_tests.mjs'
import { readFailedRustTests } from './rust_tests.mjs'

const results = process.argv[2]
const LINES = 4
const TESTS = 20

const read = (name) => (existsSync(join(results, name)) ? readFileSync(join(results, name), 'utf8') : '')

/** Returns the beginning of an error, without the terminal's colours and empty lines. */
function beginning(text) {
  const lines = text.replaceAll(/\u001B\[[\d;]*m/g, '').split('\n')
  return lines.filter((line) => line.trim() !== '').slice(0, LINES)
}

function failedBrowserTests() {
  return readBrowserTests(results)
    .flatMap((spec) => spec.tests.map((test) => ({ spec, test })))
    .filter(({ test }) => test.status === 'unexpected')
    .map(({ spec, test }) => ({
      name: `${spec.file}:${spec.line} [${test.projectName}] ${spec.title}`,
      error: beginning(test.results[0]?.error?.message ?? ''),
    }))
}

function failedUnitTests() {
  return (JSON.parse(read('web-tests.json') || '{}').testResults ?? []).flatMap((file) =>
    (file.assertionResults ?? [])
      .filter((test) => test.status === 'failed')
      .map((test) => ({
        name: `${basename(file.name)}: ${test.fullName}`,
        error: beginning(test.failureMessages?.[0] ?? ''),
      })),
  )
}

const failedRustTests = () =>
  readFailedRustTests(results).failed.map(({ name, error }) => ({ name, error: beginning(error) }))

/** The failed checks of a log in which each stands on a line of its own. */
function failedChecks(log) {
  return read(log)
    .split('\n')
    .filter((line) => line.startsWith('not ok '))
    .map((line) => ({ name: line, error: [] }))
}

const byCheck = {
  'end-to-end': failedBrowserTests,
  'rust-tests': failedRustTests,
  'web-tests': failedUnitTests,
}

for (const file of readdirSync(results).filter((name) => name.endsWith('.result'))) {
  if (read(file).startsWith('0 ')) continue
  const check = basename(file, '.result')
  const tests = (byCheck[check] ?? (() => failedChecks(`${check}.log`)))()
  console.log(`  Failed: ${check}`)
  for (const { name, error } of tests.slice(0, TESTS)) {
    console.log(`  ${name}`)
    for (const line of error) console.log(`    ${line.slice(0, 160)}`)
  }
  if (tests.length === 0) for (const line of beginning(read(`${check}.log`).trimEnd().split('\n').slice(-LINES).join('\n'))) console.log(`    ${line}`)
}
