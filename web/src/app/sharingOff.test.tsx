import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { switchLanguage } from '~/i18n'
import { toBuild } from '~/lib/accountBuilds'
import { useBuild } from '~/lib/buildStore'
import { product, user } from '~/testing/fixtures'
import { savedBuild, savedPart } from '~/testing/savedBuilds'
import { server } from '~/testing/server'
import { renderApp } from './renderApp'

const cpu = product({ id: '00000000-0000-4000-8000-000000000001', category: 'CPU', price: 145 })
const mine = savedBuild({ components: { CPU: savedPart(cpu) }, isPublic: true })
// The builder loads much code, which is slow on a busy machine.
const patient = { timeout: 20_000 }

beforeEach(() => {
  useBuild.getState().clear()
  useBuild.setState({ autoSaveEnabled: false })
  server.use(
    http.get('*/api/auth/me', () => HttpResponse.json({ user: user() })),
    http.get('*/api/products', () => HttpResponse.json({ products: [cpu], mergedInto: {} })),
    http.get('*/api/products/list', () =>
      HttpResponse.json({ products: [], total: 0, page: 1, limit: 20, facets: {}, hidden: 0 }),
    ),
    http.post('*/api/basket', () => HttpResponse.json({ error: 'x', code: 'X' }, { status: 503 })),
    http.put('*/api/builds/:id', () => HttpResponse.json({ build: mine, shareUrl: 'x', notFound: [], refused: [] })),
  )
})

const allowSharing = (allowBuildSharing: boolean) =>
  server.use(
    http.get('*/api/user/settings', () =>
      HttpResponse.json({ username: 'Sara', priceDropAlerts: true, publicProfile: false, allowBuildSharing }),
    ),
  )

/** Shares the build in the builder, which is public already; returns the dialog with its link. */
async function share(buttonName: string, path = '/') {
  useBuild.setState({ currentBuild: toBuild(mine), savedBuilds: [toBuild(mine)], unsavedChanges: false })
  renderApp(path)
  await waitFor(() => expect(screen.getByRole('button', { name: buttonName })).toBeEnabled(), patient)
  await userEvent.click(screen.getByRole('button', { name: buttonName }))
  const dialog = within(await screen.findByRole('dialog', {}, patient))
  await userEvent.click(dialog.getByRole('button', { name: buttonName }))
  return dialog
}

test('sharing a public build while sharing is off says so', async () => {
  allowSharing(false)
  const dialog = await share('Share')
  expect(await dialog.findByRole('alert')).toHaveTextContent('Build sharing is off in your settings')
  expect(screen.queryByText('Build is now shareable!')).not.toBeInTheDocument()
  expect(dialog.queryByText('Anyone with this link can view it.')).not.toBeInTheDocument()
})

test('sharing a public build while sharing is off says so in Arabic', async () => {
  allowSharing(false)
  await switchLanguage('ar')
  const dialog = await share('شارك', '/ar')
  expect(await dialog.findByRole('alert')).toHaveTextContent('مشاركة التجميعات')
  await switchLanguage('en')
})

test('sharing a public build gives its link', async () => {
  allowSharing(true)
  const dialog = await share('Share')
  expect(await dialog.findByText('Anyone with this link can view it.')).toBeInTheDocument()
  expect(dialog.queryByRole('alert')).not.toBeInTheDocument()
})
