import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { retailers, reviewList } from './fixtures'

/**
 * The mock server of the tests, with the responses that every page requests; a test adds its own, and any other request
 * is an error.
 */
export const server = setupServer(
  http.head('*/robots.txt', () => new HttpResponse(null)),
  http.get('*/api/admin/open-work', () =>
    HttpResponse.json({ matches: 0, manufacturers: 0, heldPrices: 0, parkedJobs: 0, failedCrawls: 0 }),
  ),
  http.post('*/api/admin/match-claims', () => HttpResponse.json({ otherReviewers: [] })),
  http.get('*/api/retailers', () => HttpResponse.json({ retailers })),
  http.get('*/api/auth/me', () => HttpResponse.json({ user: null })),
  http.get('*/api/user/second-factor', () =>
    HttpResponse.json({ app: false, enabled: false, passkeyDomain: null, passkeys: [], recoveryCodesLeft: 0 }),
  ),
  http.get('*/api/user/price-alerts', () => HttpResponse.json({ alerts: [] })),
  http.get('*/api/user/channels', () => HttpResponse.json({ channels: [], pushKey: 'key', max: 10 })),
  http.get('*/api/user/build-suggestions', () => HttpResponse.json({ suggestions: [] })),
  http.get('*/api/user/notifications', () => HttpResponse.json({ notifications: [], unread: 0 })),
  http.get('*/api/products/:id/reviews', () => HttpResponse.json(reviewList())),
  http.post('*/api/products/:id/views', () => new HttpResponse(null, { status: 204 })),
  http.post('*/api/search/clicks', () => new HttpResponse(null, { status: 204 })),
  http.post('*/api/click-outs', () => new HttpResponse(null, { status: 204 })),
  http.post('*/api/compatibility/candidates', () => HttpResponse.json({ candidates: [] })),
  http.post('*/api/compatibility', () => HttpResponse.json({ error: 'down', code: 'DOWN' }, { status: 503 })),
  http.post('*/api/budget-builds', () =>
    HttpResponse.json({
      currency: 'KWD',
      budget: 500,
      use: 'office',
      builds: [],
      nextStep: null,
      unspent: null,
      soundness: null,
      least: null,
      noBuild: { text: 'Nothing', textAr: 'Nothing' },
      products: [],
      retailers: [],
    }),
  ),
  http.get('*/api/categories', () => HttpResponse.json({ categories: [] })),
  http.get('*/api/landing-pages', () => HttpResponse.json({ landingPages: [] })),
)
