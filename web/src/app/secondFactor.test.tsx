import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { server } from '~/testing/server'
import { renderApp } from './renderApp'

const user = {
  id: '00000000-0000-4000-8000-00000000000a',
  name: 'Sara',
  email: 'sara@example.com',
  role: 'USER',
  emailVerified: true,
}
const refuse = (status: number, code: string) => HttpResponse.json({ error: 'x', code }, { status })
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const otpauthUrl = `otpauth://totp/Tajmeea:sara%40example.com?secret=${secret}&issuer=Tajmeea`
const session = (id: string, current: boolean) => ({
  id,
  userAgent: 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0',
  createdAt: '2026-11-20T10:00:00Z',
  lastSeenAt: '2026-11-21T10:00:00Z',
  current,
})

beforeEach(() => {
  server.use(
    http.get('*/api/user/settings', () =>
      HttpResponse.json({ username: 'Sara', priceDropAlerts: true, publicProfile: false, allowBuildSharing: true }),
    ),
    http.get('*/api/user/sessions', () => HttpResponse.json({ sessions: [session('a', true), session('b', false)] })),
    http.get('*/api/user/second-factor', () => HttpResponse.json({ enabled: false, recoveryCodesLeft: 0 })),
  )
})

const signIn = () => server.use(http.get('*/api/auth/me', () => HttpResponse.json({ user })))
const panel = async (name: string) => {
  const heading = await screen.findByRole('heading', { name })
  return within(heading.closest('section') ?? document.body)
}

test('login asks for the code of an account with a second factor', async () => {
  const bodies: unknown[] = []
  let done = false
  server.use(
    http.get('*/api/auth/me', () => HttpResponse.json({ user: done ? user : null })),
    http.get('*/api/favorites', () => HttpResponse.json({ favorites: [] })),
    http.post('*/api/auth/login', async ({ request }) => {
      const body = (await request.json()) as { code?: string }
      bodies.push(body)
      if (body.code === undefined) return refuse(401, 'SECOND_FACTOR_REQUIRED')
      if (body.code !== '287082') return refuse(422, 'WRONG_CODE')
      done = true
      return HttpResponse.json({ user })
    }),
  )
  renderApp('/login?next=%2Ffavorites')
  await userEvent.type(await screen.findByLabelText('Email'), 'sara@example.com')
  await userEvent.type(screen.getByLabelText('Password'), 'a fine pass')
  expect(screen.queryByLabelText('Code from the app')).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Login' }))
  const code = await screen.findByLabelText('Code from the app')
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  await userEvent.type(code, '111111')
  await userEvent.click(screen.getByRole('button', { name: 'Login' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('The code is wrong or was used before.')
  await userEvent.clear(code)
  await userEvent.type(code, '287082')
  await userEvent.click(screen.getByRole('button', { name: 'Login' }))
  expect(await screen.findByRole('heading', { name: 'No favorites yet' })).toBeInTheDocument()
  expect(bodies[0]).toEqual({ email: 'sara@example.com', password: 'a fine pass' })
})

test('settings show the secret as QR code, link and text, and the recovery codes once', async () => {
  signIn()
  let enabled = false
  server.use(
    http.get('*/api/user/second-factor', () => HttpResponse.json({ enabled, recoveryCodesLeft: enabled ? 2 : 0 })),
    http.post('*/api/user/second-factor', () => HttpResponse.json({ secret, otpauthUrl })),
    http.post('*/api/user/second-factor/confirm', async ({ request }) => {
      if (((await request.json()) as { code: string }).code !== '287082') return refuse(422, 'WRONG_CODE')
      enabled = true
      return HttpResponse.json({ recoveryCodes: ['GEZD-GNBV-GY3T-QOJQ', 'AAAA-BBBB-CCCC-DDDD'] })
    }),
  )
  renderApp('/settings')
  const factor = await panel('Two-step sign-in')
  await userEvent.click(await factor.findByRole('button', { name: 'Set up' }))
  await userEvent.type(factor.getByLabelText('Current password'), 'a fine pass')
  await userEvent.click(factor.getByRole('button', { name: 'Next' }))
  expect(await factor.findByRole('img', { name: 'QR code for your authenticator app' })).toBeInTheDocument()
  expect(factor.getByRole('link', { name: 'Open in an app on this device' })).toHaveAttribute('href', otpauthUrl)
  expect(factor.getByText('GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ')).toBeInTheDocument()
  await userEvent.type(factor.getByLabelText('Code from the app'), '287082')
  await userEvent.click(factor.getByRole('button', { name: 'Turn on' }))
  expect(await factor.findByText('GEZD-GNBV-GY3T-QOJQ')).toBeInTheDocument()
  await userEvent.click(factor.getByRole('button', { name: 'I have saved them' }))
  expect(await factor.findByText('Two-step sign-in is on. Recovery codes left: 2.')).toBeInTheDocument()
  expect(factor.queryByText('GEZD-GNBV-GY3T-QOJQ')).not.toBeInTheDocument()
})

test('signing another device out asks for the password', async () => {
  signIn()
  const bodies: unknown[] = []
  server.use(
    http.delete('*/api/user/sessions/b', async ({ request }) => {
      bodies.push(await request.json())
      return bodies.length === 1 ? refuse(422, 'WRONG_PASSWORD') : new HttpResponse(null, { status: 204 })
    }),
  )
  renderApp('/settings')
  const devices = await panel('Signed-in devices')
  await userEvent.click(await devices.findByRole('button', { name: 'Sign out' }))
  const password = await devices.findByLabelText('Enter your password to sign out.')
  await userEvent.type(password, 'wrong')
  await userEvent.click(devices.getByRole('button', { name: 'Sign out: Firefox · Windows' }))
  expect(await devices.findByRole('alert')).toHaveTextContent('The current password is wrong.')
  await userEvent.clear(password)
  await userEvent.type(password, 'a fine pass')
  await userEvent.click(devices.getByRole('button', { name: 'Sign out: Firefox · Windows' }))
  await waitFor(() => expect(devices.queryByLabelText('Enter your password to sign out.')).not.toBeInTheDocument())
  expect(bodies).toEqual([{ password: 'wrong' }, { password: 'a fine pass' }])
})
