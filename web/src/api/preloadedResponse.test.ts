import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { takePreloadedResponse } from './preloadedResponse'

const origin = window.location.origin

function send(call: string, body: unknown) {
  const script = document.createElement('script')
  script.type = 'application/json'
  script.dataset.call = call
  script.textContent = JSON.stringify(body)
  document.head.append(script)
}

// A page that has just loaded: other test files may have run in this one for minutes.
beforeEach(() => void vi.spyOn(performance, 'now').mockReturnValue(500))
afterEach(() => document.querySelectorAll('script[data-call]').forEach((script) => script.remove()))

test('a response sent with the page is used once, in any order of the parameters', async () => {
  send('/api/products/list?category=GPU&page=1', { total: 7 })
  const call = new Request(`${origin}/api/products/list?page=1&category=GPU`)
  expect(await takePreloadedResponse(call)?.json()).toEqual({ total: 7 })
  expect(takePreloadedResponse(call)).toBeUndefined()
})

test('any other request goes to the server', () => {
  send('/api/products/list?category=GPU&page=1', {})
  expect(takePreloadedResponse(new Request(`${origin}/api/products/list?category=GPU&page=2`))).toBeUndefined()
  expect(takePreloadedResponse(new Request(`${origin}/api/search?category=GPU&page=1`))).toBeUndefined()
  expect(
    takePreloadedResponse(new Request(`${origin}/api/products/list?category=GPU&page=1`, { method: 'POST' })),
  ).toBeUndefined()
})
