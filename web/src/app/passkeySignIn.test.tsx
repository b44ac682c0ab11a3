import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import { server } from '~/testing/server'
import { renderApp } from './renderApp'

const user = {
  id: '00000000-0000-4000-8000-00000000000a',
  name: 'Sara',
  email: 'sara@example.com',
  role: 'USER',
  emailVerified: true,
}
const bytes = (...values: number[]) => new Uint8Array(values).buffer

class Assertion {
  clientDataJSON = bytes(1)
  authenticatorData = bytes(2)
  signature = bytes(3)
  userHandle = bytes(4)
}

class Credential {
  static isConditionalMediationAvailable = vi.fn(() => Promise.resolve(false))
  id = 'AAEC'
  rawId = bytes(0, 1, 2)
  type = 'public-key'
  authenticatorAttachment = 'platform'
  response = new Assertion()
}

type Asked = { mediation?: string; publicKey: { challenge: Uint8Array } }

/** A browser with passkeys; returns its questions, and the bodies that the page sent. */
function browserWithPasskeys(answer: (asked: Asked) => Promise<unknown>, rpId = 'localhost') {
  const asked: Asked[] = []
  const sent: unknown[] = []
  let done = false
  vi.stubGlobal('PublicKeyCredential', Credential)
  vi.stubGlobal('AuthenticatorAssertionResponse', Assertion)
  vi.stubGlobal('navigator', {
    ...Object.fromEntries(
      ['language', 'languages', 'userAgent', 'onLine'].map((key) => [key, navigator[key as 'language']]),
    ),
    credentials: {
      get: (options: Asked) => {
        asked.push(options)
        return answer(options)
      },
    },
  })
  server.use(
    http.get('*/api/auth/me', () => HttpResponse.json({ user: done ? user : null })),
    http.post('*/api/auth/passkey/options', () =>
      HttpResponse.json({ options: { rpId, challenge: 'AAECAwQFBgcICQoLDA0ODw', userVerification: 'required' } }),
    ),
    http.post('*/api/auth/passkey', async ({ request }) => {
      sent.push(await request.json())
      done = true
      return HttpResponse.json({ user })
    }),
  )
  return { asked, sent }
}

afterEach(() => {
  vi.unstubAllGlobals()
  Credential.isConditionalMediationAvailable.mockResolvedValue(false)
})

test('a passkey signs in without an address and a password', async () => {
  const { asked, sent } = browserWithPasskeys(() => Promise.resolve(new Credential()))
  const { router } = renderApp('/login?next=%2Fabout-shops')
  const button = await screen.findByRole('button', { name: 'Log in with a passkey' })
  await waitFor(() => expect(button).toBeEnabled())
  expect(screen.getByLabelText('Email')).toHaveAttribute('autocomplete', 'username webauthn')
  await userEvent.click(button)
  await waitFor(() => expect(router.state.location.pathname).toBe('/about-shops'))
  expect(asked.map((one) => one.mediation)).toEqual([undefined])
  expect(sent).toEqual([
    {
      passkey: expect.objectContaining({
        id: 'AAEC',
        response: { clientDataJSON: 'AQ', authenticatorData: 'Ag', signature: 'Aw', userHandle: 'BA' },
      }) as unknown,
    },
  ])
})

test('a passkey that the browser suggests in the field signs in without a press', async () => {
  Credential.isConditionalMediationAvailable.mockResolvedValue(true)
  const { asked } = browserWithPasskeys(() => Promise.resolve(new Credential()))
  const { router } = renderApp('/login?next=%2Fabout-shops')
  await waitFor(() => expect(router.state.location.pathname).toBe('/about-shops'))
  expect(asked.map((one) => one.mediation)).toEqual(['conditional'])
})

test('a cancelled passkey leaves the form as it is', async () => {
  browserWithPasskeys(() => Promise.reject(new DOMException('cancelled', 'NotAllowedError')))
  renderApp('/login')
  const button = await screen.findByRole('button', { name: 'Log in with a passkey' })
  await waitFor(() => expect(button).toBeEnabled())
  await userEvent.click(button)
  expect(await screen.findByText('The passkey was not used. Please try again.')).toBeInTheDocument()
  await waitFor(() => expect(button).toBeEnabled())
})

test('no passkey is offered where the server gives no challenge', async () => {
  browserWithPasskeys(() => Promise.reject(new Error('never asked')))
  server.use(http.post('*/api/auth/passkey/options', () => HttpResponse.json({ code: 'TOO_OFTEN' }, { status: 429 })))
  renderApp('/login')
  expect(await screen.findByLabelText('Email')).toBeInTheDocument()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Log in with a passkey' })).not.toBeInTheDocument())
})

test('no passkey is offered where the browser or the address has none', async () => {
  renderApp('/login')
  expect(await screen.findByLabelText('Email')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Log in with a passkey' })).not.toBeInTheDocument()
})

test('no passkey is offered at an address that its domain is not of', async () => {
  browserWithPasskeys(() => Promise.reject(new Error('never asked')), 'tajmeea.example')
  renderApp('/login')
  expect(await screen.findByLabelText('Email')).toBeInTheDocument()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Log in with a passkey' })).not.toBeInTheDocument())
})
