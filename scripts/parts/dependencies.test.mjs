import assert from 'node:assert/strict'
import { test } from 'node:test'

import { checkCrates, checkPackages, indexPath, isAllowed, readAllowed, yankedVersions } from './dependencies.mjs'

const allowed = new Set(['MIT', 'Apache-2.0', 'ISC', 'Apache-2.0 WITH LLVM-exception'])
const CRATES_IO = 'registry+https://github.com/rust-lang/crates.io-index'
const crate = (changes) => ({ packages: [{ id: 'a', name: 'a', version: '1.0.0', source: CRATES_IO, license: 'MIT', manifest_path: '/a', ...changes }], workspace_members: [] })
const npm = (changes) => ({ packages: { '': {}, 'node_modules/a': { version: '1.0.0', integrity: 'sha512-', license: 'MIT', ...changes } } })

test('licence expressions', () => {
  for (const expression of ['MIT', 'MIT/GPL-3.0', 'GPL-3.0 OR MIT', 'MIT AND ISC', '(GPL-3.0 OR MIT) AND ISC', 'Apache-2.0 WITH LLVM-exception', 'GPL-3.0 AND ISC OR MIT']) {
    assert.ok(isAllowed(expression, allowed), expression)
  }
  for (const expression of ['GPL-3.0', 'MIT AND GPL-3.0', '(MIT OR ISC) AND GPL-3.0', 'MIT WITH other-exception', 'MIT GPL-3.0', '', 'MIT AND']) {
    assert.ok(!isAllowed(expression, allowed), expression)
  }
})

test('each allowed licence has a reason', () => {
  assert.deepEqual(readAllowed('allow = [\n  "MIT", # permissive\n]\n'), new Set(['MIT']))
  assert.throws(() => readAllowed('allow = [\n  "MIT",\n]\n'), /MIT/)
})

test('crates of other sources or licences are refused', () => {
  assert.deepEqual(checkCrates(crate({}), allowed), [])
  assert.match(checkCrates(crate({ source: 'git+https://github.com/a/a' }), allowed)[0], /not from crates.io/)
  assert.match(checkCrates(crate({ source: null }), allowed)[0], /comes from \/a/)
  assert.match(checkCrates(crate({ license: 'GPL-3.0' }), allowed)[0], /GPL-3.0/)
  assert.match(checkCrates(crate({ license: null }), allowed)[0], /no licence/)
})

test('npm packages of other sources or licences are refused', () => {
  assert.deepEqual(checkPackages(npm({}), allowed), [])
  assert.match(checkPackages(npm({ license: undefined }), allowed)[0], /no licence/)
  assert.match(checkPackages(npm({ resolved: 'git+ssh://git@github.com/a/a.git' }), allowed)[0], /not from npm/)
  assert.match(checkPackages(npm({ integrity: undefined }), allowed)[0], /not from npm/)
})

test('withdrawn versions', () => {
  assert.deepEqual(yankedVersions('\x03etag\0' + '1.0.0\0{"vers":"1.0.0","yanked":false}\0' + '1.0.1\0{"vers":"1.0.1","yanked":true}\0'), ['1.0.1'])
  assert.deepEqual(['a', 'ar', 'url', 'Serde'].map(indexPath), ['1/a', '2/ar', '3/u/url', 'se/rd/serde'])
})
