import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { switchLanguage } from '~/i18n'
import { detail, list, product } from '~/testing/fixtures'
import { server } from '~/testing/server'
import { renderApp } from './renderApp'

const link = 'https://shop.example/products/asus-rtx-5070'
const { id } = product()

/** Answers the lookup of addresses, and returns the addresses that were looked up. */
function answerLookups(answer: () => Response): string[] {
  const asked: string[] = []
  server.use(
    http.get('*/api/offers/by-url', ({ request }) => {
      asked.push(new URL(request.url).searchParams.get('url') ?? '')
      return answer()
    }),
    http.get('*/api/products', () => HttpResponse.json(detail())),
    http.get('*/api/products/:id/price-history', () => new HttpResponse(null, { status: 404 })),
    http.get('*/api/products/:id/pictures', () => HttpResponse.json({ pictures: [] })),
    http.get('*/api/products/list', () => HttpResponse.json(list())),
    http.get('*/api/search', () => HttpResponse.json(list())),
  )
  return asked
}

const found = () => HttpResponse.json({ productId: id })
const unknown = () => HttpResponse.json({ error: 'No', code: 'OFFER_ADDRESS_NOT_FOUND' }, { status: 404 })

test('a link shared by another app opens the page of its product', async () => {
  const asked = answerLookups(found)
  const { router } = renderApp(`/share?title=Card&text=${encodeURIComponent(`Look: ${link}`)}`)
  await waitFor(() => expect(router.state.location.pathname).toBe(`/product/${id}`))
  expect(asked).toEqual([link])
})

test('a link pasted into the search opens the page of its product', async () => {
  answerLookups(found)
  const { router } = renderApp(`/search?q=${encodeURIComponent(link)}`)
  await waitFor(() => expect(router.state.location.pathname).toBe(`/product/${id}`))
})

test('an unknown link leads to a search for the name, and says so', async () => {
  answerLookups(unknown)
  const { router } = renderApp(`/share?url=${encodeURIComponent(link)}&title=ASUS+RTX+5070+%7C+Noor`)
  await waitFor(() =>
    expect(router.state.location).toMatchObject({ pathname: '/search', search: { q: 'ASUS RTX 5070' } }),
  )
  expect(await screen.findByText('We don’t have this link, so we searched for its name.')).toBeInTheDocument()
})

test('an unknown link without a name is searched by the words of its path, or says what to do', async () => {
  answerLookups(unknown)
  const { router } = renderApp(`/search?q=${encodeURIComponent(link)}`)
  await waitFor(() =>
    expect(router.state.location).toMatchObject({ pathname: '/search', search: { q: 'asus rtx 5070' } }),
  )
  await router.navigate({ to: '/share', search: { url: 'https://shop.example/p/1' } })
  expect(await screen.findByRole('heading', { level: 1, name: 'We don’t know this product' })).toBeInTheDocument()
})

test('what holds no link is searched, and nothing says so in both languages', async () => {
  const asked = answerLookups(found)
  const { router } = renderApp('/share?text=rtx+5070')
  await waitFor(() => expect(router.state.location).toMatchObject({ pathname: '/search', search: { q: 'rtx 5070' } }))
  await router.navigate({ to: '/share', search: {} })
  expect(await screen.findByRole('heading', { level: 1, name: 'We found no link in this' })).toBeInTheDocument()
  await switchLanguage('ar')
  expect(await screen.findByRole('heading', { level: 1, name: 'ما لقينا رابط هني' })).toBeInTheDocument()
  await switchLanguage('en')
  expect(asked).toEqual([])
})

test('a failed lookup can be tried again', async () => {
  let fails = true
  answerLookups(() => (fails ? HttpResponse.json({ code: 'INTERNAL' }, { status: 500 }) : found()))
  const { router } = renderApp(`/share?url=${encodeURIComponent(link)}`)
  const retry = await screen.findByRole('button', { name: 'Try again' })
  expect(screen.getByRole('alert')).toHaveTextContent('We couldn’t look this link up just now.')
  fails = false
  await userEvent.click(retry)
  await waitFor(() => expect(router.state.location.pathname).toBe(`/product/${id}`))
})
