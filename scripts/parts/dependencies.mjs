// Checks what the programs and the pages are made of: node dependencies.mjs ROOT < cargo-metadata.json
//
// Fails on a licence that deny.toml does not allow, on a package that comes from elsewhere than crates.io or npm, on a
// version that crates.io has withdrawn ("yanked"), and on an advisory of npm of severity high or critical. Says what it
// could not look at.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const CRATES_IO = 'registry+https://github.com/rust-lang/crates.io-index'
const NPM = 'https://registry.npmjs.org/'
const LOCK_FILES = ['web', 'web/tools/openapi', 'tests/e2e']

/** The licences of deny.toml, each with its reason. */
export function readAllowed(text) {
  const list = /^allow = \[\n([\s\S]*?)^\]/m.exec(text)?.[1]
  if (list === undefined) throw new Error('deny.toml has no list licenses.allow')
  return new Set(
    list.trimEnd().split('\n').map((line) => {
      const [, licence, reason] = /^ *"([^"]+)", # (.+)$/.exec(line) ?? []
      if (reason === undefined) throw new Error(`deny.toml: "${line.trim()}" is not a licence with its reason`)
      return licence
    }),
  )
}

/** Whether an SPDX expression can be met with allowed licences alone. A slash is an old way to write OR. */
export function isAllowed(expression, allowed) {
  const tokens = expression.replaceAll('/', ' OR ').match(/[()]|[^\s()]+/g) ?? []
  let at = 0
  const readAny = () => {
    let met = readAll()
    while (tokens[at] === 'OR') {
      at += 1
      met = readAll() || met
    }
    return met
  }
  const readAll = () => {
    let met = readOne()
    while (tokens[at] === 'AND') {
      at += 1
      met = readOne() && met
    }
    return met
  }
  const readOne = () => {
    if (tokens[at] === '(') {
      at += 1
      const met = readAny()
      at += 1
      return met
    }
    let name = tokens[at++]
    if (tokens[at] === 'WITH') {
      name += ` WITH ${tokens[at + 1]}`
      at += 2
    }
    return allowed.has(name)
  }
  const met = readAny()
  // What is left over was not understood.
  return met && at === tokens.length
}

/** Complaints about crates, from the output of `cargo metadata`. */
export function checkCrates(metadata, allowed) {
  const members = new Set(metadata.workspace_members)
  return metadata.packages
    .filter((crate) => !members.has(crate.id))
    .flatMap((crate) => [
      ...(crate.source === CRATES_IO ? [] : [`${crate.name} ${crate.version} comes from ${crate.source ?? crate.manifest_path}, not from crates.io`]),
      ...complainAboutLicence(`${crate.name} ${crate.version}`, crate.license, allowed),
    ])
}

/** Complaints about the packages of one package-lock.json. */
export function checkPackages(lock, allowed) {
  return Object.entries(lock.packages)
    .filter(([path]) => path !== '')
    .flatMap(([path, entry]) => {
      const name = `${path} ${entry.version}`
      // npm may leave the address out: then the package is the registry's, held to its checksum.
      const foreign = entry.link || !entry.integrity || (entry.resolved && !entry.resolved.startsWith(NPM))
      return [
        ...(foreign ? [`${name} comes from ${entry.resolved ?? 'an unnamed place'}, not from npm with a checksum`] : []),
        ...complainAboutLicence(name, entry.license, allowed),
      ]
    })
}

function complainAboutLicence(name, licence, allowed) {
  if (!licence) return [`${name} states no licence`]
  return isAllowed(licence, allowed) ? [] : [`${name} has the licence ${licence}, which deny.toml does not allow`]
}

/** The versions that a file of cargo's own copy of the index calls withdrawn. */
export function yankedVersions(cached) {
  return cached.split('\0').flatMap((part) => {
    if (!part.startsWith('{')) return []
    const { vers, yanked } = JSON.parse(part)
    return yanked ? [vers] : []
  })
}

/** Where the index keeps a crate: se/rd/serde, 3/u/url, 2/ar, 1/a. */
export function indexPath(crate) {
  const name = crate.toLowerCase()
  if (name.length <= 2) return `${name.length}/${name}`
  return name.length === 3 ? `3/${name[0]}/${name}` : `${name.slice(0, 2)}/${name.slice(2, 4)}/${name}`
}

/** Withdrawn crates by what cargo last read of the index of crates.io; asks the network for nothing. */
function checkYanked(crates) {
  const home = process.env.CARGO_HOME ?? join(homedir(), '.cargo')
  // The name of the folder ends with a hash of the registry's address.
  const cache = execFileSync('find', [join(home, 'registry/index'), '-maxdepth', '2', '-path', '*/index.crates.io-*/.cache'], { encoding: 'utf8' }).split('\n')[0]
  const complaints = []
  let read = 0
  let oldest = Date.now()
  for (const { name, version } of crates) {
    const file = cache && join(cache, indexPath(name))
    if (!file || !existsSync(file)) continue
    read += 1
    oldest = Math.min(oldest, statSync(file).mtimeMs)
    if (yankedVersions(readFileSync(file, 'utf8')).includes(version)) complaints.push(`${name} ${version} was withdrawn from crates.io`)
  }
  const since = read > 0 ? `, as cargo read the index since ${new Date(oldest).toISOString().slice(0, 10)}` : ''
  console.log(`withdrawn versions: looked up ${read} of ${crates.length} crates${since}`)
  return complaints
}

/** Asks npm for advisories; says so where npm does not answer. */
function checkAdvisories(folder) {
  let output
  try {
    output = execFileSync('npm', ['audit', '--json', '--package-lock-only', '--fetch-retries=0', '--fetch-timeout=10000'], { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  } catch (error) {
    output = error.stdout // npm exits with 1 for findings, too
  }
  const report = parseReport(output)
  if (!report.vulnerabilities) {
    console.log(`skipped: npm's advisories for ${folder} (${report.message ?? 'the registry does not answer'})`)
    return []
  }
  const found = Object.values(report.vulnerabilities)
  for (const { name, severity } of found) console.log(`advisory: ${name} in ${folder}, ${severity}`)
  return found
    .filter(({ severity }) => severity === 'high' || severity === 'critical')
    .map(({ name, severity }) => `${name} in ${folder} has an advisory of severity ${severity}: npm audit --prefix ${folder}`)
}

function parseReport(output) {
  try {
    return JSON.parse(output)
  } catch {
    return {}
  }
}

function noteDuplicates(crates) {
  const versions = groupByName(crates)
  const several = [...versions].filter(([, list]) => list.length > 1)
  console.log(`note: ${several.length} crates in several versions: ${several.map(([name, list]) => `${name} ${list.map(({ version }) => version).join(', ')}`).join('; ')}`)
}

function groupByName(crates) {
  const groups = new Map()
  for (const crate of crates) groups.set(crate.name, [...(groups.get(crate.name) ?? []), crate])
  return groups
}

function main(root) {
  process.chdir(root)
  const allowed = readAllowed(readFileSync('deny.toml', 'utf8'))
  const metadata = JSON.parse(readFileSync(0, 'utf8'))
  const crates = metadata.packages.filter(({ source }) => source === CRATES_IO)
  const locks = LOCK_FILES.map((folder) => JSON.parse(readFileSync(`${folder}/package-lock.json`, 'utf8')))
  const complaints = [
    ...checkCrates(metadata, allowed),
    ...locks.flatMap((lock) => checkPackages(lock, allowed)),
    ...checkYanked(crates),
    ...LOCK_FILES.flatMap(checkAdvisories),
  ]
  noteDuplicates(crates)
  console.log('skipped: the advisories of RustSec, which are on github.com (cargo deny check)')
  const packages = locks.reduce((sum, lock) => sum + Object.keys(lock.packages).length - 1, 0)
  console.log(`${crates.length} crates and ${packages} npm packages, ${complaints.length} complaints`)
  for (const complaint of complaints) console.log(`error: ${complaint}`)
  process.exitCode = complaints.length > 0 ? 1 : 0
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) main(process.argv[2])
