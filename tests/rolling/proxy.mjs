// A small proxy for machines without Caddy and nginx: listens on port argv[2], asks the ports that follow in turn. A
// process that is not ready gets no request; one that cannot be connected to is passed over.
import http from 'node:http'

const [port, ...upstreams] = process.argv.slice(2).map(Number)
const ready = new Map(upstreams.map((upstream) => [upstream, true]))
const agent = new http.Agent({ keepAlive: true })
let turn = 0

async function checkHealth(upstream) {
  try {
    const answer = await fetch(`http://127.0.0.1:${upstream}/api/health/ready`, { signal: AbortSignal.timeout(1000) })
    ready.set(upstream, answer.ok)
  } catch {
    ready.set(upstream, false)
  }
}
setInterval(() => upstreams.map(checkHealth), 500)

function candidates() {
  turn += 1
  const turned = upstreams.map((_, index) => upstreams[(turn + index) % upstreams.length])
  return [...turned.filter((upstream) => ready.get(upstream)), ...turned.filter((upstream) => !ready.get(upstream))]
}

// Asks one process after the other until one could be connected to; what was sent is not sent twice.
function forward(request, body, response, [upstream, ...others]) {
  const { method, url, headers } = request
  const asked = http.request({ host: '127.0.0.1', port: upstream, method, path: url, headers, agent }, (answer) => {
    response.writeHead(answer.statusCode, answer.headers)
    answer.pipe(response)
  })
  asked.on('error', (error) => {
    if (error.code === 'ECONNREFUSED' && others.length > 0) return forward(request, body, response, others)
    if (response.headersSent) return response.destroy()
    response.writeHead(502).end(`${upstream}: ${error.message}`)
  })
  asked.end(body)
}

http
  .createServer((request, response) => {
    const chunks = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => forward(request, Buffer.concat(chunks), response, candidates()))
  })
  .listen(port, '127.0.0.1')
