import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { useBuild } from '~/lib/buildStore'
import { forgetPresses } from '~/lib/presses'
import { list, product } from '~/testing/fixtures'
import { server } from '~/testing/server'
import { renderApp } from './renderApp'

const card = (nth: number, name: string, price: number) =>
  product({ id: `00000000-0000-4000-8000-0000000000e${nth}`, name, price })
const chosen = card(1, 'Chosen card', 200)
const dearer = card(2, 'Dearer card', 249.5)
const cheaper = card(3, 'Cheaper card', 150)

const article = async (name: string) =>
  within((await screen.findByRole('link', { name })).closest('article') as HTMLElement)

beforeEach(() => {
  forgetPresses()
  useBuild.getState().clear()
})

test('a card replaces what is in the build, and tells the difference of the two prices', async () => {
  const products = [chosen, dearer, cheaper]
  useBuild.getState().choose(chosen)
  server.use(
    http.get('*/api/products/list', () => HttpResponse.json(list({ products, total: 3 }))),
    http.get('*/api/products', () => HttpResponse.json({ products, mergedInto: {} })),
    http.post('*/api/basket', () => HttpResponse.json({}, { status: 422 })),
  )
  const { router } = renderApp('/gpu')
  expect(await (await article('Chosen card')).findByRole('button', { name: 'Remove from Build' })).toBeInTheDocument()
  expect((await article('Dearer card')).getByText('+49.500 on your build')).toBeInTheDocument()
  expect((await article('Cheaper card')).getByText('Saves 50.000')).toBeInTheDocument()
  await userEvent.click((await article('Dearer card')).getByRole('button', { name: 'Replace in Build' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  const parts = useBuild.getState().currentBuild.components.GPU
  expect(parts?.map((part) => part.product.name)).toEqual(['Dearer card'])
})
