// Runs `cargo build` with the given arguments, and says on standard error which of how many crates is built and about how
// long the rest takes. Cargo's own bar counts crates but says no time, and is not shown in a log.

import { spawn, spawnSync } from 'node:child_process'
import { createInterface } from 'node:readline'

/** Time between two lines of progress where standard error is no terminal, in ms. */
const LINE_EVERY = 20_000
/** A crate of this workspace takes as long as so many others. */
const OWN_CRATE_WEIGHT = 25

const cargoArguments = process.argv.slice(2)
const features = cargoArguments.includes('--no-default-features') ? ['--no-default-features'] : []

/** Returns the ids of all packages that the programs need, each with its share of the work. */
function listPackages() {
  const metadata = spawnSync('cargo', ['metadata', '--format-version=1', '--locked', ...features, '--filter-platform', host()], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  if (metadata.status !== 0) return new Map() // cargo build says what is wrong
  const { resolve, workspace_members: members } = JSON.parse(metadata.stdout)
  const nodes = new Map(resolve.nodes.map((node) => [node.id, node]))
  const isOwn = (id) => members.includes(id)
  const isBench = (id) => /[/#]bench[#@]/.test(id)
  const weights = new Map()
  const open = members.filter((id) => !isBench(id))
  while (open.length > 0) {
    const id = open.pop()
    if (weights.has(id)) continue
    weights.set(id, isOwn(id) ? OWN_CRATE_WEIGHT : 1)
    for (const { pkg, dep_kinds: kinds } of nodes.get(id).deps)
      if (kinds.some(({ kind }) => kind !== 'dev')) open.push(pkg)
  }
  return weights
}

function host() {
  const version = spawnSync('rustc', ['-vV'], { encoding: 'utf8' }).stdout ?? ''
  return /^host: (.*)$/m.exec(version)?.[1] ?? ''
}

const weights = listPackages()
const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0)
const built = new Set()
let [began, fresh, done, lastLine] = [Date.now(), 0, 0, 0]

function show(name) {
  const now = Date.now()
  // Crates that were built before tell nothing about the speed.
  const [worked, left] = [done - fresh, total - done]
  if (worked <= 0 || left <= 0) return
  const elapsed = now - began
  const minutes = elapsed > 10_000 ? Math.ceil(((elapsed / worked) * left) / 60_000) : undefined
  const text = `crate ${built.size} of ${weights.size}: ${name}${minutes === undefined ? '' : `, about ${minutes} min left`}`
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`)
  else if (now - lastLine >= LINE_EVERY) process.stderr.write(`${text}\n`)
  else return
  lastLine = now
}

const cargo = spawn('cargo', ['build', '--quiet', '--message-format=json-render-diagnostics', ...cargoArguments], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
createInterface({ input: cargo.stdout }).on('line', (line) => {
  const message = JSON.parse(line)
  if (message.reason !== 'compiler-artifact' || message.target.kind.includes('custom-build')) return
  if (built.has(message.package_id) || !weights.has(message.package_id)) return
  built.add(message.package_id)
  done += weights.get(message.package_id)
  if (message.fresh) fresh += weights.get(message.package_id)
  else show(message.target.name)
})
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => cargo.kill(signal))
cargo.on('close', (code, signal) => {
  if (process.stderr.isTTY && lastLine > 0) process.stderr.write('\r\x1b[K')
  process.exitCode = signal ? 1 : code
})
