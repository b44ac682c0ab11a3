import { createEvent, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { useBuild } from '~/lib/buildStore'
import { forgetPresses } from '~/lib/presses'
import { list, product } from '~/testing/fixtures'
import { server } from '~/testing/server'
import { renderApp } from './renderApp'

const card = product()
const drives = ['First', 'Second', 'Third'].map((name, index) =>
  product({
    id: `00000000-0000-4000-8000-0000000000d${index}`,
    name: `${name} drive`,
    category: 'STORAGE',
    componentType: 'STORAGE',
    price: 30 + index,
  }),
)
const namesIn = (category: 'GPU' | 'STORAGE') =>
  useBuild.getState().currentBuild.components[category]?.map((one) => one.product.name)

beforeEach(() => {
  forgetPresses()
  useBuild.getState().clear()
  server.use(
    http.get('*/api/products', () => HttpResponse.json({ products: drives, mergedInto: {} })),
    http.get('*/api/products/list', () => HttpResponse.json(list({ products: [card] }))),
    http.post('*/api/compatibility', () => HttpResponse.json({ error: 'x' }, { status: 422 })),
    http.post('*/api/basket', () => HttpResponse.json({ error: 'x' }, { status: 422 })),
  )
})

test('a double click on Add to Build adds the part once', async () => {
  renderApp('/gpu')
  await userEvent.dblClick(await screen.findByRole('button', { name: 'Add to Build' }))
  await waitFor(() => expect(namesIn('GPU')).toEqual([card.name]))
})

test('a press on Add to Build is answered before the build changes', async () => {
  renderApp('/gpu')
  const add = await screen.findByRole('button', { name: 'Add to Build' })
  fireEvent.click(add)
  expect(add).toHaveAttribute('aria-busy', 'true')
  expect(namesIn('GPU')).toBeUndefined()
  await waitFor(() => expect(namesIn('GPU')).toEqual([card.name]))
})

test('the second press of a double click follows no link under the pointer', async () => {
  const { router } = renderApp('/gpu')
  const add = await screen.findByRole('button', { name: 'Add to Build' })
  // The browser sends the second press to what the page of the first one shows there.
  const first = createEvent.click(add, { detail: 1 })
  fireEvent(add, first)
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  const link = await screen.findByRole('link', { name: 'Choose a CPU' })
  const second = createEvent.click(link, { detail: 2 })
  Object.defineProperty(second, 'timeStamp', { value: first.timeStamp + 200 })
  fireEvent(link, second)
  expect(namesIn('GPU')).toEqual([card.name])
  expect(router.state.location.pathname).toBe('/')
})

test('a double click on Remove removes one part, and Undo restores its position', async () => {
  for (const drive of drives) {
    useBuild.getState().setTarget('STORAGE', null)
    useBuild.getState().choose(drive)
  }
  renderApp('/')
  const remove = await screen.findAllByRole('button', { name: 'Remove Storage' })
  fireEvent.click(remove[1] as HTMLElement)
  // The browser sends the second press to the button that has replaced the first.
  fireEvent.click(document.querySelectorAll('#row-storage ~ tr button[aria-label="Remove Storage"]')[0] as HTMLElement)
  expect(namesIn('STORAGE')).toEqual(['First drive', 'Third drive'])
  expect(screen.getByText('Removed: Second drive')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(namesIn('STORAGE')).toEqual(['First drive', 'Second drive', 'Third drive'])
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull())
})
