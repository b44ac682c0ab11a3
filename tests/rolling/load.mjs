// Sends requests of all kinds to argv[2] without a pause until SIGTERM; fails when one of them did, or when a write is
// lost. Prints what failed, and a summary as its last line.
import http from 'node:http'

const base = process.argv[2]
const agent = new http.Agent({ keepAlive: true, maxSockets: 64 })
const latencies = []
const failures = []
let cookie = ''
let running = true
process.on('SIGTERM', () => (running = false))

function send(method, path, body) {
  const headers = { origin: base, cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) }
  return new Promise((resolve, reject) => {
    const request = http.request(base + path, { method, agent, headers, timeout: 20_000 }, (response) => {
      const chunks = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, text: Buffer.concat(chunks).toString() }))
      response.on('error', reject)
    })
    request.on('timeout', () => request.destroy(new Error('no answer within 20 s')))
    request.on('error', reject)
    request.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

// Sends one request and notes how long it took, or how it failed.
async function call(method, path, body, expected = 200) {
  const began = performance.now()
  try {
    const answer = await send(method, path, body)
    latencies.push(performance.now() - began)
    if (answer.status === expected) return answer
    failures.push(`${method} ${path} answered ${answer.status}: ${answer.text.slice(0, 200)}`)
  } catch (error) {
    failures.push(`${method} ${path}: ${error.code ?? ''} ${error.message}`)
  }
  return undefined
}

async function signIn() {
  const answer = await call('POST', '/api/auth/login', { email: 'rolling@example.com', password: 'a long password of this test' })
  if (!answer) throw new Error(failures[0])
  cookie = (answer.headers['set-cookie'] ?? []).map((value) => value.split(';')[0]).join('; ')
}

async function repeat(work) {
  while (running) await work()
}

await signIn()
const products = JSON.parse((await call('GET', '/api/search?q=ryzen')).text).products.map(({ id }) => id)
if (products.length === 0) throw new Error('no product was found')
const pick = () => products[Math.floor(Math.random() * products.length)]

let written = 0
async function writeAndRead() {
  const username = `name ${(written += 1)}`
  if (!(await call('PUT', '/api/user/settings', { username }))) return
  const answer = await call('GET', '/api/user/settings')
  if (answer && JSON.parse(answer.text).username !== username) failures.push(`the write of "${username}" is lost: ${answer.text.slice(0, 200)}`)
}

await Promise.all([
  ...Array.from({ length: 4 }, () => repeat(() => call('GET', '/api/search?q=ryzen&inStock=true'))),
  ...Array.from({ length: 2 }, () => repeat(() => call('GET', `/api/products/${pick()}/price-history`))),
  // A proxy must not send a POST twice: one that a closing process drops has failed.
  ...Array.from({ length: 6 }, () => repeat(() => call('POST', '/api/compatibility', { components: { CPU: pick() } }))),
  repeat(() => call('GET', '/api/auth/me')),
  repeat(writeAndRead),
])
agent.destroy()

latencies.sort((one, other) => one - other)
const at = (part) => `${(latencies[Math.floor((latencies.length - 1) * part)] ?? 0).toFixed(0)} ms`
for (const failure of failures.slice(0, 15)) console.log(failure)
console.log(`${latencies.length} requests, ${failures.length} failed, ${written} writes read back; p50 ${at(0.5)}, p99 ${at(0.99)}, slowest ${at(1)}`)
process.exitCode = failures.length > 0 || latencies.length < 100 ? 1 : 0
