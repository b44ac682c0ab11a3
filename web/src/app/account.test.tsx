import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { delay, http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { switchLanguage } from '~/i18n'
import { product } from '~/testing/fixtures'
import { server } from '~/testing/server'
import { renderApp } from './renderApp'

const user = {
  id: '00000000-0000-4000-8000-00000000000a',
  name: 'Sara',
  email: 'sara@example.com',
  role: 'USER',
  emailVerified: true,
}
const refuse = (status: number, code: string, error: string) => HttpResponse.json({ error, code }, { status })

test('a page that needs an account opens the login, which returns to it', async () => {
  let signedIn = false
  server.use(
    http.get('*/api/auth/me', () => HttpResponse.json({ user: signedIn ? user : null })),
    http.get('*/api/favorites', () => HttpResponse.json({ favorites: [] })),
    http.post('*/api/auth/login', async ({ request }) => {
      expect(await request.json()).toEqual({ email: 'sara@example.com', password: 'a fine pass' })
      signedIn = true
      return HttpResponse.json({ user })
    }),
  )
  const { router } = renderApp('/favorites')
  await waitFor(() => expect(router.state.location.href).toBe('/login?next=%2Ffavorites'))
  await userEvent.type(await screen.findByLabelText('Email'), 'sara@example.com')
  await userEvent.type(screen.getByLabelText('Password'), 'a fine pass')
  await userEvent.click(screen.getByRole('button', { name: 'Login' }))
  expect(await screen.findByRole('heading', { name: 'No favorites yet' })).toBeInTheDocument()
  expect(router.state.location.href).toBe('/favorites')
  expect(await screen.findByRole('button', { name: 'Account: Sara' })).toBeInTheDocument()
})

test('a refused sign-in says why, and the wait where there is one', async () => {
  let seconds: string | undefined
  server.use(
    http.post('*/api/auth/login', () =>
      seconds === undefined
        ? refuse(401, 'WRONG_CREDENTIALS', 'Wrong.')
        : HttpResponse.json({ error: 'x', code: 'TOO_OFTEN' }, { status: 429, headers: { 'retry-after': seconds } }),
    ),
  )
  renderApp('/login')
  await userEvent.type(await screen.findByLabelText('Email'), 'sara@example.com')
  await userEvent.type(screen.getByLabelText('Password'), 'a fine pass')
  await userEvent.click(screen.getByRole('button', { name: 'Login' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('The email or password is wrong')
  seconds = '42'
  await userEvent.click(screen.getByRole('button', { name: 'Login' }))
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('try again in 42 seconds'))
})

test.each([
  ['en', 'Email', 'Password', 'Login', 'This account is suspended. Please write to us.'],
  ['ar', 'الإيميل', 'كلمة المرور', 'دخول', 'هالحساب موقّف. راسلنا.'],
] as const)('a suspended user is told so in %s', async (language, email, password, login, words) => {
  server.use(http.post('*/api/auth/login', () => refuse(403, 'ACCOUNT_SUSPENDED', 'This account is suspended.')))
  await switchLanguage(language)
  renderApp(language === 'ar' ? '/ar/login' : '/login')
  await userEvent.type(await screen.findByLabelText(email), 'sara@example.com')
  await userEvent.type(screen.getByLabelText(password), 'a fine pass')
  await userEvent.click(within(screen.getByRole('main')).getByRole('button', { name: login }))
  expect(await screen.findByRole('alert')).toHaveTextContent(words)
  await switchLanguage('en')
})

test('a forgotten password: the same words for every address', async () => {
  const sent: unknown[] = []
  server.use(
    http.post('*/api/auth/forgot-password', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ message: 'x' })
    }),
  )
  renderApp('/forgot-password')
  const email = await screen.findByLabelText('Email')
  expect(email).toBeRequired()
  expect(email).toHaveAttribute('type', 'email')
  await userEvent.type(email, 'nobody@example.com')
  await userEvent.click(screen.getByRole('button', { name: 'Send reset link' }))
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Check Your Email')
  expect(
    screen.getByText("If an account exists with that email, we've sent a password reset link."),
  ).toBeInTheDocument()
  expect(screen.getByText('The link expires in 1 hour.')).toBeInTheDocument()
  expect(screen.getByText('If it does not arrive, check your spam folder.')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Back to login' })).toHaveAttribute('href', '/login')
  expect(sent).toEqual([{ email: 'nobody@example.com', language: 'en' }])
})

test.each(['/reset-password', '/reset-password?token=', '/reset-password?token=%20'])(
  'a reset link without a token leads to a new one: %s',
  async (address) => {
    renderApp(address)
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Invalid or missing reset token. Please request a new password reset link.',
    )
    expect(screen.getByRole('link', { name: 'Request a new link' })).toHaveAttribute('href', '/forgot-password')
  },
)

test('a new password is checked, set, and leads to the login after 3 seconds', async () => {
  const sent: unknown[] = []
  server.use(
    http.post('*/api/auth/reset-password', async ({ request }) => {
      sent.push(await request.json())
      return sent.length === 1
        ? refuse(422, 'INVALID_RESET', 'Invalid reset link')
        : HttpResponse.json({ success: true, passkeys: 0 })
    }),
  )
  const { router } = renderApp('/reset-password?token=the-token')
  const password = await screen.findByLabelText('New password')
  const again = screen.getByLabelText('Confirm password')
  const submit = screen.getByRole('button', { name: 'Reset password' })
  expect(screen.getByText('Minimum 8 characters')).toBeInTheDocument()
  await userEvent.type(password, 'short')
  await userEvent.type(again, 'shorter')
  await userEvent.click(submit)
  expect(screen.getByRole('alert')).toHaveTextContent('Passwords do not match')
  await userEvent.clear(again)
  await userEvent.type(again, 'short')
  await userEvent.click(submit)
  expect(screen.getByRole('alert')).toHaveTextContent('Password must be at least 8 characters')
  await userEvent.type(password, 'er than that')
  await userEvent.type(again, 'er than that')
  await userEvent.click(submit)
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Invalid reset link'))
  expect(screen.getByRole('link', { name: 'Request a new link' })).toHaveAttribute('href', '/forgot-password')
  await userEvent.click(submit)
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Password Reset Successful')
  const succeeded = performance.now()
  expect(sent[1]).toEqual({ token: 'the-token', newPassword: 'shorter than that' })
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'), { timeout: 4000 })
  // The message may have stood for a moment before it was found.
  expect(performance.now() - succeeded).toBeGreaterThan(2000)
})

test('a new password names the passkeys that still sign in, and waits for the reader', async () => {
  server.use(http.post('*/api/auth/reset-password', () => HttpResponse.json({ success: true, passkeys: 2 })))
  renderApp('/reset-password?token=the-token')
  await userEvent.type(await screen.findByLabelText('New password'), 'longer than that')
  await userEvent.type(screen.getByLabelText('Confirm password'), 'longer than that')
  await userEvent.click(screen.getByRole('button', { name: 'Reset password' }))
  expect(await screen.findByText(/^Your 2 passkeys still open the account without the password\./)).toBeInTheDocument()
  expect(screen.queryByText(/Taking you to the login page/)).toBeNull()
  const main = within(screen.getByRole('main'))
  expect(main.getByRole('link', { name: 'Go to login' })).toHaveAttribute('href', '/login')
})

test('an address verifies by itself, once, and goes home after 3 seconds', async () => {
  const sent: unknown[] = []
  server.use(
    http.post('*/api/auth/verify-email', async ({ request }) => {
      sent.push(await request.json())
      await delay(300)
      return HttpResponse.json({ success: true })
    }),
  )
  const { router } = renderApp('/verify-email?token=the-token')
  expect(await screen.findByText('Verifying your email…')).toBeInTheDocument()
  expect(await screen.findByRole('heading', { level: 1, name: 'Email Verified!' })).toBeInTheDocument()
  const verified = performance.now()
  expect(sent).toEqual([{ token: 'the-token' }])
  await waitFor(() => expect(router.state.location.pathname).toBe('/'), { timeout: 4000 })
  // The message may have stood for a moment before it was found.
  expect(performance.now() - verified).toBeGreaterThan(2000)
})

test('the browser that signed up is signed in by the link', async () => {
  let verified = false
  server.use(
    http.get('*/api/auth/me', () => HttpResponse.json({ user: verified ? user : null })),
    http.post('*/api/auth/verify-email', () => {
      verified = true
      return HttpResponse.json({ success: true })
    }),
  )
  renderApp('/verify-email?token=the-token')
  expect(await screen.findByRole('heading', { level: 1, name: 'Email Verified!' })).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Account: Sara' })).toBeInTheDocument()
  expect(screen.queryByRole('link', { name: 'Go to login' })).not.toBeInTheDocument()
})

test('an answer from before the verification does not sign the browser out', async () => {
  let verified = false
  server.use(
    http.get('*/api/auth/me', async () => {
      const answered = verified ? user : null
      // The first answer is on its way while the address is verified.
      if (!verified) await delay(600)
      return HttpResponse.json({ user: answered })
    }),
    http.post('*/api/auth/verify-email', () => {
      verified = true
      return HttpResponse.json({ success: true })
    }),
  )
  renderApp('/verify-email?token=the-token')
  expect(await screen.findByRole('heading', { level: 1, name: 'Email Verified!' })).toBeInTheDocument()
  expect(await screen.findByRole('button', { name: 'Account: Sara' })).toBeInTheDocument()
})

test.each([
  ['ALREADY_VERIFIED', 'Already verified'],
  ['ADDRESS_CONFIRMED', 'Address confirmed'],
  ['ADDRESS_CHANGED', 'Address changed'],
])('a mailed link says what it did: %s', async (outcome, title) => {
  server.use(http.post('*/api/auth/verify-email', () => HttpResponse.json({ success: true, outcome })))
  const { router } = renderApp('/verify-email?token=the-token')
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Go to login' })).toBeInTheDocument()
  expect(router.state.location.pathname).toBe('/verify-email')
})

test('the login leads users who are signed in on', async () => {
  server.use(
    http.get('*/api/auth/me', () => HttpResponse.json({ user })),
    http.get('*/api/favorites', () => HttpResponse.json({ favorites: [] })),
  )
  const { router } = renderApp('/login?next=%2Ffavorites')
  expect(await screen.findByRole('heading', { name: 'No favorites yet' })).toBeInTheDocument()
  expect(router.state.location.href).toBe('/favorites')
})

test.each([
  ['/favorites', 'Log in to see your favorites.'],
  ['/settings', 'Log in to open your settings.'],
  ['/product/x', 'Log in to watch prices and to write a review.'],
  ['/?x=1', 'Log in to save and share your build.'],
  ['/constructor', 'Log in to go on.'],
])('the login says what it is for: %s', async (next, reason) => {
  renderApp(`/login?next=${encodeURIComponent(next)}`)
  expect(await screen.findByText(reason)).toBeInTheDocument()
})

test('a link that does not verify says so', async () => {
  server.use(http.post('*/api/auth/verify-email', () => refuse(422, 'INVALID_VERIFICATION', 'No.')))
  renderApp('/verify-email?token=used')
  expect(await screen.findByRole('heading', { level: 1, name: 'Verification Failed' })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Go to login' })).toHaveAttribute('href', '/login')
})

test('a verification link without a token says so, and nothing is sent', async () => {
  const sent: unknown[] = []
  server.use(
    http.post('*/api/auth/verify-email', () => {
      sent.push('verify')
      return HttpResponse.json({ success: true })
    }),
  )
  renderApp('/verify-email')
  expect(await screen.findByRole('heading', { level: 1, name: 'Verification Failed' })).toBeInTheDocument()
  expect(screen.getByRole('alert')).toHaveTextContent('Invalid or missing verification token')
  expect(screen.getByRole('link', { name: 'Go to login' })).toHaveAttribute('href', '/login')
  expect(sent).toEqual([])
})

test('a favourite that cannot be saved is undone', async () => {
  server.use(
    http.get('*/api/auth/me', () => HttpResponse.json({ user })),
    http.get('*/api/favorites', () => HttpResponse.json({ favorites: [] })),
    http.post('*/api/favorites', () => refuse(500, 'INTERNAL', '')),
    http.get('*/api/products', () =>
      HttpResponse.json({
        product: product(),
        retailers: [],
        priceRange: null,
        matchedProductsCount: 0,
        specSources: {},
        sources: [],
        landingPages: [],
      }),
    ),
    http.get('*/api/products/:id/price-history', () => refuse(404, 'NO_PRICE_HISTORY', 'None.')),
    http.get('*/api/products/list', () =>
      HttpResponse.json({ products: [], total: 0, page: 1, limit: 20, facets: {}, hidden: 0 }),
    ),
  )
  renderApp(`/product/${product().id}`)
  await screen.findByRole('button', { name: 'Account: Sara' })
  const heart = (await screen.findAllByRole('button', { name: /^Favorite: / }))[0]
  expect(heart).toHaveAttribute('aria-pressed', 'false')
  await userEvent.click(heart as HTMLElement)
  expect(await screen.findByText('Failed to update favorites')).toBeInTheDocument()
  expect(heart).toHaveAttribute('aria-pressed', 'false')
})

test('an invalid field shows its error beside it', async () => {
  renderApp('/forgot-password')
  const email = await screen.findByLabelText('Email')
  await userEvent.click(screen.getByRole('button', { name: 'Send reset link' }))
  expect(email).toHaveAccessibleDescription('Please fill this in.')
  expect(email).toHaveFocus()
  await userEvent.type(email, 'sara')
  expect(email).not.toHaveAccessibleDescription()
  await userEvent.click(screen.getByRole('button', { name: 'Send reset link' }))
  expect(email).toHaveAccessibleDescription('Please enter a valid email address.')
})
