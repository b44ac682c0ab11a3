import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { switchLanguage } from '~/i18n'
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
  network: '203.0.113.0/24',
  place: current ? 'THIS_NETWORK' : 'OTHER_NETWORK',
  createdAt: '2026-11-20T10:00:00Z',
  lastSeenAt: '2026-11-21T10:00:00Z',
  current,
})

const factors = (changed: object = {}) => ({
  enabled: false,
  app: false,
  passkeys: [],
  passkeyDomain: 'localhost',
  recoveryCodesLeft: 0,
  ...changed,
})
const phone = {
  id: '00000000-0000-4000-8000-00000000000b',
  name: 'My phone',
  createdAt: '2026-11-20T10:00:00Z',
  lastUsedAt: null,
}

beforeEach(() => {
  server.use(
    http.get('*/api/user/settings', () =>
      HttpResponse.json({ username: 'Sara', priceDropAlerts: true, publicProfile: false, allowBuildSharing: true }),
    ),
    http.get('*/api/user/sessions', () => HttpResponse.json({ sessions: [session('a', true), session('b', false)] })),
    http.get('*/api/user/second-factor', () => HttpResponse.json(factors())),
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
    http.get('*/api/user/second-factor', () =>
      HttpResponse.json(factors({ enabled, app: enabled, recoveryCodesLeft: enabled ? 2 : 0 })),
    ),
    http.post('*/api/user/second-factor', () => HttpResponse.json({ secret, otpauthUrl })),
    http.post('*/api/user/second-factor/confirm', async ({ request }) => {
      if (((await request.json()) as { code: string }).code !== '287082') return refuse(422, 'WRONG_CODE')
      enabled = true
      return HttpResponse.json({ recoveryCodes: ['GEZD-GNBV-GY3T-QOJQ', 'AAAA-BBBB-CCCC-DDDD'] })
    }),
  )
  renderApp('/settings')
  const factor = await panel('Two-step login')
  await userEvent.click(await factor.findByRole('button', { name: 'Set up an app' }))
  await userEvent.type(await factor.findByLabelText('Current password'), 'a fine pass')
  await userEvent.click(factor.getByRole('button', { name: 'Next' }))
  expect(await factor.findByRole('img', { name: 'QR code for your authenticator app' })).toBeInTheDocument()
  expect(factor.getByRole('link', { name: 'Open in an app on this device' })).toHaveAttribute('href', otpauthUrl)
  expect(factor.getByText('GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ')).toBeInTheDocument()
  await userEvent.type(factor.getByLabelText('Code from the app'), '287082')
  await userEvent.click(factor.getByRole('button', { name: 'Turn on' }))
  expect(await factor.findByText('GEZD-GNBV-GY3T-QOJQ')).toBeInTheDocument()
  await userEvent.click(factor.getByRole('button', { name: 'I have saved them' }))
  expect(await factor.findByText('Two-step login is on. Recovery codes left: 2.')).toBeInTheDocument()
  expect(factor.queryByText('GEZD-GNBV-GY3T-QOJQ')).not.toBeInTheDocument()
})

test('login without a browser for passkeys asks for a recovery code', async () => {
  const bodies: unknown[] = []
  server.use(
    http.get('*/api/auth/me', () => HttpResponse.json({ user: null })),
    http.post('*/api/auth/login', async ({ request }) => {
      bodies.push(await request.json())
      const secondFactor = { app: false, passkey: { challenge: 'AAAA' } }
      return HttpResponse.json({ error: 'x', code: 'SECOND_FACTOR_REQUIRED', secondFactor }, { status: 401 })
    }),
  )
  renderApp('/login')
  await userEvent.type(await screen.findByLabelText('Email'), 'sara@example.com')
  await userEvent.type(screen.getByLabelText('Password'), 'a fine pass')
  await userEvent.click(screen.getByRole('button', { name: 'Login' }))
  await userEvent.type(await screen.findByLabelText('Recovery code'), 'GEZD')
  expect(screen.queryByRole('button', { name: 'Use a passkey' })).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Login' }))
  await waitFor(() => expect(bodies).toHaveLength(2))
  expect(bodies[1]).toEqual({ email: 'sara@example.com', password: 'a fine pass', code: 'GEZD' })
})

test('a passkey is removed with password and code', async () => {
  signIn()
  const bodies: unknown[] = []
  let passkeys = [phone]
  server.use(
    http.get('*/api/user/second-factor', () =>
      HttpResponse.json(factors({ enabled: passkeys.length > 0, passkeys, recoveryCodesLeft: 10 })),
    ),
    http.delete(`*/api/user/second-factor/passkeys/${phone.id}`, async ({ request }) => {
      bodies.push(await request.json())
      passkeys = []
      return new HttpResponse(null, { status: 204 })
    }),
  )
  renderApp('/settings')
  const factor = await panel('Two-step login')
  expect(await factor.findByText('My phone')).toBeInTheDocument()
  expect(factor.getByText('This browser doesn’t support passkeys.')).toBeInTheDocument()
  await userEvent.click(factor.getByRole('button', { name: 'Remove the passkey My phone' }))
  await userEvent.type(await factor.findByLabelText('Current password'), 'a fine pass')
  await userEvent.type(factor.getByLabelText('Recovery code'), 'GEZD')
  await userEvent.click(factor.getByRole('button', { name: 'Remove the passkey My phone' }))
  expect(await factor.findByText('Two-step login is off.')).toBeInTheDocument()
  expect(bodies).toEqual([{ password: 'a fine pass', code: 'GEZD' }])
})

test('new recovery codes are shown once', async () => {
  signIn()
  server.use(
    http.get('*/api/user/second-factor', () =>
      HttpResponse.json(factors({ enabled: true, app: true, recoveryCodesLeft: 1 })),
    ),
    http.post('*/api/user/second-factor/recovery-codes', () =>
      HttpResponse.json({ recoveryCodes: ['GEZD-GNBV-GY3T-QOJQ'] }),
    ),
  )
  renderApp('/settings')
  const factor = await panel('Two-step login')
  await userEvent.click(await factor.findByRole('button', { name: 'Get new recovery codes' }))
  expect(await factor.findByText('You get ten new recovery codes. The old ones stop working.')).toBeInTheDocument()
  await userEvent.type(factor.getByLabelText('Current password'), 'a fine pass')
  await userEvent.type(factor.getByLabelText('Code from the app'), '287082')
  await userEvent.click(factor.getByRole('button', { name: 'Get new recovery codes' }))
  expect(await factor.findByText('GEZD-GNBV-GY3T-QOJQ')).toBeInTheDocument()
  await userEvent.click(factor.getByRole('button', { name: 'I have saved them' }))
  expect(factor.queryByText('GEZD-GNBV-GY3T-QOJQ')).not.toBeInTheDocument()
})

test.each([
  [null, 'Passkeys don’t work at this site’s address.'],
  ['tajmeea.example', 'Passkeys only work at tajmeea.example.'],
])('settings say why no passkey can be added for the domain %s', async (passkeyDomain, text) => {
  signIn()
  server.use(http.get('*/api/user/second-factor', () => HttpResponse.json(factors({ passkeyDomain }))))
  renderApp('/settings')
  const factor = await panel('Two-step login')
  expect(await factor.findByText(text)).toBeInTheDocument()
  expect(factor.queryByRole('button', { name: 'Add a passkey' })).not.toBeInTheDocument()
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
  const devices = await panel('Logged-in devices')
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

/** Two-step sign-in with an app; the server accepts one code. Returns the bodies of a call. */
function withFactor(call: string, answer: () => Response) {
  const bodies: unknown[] = []
  signIn()
  server.use(
    http.get('*/api/user/second-factor', () =>
      HttpResponse.json(factors({ enabled: true, app: true, recoveryCodesLeft: 10 })),
    ),
    http.post(`*/api/${call}`, async ({ request }) => {
      const body = (await request.json()) as { code?: string }
      bodies.push(body)
      return body.code === '287082' ? answer() : refuse(422, 'WRONG_CODE')
    }),
  )
  return bodies
}

test('with two-step sign-in, changing the password asks for a code', async () => {
  const bodies = withFactor('user/password', () => HttpResponse.json({ success: true }))
  renderApp('/settings')
  const form = await panel('Change password')
  await userEvent.type(await form.findByLabelText('Code from the app'), '1')
  await userEvent.type(form.getByLabelText('Current password'), 'a fine pass')
  await userEvent.type(form.getByLabelText('New password'), 'another fine pass')
  await userEvent.type(form.getByLabelText('Confirm password'), 'another fine pass')
  await userEvent.click(form.getByRole('button', { name: 'Change password' }))
  expect(await form.findByText('The code is wrong or was used before.')).toBeInTheDocument()
  await userEvent.clear(form.getByLabelText('Code from the app'))
  expect(form.getByRole('button', { name: 'Change password' })).toBeDisabled()
  await userEvent.type(form.getByLabelText('Code from the app'), '287082')
  await userEvent.click(form.getByRole('button', { name: 'Change password' }))
  expect(await form.findByText('Password updated successfully!')).toBeInTheDocument()
  expect(bodies.at(-1)).toEqual({ currentPassword: 'a fine pass', newPassword: 'another fine pass', code: '287082' })
  expect(form.getByLabelText('Current password')).toHaveValue('')
})

test('with two-step sign-in, deleting the account asks for a code', async () => {
  const bodies = withFactor('user/delete', () => new HttpResponse(null, { status: 204 }))
  const { router } = renderApp('/settings')
  const data = await panel('Your data')
  await userEvent.click(data.getByRole('button', { name: 'Delete account' }))
  await userEvent.type(await data.findByLabelText('Code from the app'), '287082')
  await userEvent.type(data.getByLabelText(/password/i), 'a fine pass')
  await userEvent.click(data.getByRole('button', { name: 'Delete account' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  expect(bodies).toEqual([{ password: 'a fine pass', code: '287082' }])
})

test('a form shows the field for a code where two-step sign-in was switched on in another tab', async () => {
  const bodies = withFactor('user/delete', () => new HttpResponse(null, { status: 204 }))
  let on = false
  server.use(
    http.get('*/api/user/second-factor', () => HttpResponse.json(factors({ enabled: on, app: on }))),
    http.post('*/api/user/delete', async ({ request }) => {
      bodies.push(await request.json())
      return refuse(422, 'SECOND_FACTOR_MISSING')
    }),
  )
  renderApp('/settings')
  const data = await panel('Your data')
  await userEvent.click(data.getByRole('button', { name: 'Delete account' }))
  await userEvent.type(data.getByLabelText(/password/i), 'a fine pass')
  on = true
  await userEvent.click(data.getByRole('button', { name: 'Delete account' }))
  expect(await data.findByText('Please enter a code, or use a passkey.')).toBeInTheDocument()
  expect(await data.findByLabelText('Code from the app')).toBeInTheDocument()
  expect(bodies).toEqual([{ password: 'a fine pass' }])
})

test.each([
  ['en', 'Your password again', 'Code from the app', 'Confirm'],
  ['ar', 'كلمة المرور مرة ثانية', 'الرمز من التطبيق', 'تأكيد'],
] as const)(
  'the question after twelve hours asks administrators for a code, in %s',
  async (language, title, label, confirm) => {
    await switchLanguage(language)
    let confirmed = false
    const bodies = withFactor('auth/confirm-password', () => {
      confirmed = true
      return new HttpResponse(null, { status: 204 })
    })
    server.use(
      http.get('*/api/auth/me', () => HttpResponse.json({ user: { ...user, role: 'ADMIN' } })),
      http.get('*/api/admin/users', () =>
        confirmed ? HttpResponse.json({ users: [], total: 0, page: 1, limit: 25 }) : refuse(403, 'PASSWORD_REQUIRED'),
      ),
    )
    renderApp('/admin?tab=users')
    const dialog = within(await screen.findByRole('dialog', { name: title }))
    await userEvent.type(await dialog.findByLabelText(label), '287082')
    await userEvent.type(dialog.getByLabelText(language === 'en' ? 'Password' : 'كلمة المرور'), 'a fine pass')
    await userEvent.click(dialog.getByRole('button', { name: confirm }))
    await waitFor(() => expect(confirmed).toBe(true))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(bodies).toEqual([{ password: 'a fine pass', code: '287082' }])
  },
)

test('recovery codes can be copied, downloaded and printed', async () => {
  signIn()
  const codes = ['GEZD-GNBV-GY3T-QOJQ', 'AAAA-BBBB-CCCC-DDDD']
  server.use(
    http.get('*/api/user/second-factor', () => HttpResponse.json(factors({ enabled: true, app: true }))),
    http.post('*/api/user/second-factor/recovery-codes', () => HttpResponse.json({ recoveryCodes: codes })),
  )
  const pointer = userEvent.setup()
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined)
  const files: Blob[] = []
  Object.assign(URL, { createObjectURL: (file: Blob) => `blob:${files.push(file)}`, revokeObjectURL: () => undefined })
  renderApp('/settings')
  const factor = await panel('Two-step login')
  await pointer.click(await factor.findByRole('button', { name: 'Get new recovery codes' }))
  await pointer.type(await factor.findByLabelText('Current password'), 'a fine pass')
  await pointer.type(factor.getByLabelText('Code from the app'), '287082')
  await pointer.click(factor.getByRole('button', { name: 'Get new recovery codes' }))
  await pointer.click(await factor.findByRole('button', { name: 'Copy' }))
  expect(await navigator.clipboard.readText()).toContain(codes.join('\n'))
  await pointer.click(factor.getByRole('button', { name: 'Download' }))
  expect(files).toHaveLength(1)
  await pointer.click(factor.getByRole('button', { name: 'Print' }))
  expect(print).toHaveBeenCalledOnce()
})

test('the address is changed by links to both addresses', async () => {
  signIn()
  const bodies: unknown[] = []
  server.use(
    http.post('*/api/user/email', async ({ request }) => {
      bodies.push(await request.json())
      return new HttpResponse(null, { status: 204 })
    }),
  )
  renderApp('/settings')
  const email = await panel('Email address')
  await userEvent.click(email.getByRole('button', { name: 'Change address' }))
  const field = email.getByLabelText('New email address')
  await userEvent.type(field, 'SARA@example.com')
  await userEvent.type(email.getByLabelText('Current password'), 'a fine pass')
  const send = email.getByRole('button', { name: 'Send the links' })
  expect(send).toBeDisabled()
  await userEvent.clear(field)
  await userEvent.type(field, 'new@example.com')
  await userEvent.click(send)
  expect(await email.findByRole('status')).toHaveTextContent('a link to sara@example.com and one to new@example.com')
  expect(bodies).toEqual([{ email: 'new@example.com', password: 'a fine pass' }])
})

test('devices show when they signed in and were last used', async () => {
  signIn()
  renderApp('/settings')
  const devices = await panel('Logged-in devices')
  expect((await devices.findAllByText(/Logged in 20 November 2026\. Last used /))[0]).toBeInTheDocument()
  expect(devices.getByText(/On the network you are on now\./)).toBeInTheDocument()
  expect(devices.getByText(/On another network \(203\.0\.113\.0\/24\)\./)).toBeInTheDocument()
})
