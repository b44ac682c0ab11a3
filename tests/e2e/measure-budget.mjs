// Run by `scripts/bench-budget`: measures the time of responses with three builds over HTTP. Every request has another
// budget or use, so that no response is cached.
import { Agent, request } from 'node:http'
import { gunzipSync } from 'node:zlib'

const url = process.argv[2]
const limits = { p50: 20, p99: 60 }
const uses = ['gaming-1080p', 'gaming-1440p', 'gaming-4k', 'rendering', 'office']
const allowUnknown = process.argv[3] !== 'strict'

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

function requestBuilds(buildRequest) {
  const body = JSON.stringify(buildRequest)
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    'Accept-Encoding': 'gzip',
  }
  return new Promise((resolve, reject) => {
    const call = request(`${url}/api/budget-builds`, { method: 'POST', agent, headers }, (answer) => {
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
let [withBuilds, tooLittle, refused, provedOptimal] = [0, 0, 0, 0]
for (let budget = 200; budget <= 2500; budget += 25) {
  for (const use of uses) {
    const began = performance.now()
    let { status, packed, bytes } = await requestBuilds({ budget: budget + 0.25, use, allowUnknown })
    // The api limits the solver's seconds of one address, which a benchmark may exceed: wait and try again.
    while (status === 429) {
      await new Promise((wake) => setTimeout(wake, 1000))
      const again = performance.now()
      ;({ status, packed, bytes } = await requestBuilds({ budget: budget + 0.25, use, allowUnknown }))
      if (status !== 429) times.push(performance.now() - again)
    }
    if (times.length < withBuilds + tooLittle + refused + 1) times.push(performance.now() - began)
    const body = JSON.parse(packed ? gunzipSync(bytes) : bytes)
    if (status === 200 && body.builds.length > 0) {
      withBuilds++
      provedOptimal += body.builds.every((build) => build.optimal) ? 1 : 0
    } else if (status === 200) {
      tooLittle++
      provedOptimal += body.least.optimal ? 1 : 0
    } else if (status === 422) refused++
    else throw new Error(`${status}: ${JSON.stringify(body)}`)
  }
}
agent.destroy()
console.log(
  `${times.length} budgets: ${withBuilds} with builds, ${tooLittle} with too little money, ${refused} refused; ${provedOptimal} of ${withBuilds + tooLittle} proved`,
)
times.sort((a, b) => a - b)
const percentile = (share) => times[Math.floor((times.length - 1) * share)]
const isWithinLimits = percentile(0.5) <= limits.p50 && percentile(0.99) <= limits.p99
console.log(
  `${isWithinLimits ? 'ok    ' : 'MISSED'} POST /api/budget-builds  p50 ${percentile(0.5).toFixed(1)}  p95 ${percentile(0.95).toFixed(1)}  p99 ${percentile(0.99).toFixed(1)} ms (at most ${limits.p50} and ${limits.p99} ms)`,
)
process.exitCode = isWithinLimits ? 0 : 1
