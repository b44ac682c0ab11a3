// Run by `scripts/bench-build`: measures the compatibility check of a full build, from the call to the last byte of the
// response. Decompression and parsing are not measured: the promise is about the server's time.
import { Agent, request } from 'node:http'
import { gunzipSync } from 'node:zlib'

const url = process.argv[2]
const limit = 5
const rounds = 2_000
const severalPerBuild = ['RAM', 'STORAGE', 'CASE_FAN']
const categories = ['CPU', 'MOTHERBOARD', 'RAM', 'GPU', 'STORAGE', 'PSU', 'CASE', 'CPU_COOLER', 'CASE_FAN']

const components = {}
for (const category of categories) {
  const answer = await (await fetch(`${url}/api/products/list?category=${category}&limit=2`)).json()
  if (answer.products.length < 2) throw new Error(`there is no ${category}`)
  components[category] = answer.products
    .slice(0, severalPerBuild.includes(category) ? 2 : 1)
    .map(({ id }) => ({ productId: id, quantity: 1 }))
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 })
const body = JSON.stringify({ components })
const headers = {
  'Content-Type': 'application/json',
  'Content-Length': Buffer.byteLength(body),
  'Accept-Encoding': 'gzip',
}

function checkBuild() {
  return new Promise((resolve, reject) => {
    const call = request(`${url}/api/compatibility`, { method: 'POST', agent, headers }, (answer) => {
      const chunks = []
      answer.on('data', (chunk) => chunks.push(chunk))
      answer.on('end', () =>
        resolve({
          status: answer.statusCode,
          packed: answer.headers['content-encoding'] === 'gzip',
          bytes: Buffer.concat(chunks),
        }),
      )
      answer.on('error', reject)
    })
    call.on('error', reject)
    call.end(body)
  })
}

const times = []
let verdict
for (let round = 0; round < rounds; round++) {
  const began = performance.now()
  const { status, packed, bytes } = await checkBuild()
  times.push(performance.now() - began)
  verdict = JSON.parse(packed ? gunzipSync(bytes) : bytes)
  if (status !== 200 || verdict.notFound.length > 0 || verdict.refused.length > 0)
    throw new Error(JSON.stringify(verdict))
}
agent.destroy()
const checkedRules = verdict.passed.length + verdict.issues.length + verdict.unchecked.length
console.log(`a build of 12 parts, ${checkedRules} rules judged, ${rounds} times one after the other`)
times.sort((a, b) => a - b)
const percentile = (share) => times[Math.floor((times.length - 1) * share)].toFixed(2)
const isWithinLimit = Number(percentile(0.99)) <= limit
console.log(
  `${isWithinLimit ? 'ok    ' : 'MISSED'} POST /api/compatibility  p50 ${percentile(0.5)}  p95 ${percentile(0.95)}  p99 ${percentile(0.99)} ms (p99 at most ${limit} ms)`,
)
process.exitCode = isWithinLimit ? 0 : 1
