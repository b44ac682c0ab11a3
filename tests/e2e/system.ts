import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { resolve } from 'node:path'
import { promisify } from 'node:util'

const root = resolve(import.meta.dirname, '../..')
const data = process.env.E2E_DATA ?? resolve(root, 'target/checks/system')

// Every worker reads the configuration again and inherits our environment: ports are chosen only once.
const port = await chosenPort('E2E_PORT')
const metricsPort = await chosenPort('E2E_METRICS_PORT')
const demoPort = await chosenPort('E2E_DEMO_PORT')
const telegramPort = await chosenPort('E2E_TELEGRAM_PORT')
const telegram = `http://127.0.0.1:${telegramPort}`

/** The system under test: its location and the environment that starts it. */
export const system = {
  root,
  url: `http://127.0.0.1:${port}`,
  demo: `http://127.0.0.1:${demoPort}`,
  telegram,
  telegramPort,
  environment: {
    PORT: port,
    METRICS_PORT: metricsPort,
    DEMO_PORT: demoPort,
    PROFILE: 'debug',
    BUILT: '1',
    TAJMEEA_DATA__DIRECTORY: data,
    DATABASE_URL: '',
    TAJMEEA_TELEGRAM__BOT_TOKEN: '1:browser-tests',
    TAJMEEA_TELEGRAM__API_ADDRESS: telegram,
    // Programs that are not optimised serve several browsers at once: the limits on load are not meant for them.
    ...Object.fromEntries(
      ['SEARCH', 'BUDGET', 'COMPATIBILITY', 'PAGES', 'PASSWORDS', 'ADMIN', 'WRITES'].map((name) => [
        `TAJMEEA_LOAD__${name}__AT_ONCE`,
        '1000',
      ]),
    ),
    // The same holds for the solver's patience with a busy machine, and for its seconds: all browsers share an address.
    TAJMEEA_BUDGET_BUILDS__FIRST_BUILD_MILLISECONDS: '9000',
    TAJMEEA_BUDGET_BUILDS__MAX_MILLISECONDS: '2500',
    TAJMEEA_LIMITS__SOLVER_SECONDS__BURST: '1000000',
    // Channels of alerts lead to servers of the tests.
    TAJMEEA_CHANNELS__ALLOW_PRIVATE_ADDRESSES: 'true',
  },
}

async function chosenPort(name: string): Promise<string> {
  return (process.env[name] ??= String(await freePort()))
}

function freePort(): Promise<number> {
  return new Promise((done, failed) => {
    const server = createServer()
    server.on('error', failed)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => (typeof address === 'object' && address ? done(address.port) : failed(new Error('no port'))))
    })
  })
}

/** Runs `ingest` with the given arguments against the system's database; returns its output. */
export async function ingest(...args: string[]): Promise<string> {
  return ingestWith('', ...args)
}

/** Creates an administrator's account with the operator's command; returns its email and password. */
export async function makeAccount(email: string, name?: string): Promise<{ email: string; password: string }> {
  const password = 'a fine pass for tests'
  const named = name === undefined ? [] : ['--name', name]
  await ingestWith(`${password}\n`, 'user', 'create-admin', '--email', email, ...named, '--password-stdin')
  return { email, password }
}

/** Runs `ingest` with text on its standard input. */
async function ingestWith(input: string, ...args: string[]): Promise<string> {
  const programs = resolve(process.env.CARGO_TARGET_DIR ?? resolve(root, 'target'), 'debug')
  const { stdout: url } = await run(resolve(root, 'scripts/postgres'), ['--in', resolve(data, 'postgres'), 'url'], {})
  const { stdout } = await run(
    resolve(programs, 'ingest'),
    args,
    { DATABASE_URL: url.trim(), TAJMEEA_INGEST__RETAILERS_DIRECTORY: resolve(data, 'retailers') },
    input,
  )
  return stdout
}

function run(file: string, args: string[], environment: Record<string, string>, input = '') {
  const running = promisify(execFile)(file, args, {
    cwd: root,
    env: { ...process.env, ...environment },
    timeout: 120_000,
  })
  // A process that reads no input may end before this write; its exit code reports how it ended.
  running.child.stdin?.on('error', () => {}).end(input)
  return running
}

/** Returns the path of a file in the running system's data folder. */
export const dataFile = (name: string): string => resolve(data, name)

/** Kills process `name` of the running session at once, as a crash would; returns its process id. */
export function killProcess(name: string): number {
  const pid = recordedProcess(name)
  process.kill(pid, 'SIGKILL')
  return pid
}

/** Returns the process id of process `name` of the running session. */
export function recordedProcess(name: string): number {
  return Number(readFileSync(resolve(data, 'session', name), 'utf8').split(' ')[0])
}

/** Sends a GET request to the api; fails on any answer but 200. */
export async function ask<Answer>(path: string): Promise<Answer> {
  const answer = await fetch(system.url + path)
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Answer
}

/** Changes an offer in a demo retailer's shop. */
export async function changeOffer(
  retailer: string,
  id: string,
  change: { price?: string; stock?: string },
): Promise<void> {
  const answer = await fetch(`${system.demo}/shops/${retailer}/offers/${id}`, {
    method: 'POST',
    body: JSON.stringify(change),
  })
  if (!answer.ok) throw new Error(`the demo retailer answered ${answer.status}: ${await answer.text()}`)
}

/** Returns the process id of the private database's server. */
export function databaseProcess(): number {
  return Number(readFileSync(resolve(data, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0])
}
