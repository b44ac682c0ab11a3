import { expect, test } from '@playwright/test'
import { ask, changeOffer, killProcess, databaseProcess, ingest, recordedProcess, system } from './system.ts'

// The system under change and failure while shoppers use it: prices change, processes die.

type Offer = { id: string; price: number; retailerSlug: string; url: string; inStock: boolean }
type Detail = { product: { id: string; name: string; price: number }; retailers: Offer[] }
type Found = { products: { id: string; price: number }[]; total: number }

/** Returns a product that bandar-pc sells, its offer there, and the retailer's own id of it. */
async function findInStockAtBandar(): Promise<{ detail: Detail; offer: Offer; externalId: string }> {
  const { products } = await ask<Found>('/api/products/list?retailer=bandar-pc&inStock=true&limit=5')
  for (const { id } of products) {
    const detail = await ask<Detail>(`/api/products?id=${id}`)
    const offer = detail.retailers.find((one) => one.retailerSlug === 'bandar-pc' && one.inStock)
    if (!offer) continue
    const page = await (await fetch(offer.url)).text()
    const externalId = /data-sku="([^"]+)"/.exec(page)?.[1]
    if (externalId) return { detail, offer, externalId }
  }
  throw new Error('bandar-pc sells nothing')
}

test('a changed price is searchable within two seconds of the crawl', async () => {
  const { detail, offer, externalId } = await findInStockAtBandar()
  // Lower than at any other retailer, so that it becomes the card's price; not so low that price screening holds it
  // back.
  const price = Math.round(Math.min(...detail.retailers.map((one) => one.price)) * 970) / 1000
  expect(price).not.toBe(offer.price)
  await changeOffer('bandar-pc', externalId, { price: price.toFixed(3) })
  await ingest('run', '--retailer', 'bandar-pc')

  const stored = Date.now()
  await expect
    .poll(
      async () => {
        const { products } = await ask<Found>(
          `/api/search?q=${encodeURIComponent(detail.product.name)}&retailer=bandar-pc`,
        )
        return products.find(({ id }) => id === detail.product.id)?.price
      },
      { intervals: [50], timeout: 2_000 },
    )
    .toBe(price)
  test.info().annotations.push({ type: 'found after', description: `${Date.now() - stored} ms` })
})

test('a repeated crawl stores nothing twice', async () => {
  const before = await ask<Found>('/api/products/list?limit=1&inStock=false')
  await ingest('run', '--retailer', 'dhow-digital')
  await ingest('run', '--retailer', 'dhow-digital')
  const after = await ask<Found>('/api/products/list?limit=1&inStock=false')
  expect(after.total).toBe(before.total)
})

for (const name of ['api', 'work', 'schedule', 'demo']) {
  test(`${name} restarts after a kill and nothing is lost`, async () => {
    const before = await ask<Found>('/api/products/list?limit=1')
    const pid = killProcess(name)
    await expect.poll(() => recordedProcess(name), { timeout: 10_000 }).not.toBe(pid)
    await expect
      .poll(
        () =>
          fetch(`${system.url}/api/health`).then(
            (answer) => answer.status,
            () => 0,
          ),
        { timeout: 20_000 },
      )
      .toBe(200)
    expect((await ask<Found>('/api/products/list?limit=1')).total).toBe(before.total)
  })
}

test('the database restarts after a kill and nothing is lost', async () => {
  const before = await ask<Found>('/api/products/list?limit=1')
  const detailBefore = (await findInStockAtBandar()).detail
  process.kill(databaseProcess(), 'SIGKILL')
  await expect
    .poll(
      () =>
        ask<Detail>(`/api/products?id=${detailBefore.product.id}`).then(
          (detail) => detail.retailers.length,
          () => 0,
        ),
      { timeout: 30_000 },
    )
    .toBe(detailBefore.retailers.length)
  expect((await ask<Found>('/api/products/list?limit=1')).total).toBe(before.total)
})
