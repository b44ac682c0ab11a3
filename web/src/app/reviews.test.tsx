import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { detail, list, review, reviewList, user } from '~/testing/fixtures'
import { server } from '~/testing/server'
import { renderApp } from './renderApp'

const path = '/product/00000000-0000-4000-8000-000000000001'
const panel = () => screen.findByRole('region', { name: 'Reviews' })
const signedIn = (change: Parameters<typeof user>[0] = {}) =>
  server.use(http.get('*/api/auth/me', () => HttpResponse.json({ user: user(change) })))

beforeEach(() => {
  server.use(
    http.get('*/api/products', () => HttpResponse.json(detail())),
    http.get('*/api/products/:id/price-history', () =>
      HttpResponse.json({ error: 'none', code: 'NOT_FOUND' }, { status: 404 }),
    ),
    http.get('*/api/products/list', () => HttpResponse.json(list({ products: [] }))),
    http.get('*/api/products/:id/reviews/mine', () => HttpResponse.json({ review: null })),
  )
})

test('a product without reviews asks for the first one, and the login returns to it', async () => {
  renderApp(path)
  const reviews = within(await panel())
  expect(await reviews.findByText('No reviews yet. Be the first to review this product!')).toBeInTheDocument()
  expect(await reviews.findByText(/Please log in to write a review/)).toBeInTheDocument()
  expect(reviews.queryByRole('button', { name: 'Submit review' })).toBeNull()
})

test('stars are counted, markup is shown as text, and only own reviews can be deleted', async () => {
  server.use(
    http.get('*/api/products/:id/reviews', () =>
      HttpResponse.json(
        reviewList([
          review({ comment: '<img src=x onerror=alert(1)>' }),
          review({ id: 'b', rating: 2, comment: null }),
        ]),
      ),
    ),
  )
  signedIn()
  renderApp(path)
  const reviews = within(await panel())
  expect(await reviews.findByText('<img src=x onerror=alert(1)>')).toBeInTheDocument()
  expect(reviews.getByText('4 stars: 1 review')).toBeInTheDocument()
  expect(reviews.getByRole('img', { name: '3 out of 5' })).toBeInTheDocument()
  expect(reviews.queryByRole('button', { name: /Delete/ })).toBeNull()
})

test('a review needs stars, is published, and the form is empty again', async () => {
  signedIn()
  const sent: unknown[] = []
  let published = reviewList()
  server.use(
    http.get('*/api/products/:id/reviews', () => HttpResponse.json(published)),
    http.post('*/api/products/:id/reviews', async ({ request }) => {
      sent.push(await request.json())
      published = reviewList([review({ comment: 'Very quiet.', user: { id: user().id, username: 'Sara' } })])
      return HttpResponse.json({ review: published.reviews[0], stats: published.stats })
    }),
  )
  renderApp(path)
  const reviews = within(await panel())
  const submit = await reviews.findByRole('button', { name: 'Submit review' })
  expect(submit).toBeDisabled()
  expect(reviews.getByText('Please select a rating')).toBeInTheDocument()
  await userEvent.click(reviews.getByRole('radio', { name: '4 stars' }))
  await userEvent.type(reviews.getByRole('textbox', { name: 'Comment (optional)' }), '  Very quiet.  ')
  await userEvent.click(submit)
  expect(await reviews.findByText('Thank you! Your review is published.')).toBeInTheDocument()
  expect(sent).toEqual([{ rating: 4, comment: 'Very quiet.' }])
  expect(reviews.getByRole('textbox', { name: 'Comment (optional)' })).toHaveValue('')
  // The list is requested again after two seconds.
  expect(await reviews.findByText('Very quiet.', undefined, { timeout: 6000 })).toBeInTheDocument()
})

test('a refusal shows its reason', async () => {
  signedIn()
  server.use(
    http.post('*/api/products/:id/reviews', () =>
      HttpResponse.json({ error: 'gone', code: 'NOT_SIGNED_IN' }, { status: 401 }),
    ),
  )
  renderApp(path)
  const reviews = within(await panel())
  await userEvent.click(await reviews.findByRole('radio', { name: '5 stars' }))
  // The failed request reveals that the session has ended: only the login link is left.
  await userEvent.click(reviews.getByRole('button', { name: 'Submit review' }))
  expect(
    await reviews.findByText(/Please log in to write a review|You must be logged in to submit a review/),
  ).toBeInTheDocument()
})

test('the author deletes a review after a confirmation', async () => {
  signedIn()
  const own = review({ user: { id: user().id, username: 'Sara' } })
  let published = reviewList([own])
  const deleted: string[] = []
  server.use(
    http.get('*/api/products/:id/reviews', () => HttpResponse.json(published)),
    http.get('*/api/products/:id/reviews/mine', () => HttpResponse.json({ review: own })),
    http.delete('*/api/reviews/:id', ({ params }) => {
      deleted.push(String(params.id))
      published = reviewList()
      return new HttpResponse(null, { status: 204 })
    }),
  )
  renderApp(path)
  const reviews = within(await panel())
  expect(await reviews.findByRole('button', { name: 'Edit your review' })).toBeInTheDocument()
  await userEvent.click(reviews.getByRole('button', { name: 'Delete the review by Sara' }))
  const question = await screen.findByRole('dialog', { name: 'Delete this review?' })
  expect(deleted).toEqual([])
  await userEvent.click(within(question).getByRole('button', { name: 'Delete' }))
  expect(await reviews.findByText('No reviews yet. Be the first to review this product!')).toBeInTheDocument()
  expect(deleted).toEqual([own.id])
})

test('reviews that cannot be loaded say so and can be asked for again', async () => {
  let calls = 0
  server.use(
    http.get('*/api/products/:id/reviews', () =>
      ++calls <= 4 ? HttpResponse.json({ code: 'DOWN' }, { status: 503 }) : HttpResponse.json(reviewList()),
    ),
  )
  renderApp(path)
  const reviews = within(await panel())
  expect(await reviews.findByRole('alert')).toHaveTextContent('Failed to fetch reviews')
  await userEvent.click(reviews.getByRole('button', { name: 'Try again' }))
  expect(await reviews.findByText(/No reviews yet/)).toBeInTheDocument()
})

test('a price alert is refused above the price and sent below it', async () => {
  signedIn()
  const sent: unknown[] = []
  server.use(
    http.post('*/api/user/price-alerts', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({}, { status: 201 })
    }),
  )
  renderApp(path)
  await userEvent.click(await screen.findByRole('button', { name: 'Set a price alert' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Set a price alert' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Target price' }))
  const field = dialog.getByRole('textbox', { name: 'Target price in KWD' })
  const create = dialog.getByRole('button', { name: 'Create alert' })
  await userEvent.click(create)
  expect(dialog.getByRole('alert')).toHaveTextContent('Please enter a valid target price')
  for (const [typed, problem] of [
    ['0', 'Please enter a valid target price'],
    ['-5', 'Please enter a valid target price'],
    ['279.9', 'Target price must be lower than current price'],
  ] as const) {
    await userEvent.clear(field)
    await userEvent.type(field, typed)
    await userEvent.click(create)
    expect(dialog.getByRole('alert')).toHaveTextContent(problem)
  }
  expect(sent).toEqual([])
  await userEvent.clear(field)
  await userEvent.type(field, '٢٥٠')
  await userEvent.click(create)
  expect(await screen.findByText('Price alert created successfully!')).toBeInTheDocument()
  expect(sent).toEqual([
    { productId: '00000000-0000-4000-8000-000000000001', alertType: 'TARGET_PRICE', targetPrice: 250 },
  ])
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Set a price alert' })).toBeNull())
})

test('a percentage goes from 5 to 25 in steps of 5, and the dialog shows a failure', async () => {
  signedIn()
  server.use(
    http.post('*/api/user/price-alerts', () =>
      HttpResponse.json({ error: 'nothing', code: 'NOT_FOUND' }, { status: 404 }),
    ),
  )
  renderApp(path)
  await userEvent.click(await screen.findByRole('button', { name: 'Set a price alert' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Set a price alert' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Percentage' }))
  const slider = dialog.getByRole('slider', { name: 'Percentage below today' })
  expect(slider).toHaveValue('10')
  for (const [name, value] of [
    ['min', '5'],
    ['max', '25'],
    ['step', '5'],
  ] as const)
    expect(slider).toHaveAttribute(name, value)
  expect(dialog.getByText('That is 251.910 KWD or less. We email you once.')).toBeInTheDocument()
  await userEvent.click(dialog.getByRole('button', { name: 'Create alert' }))
  expect(await dialog.findByRole('alert')).toHaveTextContent('Failed to create price alert')
})
