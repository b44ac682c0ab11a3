import { waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { server } from '~/testing/server'
import type * as connection from './connection'
import type * as loader from './loadCode'

// As in a page that has just been loaded: each test has modules of its own.
let loadCode: typeof loader.loadCode
let useConnection: typeof connection.useConnection
async function openPage() {
  vi.resetModules()
  ;({ loadCode } = await import('./loadCode'))
  ;({ useConnection } = await import('./connection'))
}

const failure = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
const page = (entry: string) => `<script type="module" crossorigin src="/assets/${entry}.js"></script>`
const reload = vi.fn()
let path: string

/** Answers `/` with the page of a release. */
const serveRelease = (entry: string) => server.use(http.get('*/', () => HttpResponse.html(page(entry))))

beforeEach(async () => {
  document.head.innerHTML = page('index-own')
  sessionStorage.clear()
  reload.mockReset()
  await openPage()
  // Each test is on a page of its own, where nothing has been typed.
  path = `/${crypto.randomUUID()}`
  vi.stubGlobal('location', { origin: window.location.origin, href: window.location.href, pathname: path, reload })
  serveRelease('index-own')
})
afterEach(() => {
  document.head.innerHTML = ''
  vi.unstubAllGlobals()
})

test('a file that fails twice is loaded at the third attempt', async () => {
  const load = vi.fn(failure).mockImplementationOnce(failure).mockImplementationOnce(failure)
  load.mockImplementationOnce(() => Promise.resolve('part') as never)
  expect(await loadCode(load, [1, 1])).toBe('part')
  expect(load).toHaveBeenCalledTimes(3)
  expect(reload).not.toHaveBeenCalled()
})

test('a file that keeps failing gives up, without a reload, while the server has the same release', async () => {
  const load = vi.fn(failure)
  await expect(loadCode(load, [1, 1])).rejects.toMatchObject({ name: 'LoadError', outdated: false })
  expect(load).toHaveBeenCalledTimes(3)
  expect(reload).not.toHaveBeenCalled()
})

test('a loader that has tried already is not repeated', async () => {
  const load = vi.fn(() => loadCode(failure, []))
  await expect(loadCode(load, [1, 1])).rejects.toMatchObject({ name: 'LoadError' })
  expect(load).toHaveBeenCalledOnce()
})

test('an interruption of the connection is waited out', async () => {
  let there = false
  server.use(http.head('*/robots.txt', () => (there ? new HttpResponse(null) : HttpResponse.error())))
  const load = vi.fn(() => (there ? Promise.resolve('part') : failure()))
  const part = loadCode(load, [])
  await waitFor(() => expect(useConnection.getState().lost).toBe(true))
  there = true
  window.dispatchEvent(new Event('online'))
  expect(await part).toBe('part')
})

test('after a release the page reloads once, and says that it is outdated where that did not help', async () => {
  serveRelease('index-new')
  // Two files at once.
  void loadCode(failure, [1, 1])
  void loadCode(failure, [1, 1])
  await waitFor(() => expect(reload).toHaveBeenCalledOnce())
  await openPage()
  await expect(loadCode(failure, [1, 1])).rejects.toMatchObject({ outdated: true })
  expect(reload).toHaveBeenCalledOnce()
  serveRelease('index-newer')
  void loadCode(failure, [1, 1])
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(2))
})

test('a page on which the user has typed does not reload by itself', async () => {
  serveRelease('index-new')
  window.dispatchEvent(new Event('input'))
  await expect(loadCode(failure, [1, 1])).rejects.toMatchObject({ outdated: true })
  expect(reload).not.toHaveBeenCalled()
})

test('an error page of a proxy is no release', async () => {
  server.use(http.get('*/', () => HttpResponse.html(page('index-proxy'), { status: 502 })))
  await expect(loadCode(failure, [1])).rejects.toMatchObject({ outdated: false })
  expect(reload).not.toHaveBeenCalled()
})

test('a style sheet that failed is requested again', async () => {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: 'http://localhost/a.css' })
  document.head.append(link)
  const load = vi.fn<() => Promise<string>>()
  load.mockRejectedValueOnce(new Error(`Unable to preload CSS for ${link.href}`)).mockResolvedValueOnce('part')
  await loadCode(load, [1])
  expect(link.isConnected).toBe(false)
})
