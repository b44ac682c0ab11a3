// Run by `scripts/bench-web`: figures of a real Chromium with a slowed processor and network, medians over several
// runs.
import { chromium } from '@playwright/test'

const [url, runs] = [process.argv[2], Number(process.argv[3])]
/** Lighthouse's phone: a quarter of this machine's speed, a round trip of 150 ms, 1.6 Mbit/s. */
const slowness = 4
const network = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
}
const phone = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
  locale: 'en-GB',
}
const limits = { lcp: 2000, cls: 0.02, tbt: 150, filter: 150 }

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-dev-shm-usage',
  ],
})
let missed = 0
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]

function report(what, value, limit, unit = ' ms') {
  const isWithinLimit = value <= limit
  missed += isWithinLimit ? 0 : 1
  const shown = unit === '' ? value.toFixed(4) : Math.round(value)
  console.log(`${isWithinLimit ? 'ok    ' : 'MISSED'} ${what.padEnd(34)} ${shown}${unit} (at most ${limit}${unit})`)
}

async function measureFirstLoad(path) {
  const context = await browser.newContext({ ...phone, serviceWorkers: 'block' })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', network)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowness })
  await page.addInitScript(() => {
    window.metrics = { lcp: 0, cls: 0, fcp: 0, tasks: [] }
    const observe = (type, handle) =>
      new PerformanceObserver((list) => list.getEntries().forEach(handle)).observe({ type, buffered: true })
    observe('largest-contentful-paint', (entry) => (window.metrics.lcp = entry.startTime))
    observe('layout-shift', (entry) => (window.metrics.cls += entry.hadRecentInput ? 0 : entry.value))
    observe('paint', (entry) => entry.name === 'first-contentful-paint' && (window.metrics.fcp = entry.startTime))
    observe('longtask', ({ startTime, duration }) => window.metrics.tasks.push({ startTime, duration }))
  })
  await page.goto(url + path, { waitUntil: 'networkidle' })
  await page.waitForTimeout(1500)
  const { lcp, cls, fcp, tasks } = await page.evaluate(() => window.metrics)
  await context.close()
  // Total blocking time as Lighthouse counts it: the time beyond 50 ms of each long task, from the first contentful
  // paint on.
  const tbt = tasks.reduce(
    (sum, { startTime, duration }) => sum + Math.max(0, startTime + duration - Math.max(fcp, startTime) - 50),
    0,
  )
  return { lcp, cls, tbt }
}

/** Returns the time from each click on a filter to the painted products. */
async function measureFilterChanges(path, changes) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-GB' })
  const page = await context.newPage()
  await page.goto(url + path, { waitUntil: 'networkidle' })
  await page.evaluate(() => {
    window.took = []
    document.addEventListener(
      'click',
      ({ target, timeStamp }) => {
        if (!(target instanceof HTMLInputElement) || target.type !== 'checkbox') return
        performance.clearResourceTimings()
        const checkPaint = () => {
          const answered = performance
            .getEntriesByType('resource')
            .some(({ name, responseEnd }) => name.includes('/api/products/list') && responseEnd > 0)
          const waiting = document.querySelector('main ul[aria-busy="true"]')
          if (!answered || waiting) return requestAnimationFrame(checkPaint)
          // A message posted in the frame's callbacks arrives after the frame has been painted.
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => window.took.push(performance.now() - timeStamp)
          return requestAnimationFrame(() => port2.postMessage(0))
        }
        requestAnimationFrame(checkPaint)
      },
      true,
    )
  })
  for (let change = 1; change <= changes; change += 1) {
    await page.locator('aside input[type=checkbox]').nth(change).click()
    await page.waitForFunction((count) => window.took.length >= count, change, { timeout: 5000 }).catch(() => undefined)
    await page.waitForTimeout(400)
  }
  const took = await page.evaluate(() => window.took)
  await context.close()
  return took
}

const listed = await (await fetch(`${url}/api/products/list?category=GPU&inStock=true&limit=1`)).json()
for (const path of ['/', '/gpu', `/product/${listed.products[0].id}`]) {
  const all = []
  for (let run = 0; run < runs; run += 1) all.push(await measureFirstLoad(path))
  const name = path.slice(0, 12)
  report(`${name} largest paint`, median(all.map(({ lcp }) => lcp)), limits.lcp)
  report(`${name} layout shift`, Math.max(...all.map(({ cls }) => cls)), limits.cls, '')
  report(`${name} blocked`, median(all.map(({ tbt }) => tbt)), limits.tbt)
}
// With imported reference facts (`ingest import-specs`) these listings hold tens of thousands of products.
for (const path of ['/gpu', '/storage?inStock=false', '/products?inStock=false']) {
  const took = await measureFilterChanges(path, 9)
  report(`${path} filter, median`, median(took), limits.filter)
  console.log(`       each: ${took.map(Math.round).join(' ')}`)
}
await browser.close()
process.exit(missed > 0 ? 1 : 0)
