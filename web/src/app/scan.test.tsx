import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import { switchLanguage } from '~/i18n'
import { detail, list, offer, product } from '~/testing/fixtures'
import { server } from '~/testing/server'
import { renderApp } from './renderApp'

const { id, name } = product()
const gtin = '0730143314572'

/** Answers look-ups, and returns the numbers that were looked up. */
function answerLookups(answer: () => Response = () => HttpResponse.json({ productId: id })): string[] {
  const asked: string[] = []
  server.use(
    http.get('*/api/products/by-gtin/:gtin', ({ params }) => {
      asked.push(String(params.gtin))
      return answer()
    }),
    http.get('*/api/products', () =>
      HttpResponse.json(
        detail({
          retailers: [
            offer({ id: 'a', price: 281, shipping: 0 }),
            offer({ id: 'b', price: 280, shipping: 2, retailer: 'Dhow Digital', retailerSlug: 'dhow-digital' }),
          ],
        }),
      ),
    ),
    http.get('*/api/search', () => HttpResponse.json(list())),
  )
  return asked
}

/** Gives the browser a camera that answers as told. */
function giveCamera(getUserMedia: () => Promise<MediaStream>) {
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } })
}

afterEach(() => {
  Reflect.deleteProperty(navigator, 'mediaDevices')
  vi.unstubAllGlobals()
})

test('a typed number shows the product with its prices, and the next one can be scanned', async () => {
  const asked = answerLookups()
  const { router } = renderApp('/scan')
  await userEvent.type(await screen.findByLabelText('Number under the barcode'), '7 30143 31457 2{Enter}')
  expect(await screen.findByRole('heading', { level: 2, name })).toBeInTheDocument()
  expect(router.state.location.search).toEqual({ gtin })
  expect(asked).toEqual([gtin])
  const shops = screen.getByRole('list', { name: 'Prices by shop' })
  expect([...shops.children].map((line) => line.textContent)).toEqual([
    expect.stringMatching(/Safat Tech.*281\.000/),
    expect.stringMatching(/Dhow Digital.*282\.000/),
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Scan the next one' }))
  expect(await screen.findByLabelText('Number under the barcode')).toHaveValue('')
})

test('a wrong number says what is wrong, and asks nobody', async () => {
  const asked = answerLookups()
  renderApp('/scan?gtin=730143314573')
  const field = await screen.findByLabelText('Number under the barcode')
  expect(field).toHaveAccessibleDescription(/One digit is wrong: .* would be 2\./)
  await userEvent.clear(field)
  await userEvent.type(field, '123{Enter}')
  expect(field).toHaveAccessibleDescription(/This number has 3 digits/)
  expect(asked).toEqual([])
})

test('an unknown number leads to the search', async () => {
  answerLookups(() => HttpResponse.json({ error: 'No', code: 'PRODUCT_NOT_FOUND' }, { status: 404 }))
  renderApp(`/scan?gtin=${gtin}`)
  expect(await screen.findByRole('heading', { name: 'We don’t know this barcode' })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Search for this number' })).toHaveAttribute('href', `/search?q=${gtin}`)
})

test('a failed look-up can be tried again', async () => {
  let fails = true
  answerLookups(() =>
    fails ? HttpResponse.json({ code: 'INTERNAL' }, { status: 500 }) : HttpResponse.json({ productId: id }),
  )
  renderApp(`/scan?gtin=${gtin}`)
  const retry = await screen.findByRole('button', { name: 'Try again' })
  fails = false
  await userEvent.click(retry)
  expect(await screen.findByRole('heading', { level: 2, name })).toBeInTheDocument()
})

test.each([
  ['NotAllowedError', /The camera is blocked/],
  ['NotFoundError', /no camera on this device/],
  ['NotReadableError', /Another app is using the camera/],
  ['UnknownError', /The camera didn’t start/],
])('a camera that answers %s is explained', async (error, sentence) => {
  const ask = vi.fn<() => Promise<MediaStream>>().mockRejectedValue(new DOMException('', error))
  giveCamera(ask)
  renderApp('/scan')
  const start = await screen.findByRole('button', { name: 'Start the camera' })
  expect(ask).not.toHaveBeenCalled()
  await userEvent.click(start)
  expect(await screen.findByRole('alert')).toHaveTextContent(sentence)
})

test('without a secure connection the page says so, in both languages', async () => {
  vi.stubGlobal('isSecureContext', false)
  renderApp('/scan')
  await userEvent.click(await screen.findByRole('button', { name: 'Start the camera' }))
  expect(await screen.findByRole('alert')).toHaveTextContent(/secure connection/)
  await switchLanguage('ar')
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(/اتصال آمن/))
})

test('the camera reads a barcode seen twice, and is off when the page is hidden', async () => {
  answerLookups()
  const stop = vi.fn<() => void>()
  const track = { stop, addEventListener: () => undefined }
  giveCamera(() =>
    Promise.resolve({ getTracks: () => [track], getVideoTracks: () => [track] } as unknown as MediaStream),
  )
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  vi.spyOn(HTMLMediaElement.prototype, 'readyState', 'get').mockReturnValue(4)
  const read = vi.fn<() => Promise<{ rawValue: string }[]>>().mockResolvedValue([])
  class BarcodeDetector {
    static readonly getSupportedFormats = () => Promise.resolve(['ean_13', 'ean_8', 'upc_a'])
    detect = read
  }
  vi.stubGlobal('BarcodeDetector', BarcodeDetector)
  renderApp('/scan')
  await userEvent.click(await screen.findByRole('button', { name: 'Start the camera' }))
  expect(await screen.findByText('Hold the barcode inside the frame.')).toBeInTheDocument()
  // A misread number fails its check digit; one that is read once is not believed.
  read.mockResolvedValueOnce([{ rawValue: '730143314573' }]).mockResolvedValueOnce([{ rawValue: '5901234123457' }])
  read.mockResolvedValue([{ rawValue: '730143314572' }])
  expect(await screen.findByRole('heading', { level: 2, name })).toBeInTheDocument()
  expect(stop).toHaveBeenCalledTimes(1)
  await userEvent.click(screen.getByRole('button', { name: 'Scan the next one' }))
  read.mockResolvedValue([])
  expect(await screen.findByRole('button', { name: 'Stop the camera' })).toBeInTheDocument()
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  expect(await screen.findByRole('button', { name: 'Start the camera' })).toBeInTheDocument()
  expect(stop).toHaveBeenCalledTimes(2)
})
