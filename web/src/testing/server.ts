import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { retailers } from './fixtures'

/** The server of the tests. What every page asks for is here; a test adds its own, and anything else is an error. */
export const server = setupServer(
  http.get('*/api/retailers', () => HttpResponse.json({ retailers })),
  http.get('*/api/categories', () => HttpResponse.json({ categories: [] })),
)
