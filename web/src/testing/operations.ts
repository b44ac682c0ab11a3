import type { components } from '~/api/schema'

type Schemas = components['schemas']
/** The schema leaves the payload open. */
type Job = Omit<Schemas['ListedJob'], 'payload'> & { payload: { retailer?: string } }

/** Returns a price that was held back, with the given changes. */
export function heldPrice(change: Partial<Schemas['HeldOffer']> = {}): Schemas['HeldOffer'] {
  return {
    id: 'h1',
    name: 'Held h1',
    retailer: 'Dhow Digital',
    retailerSlug: 'dhow-digital',
    reason: 'PRICE_FAR_FROM_OWN',
    price: 9.9,
    lastRetailerPrice: null,
    marketPrice: null,
    marketRetailers: null,
    priceClass: null,
    retailerScale: null,
    currency: 'KWD',
    url: 'http://shop.test/1',
    picture: null,
    timesSeen: 2,
    heldAt: '2026-11-21T09:00:00Z',
    ...change,
  }
}

/** Returns a crawl's job that failed at every attempt, with the given changes. */
export function parkedJob(change: Partial<Job> = {}): Job {
  return {
    id: 'j1',
    kind: 'crawl',
    payload: { retailer: 'dhow-digital' },
    state: 'PARKED',
    attempts: 5,
    maxAttempts: 5,
    runAt: '2026-11-21T09:00:00Z',
    createdAt: '2026-11-21T09:00:00Z',
    startedAt: null,
    finishedAt: null,
    lastError: null,
    problem: null,
    counters: {},
    ...change,
  }
}
