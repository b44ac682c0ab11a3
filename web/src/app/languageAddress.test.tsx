import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, expect, test } from 'vitest'
import { switchLanguage } from '~/i18n'
import { addressToShare, arabicAddress, plainPath } from '~/i18n/language'
import { list } from '~/testing/fixtures'
import { server } from '~/testing/server'
import { renderApp } from './renderApp'

const gpus = { category: 'GPU', total: 1 } as const

afterEach(() => switchLanguage('en'))

test('a path begins with its language, and a segment that only begins alike is no language', () => {
  expect(['/ar', '/ar/gpu', '/article', '/ar/ar/x'].map(plainPath)).toEqual(['/', '/gpu', '/article', '/ar/x'])
  expect(['/', '/gpu?a=1'].map(arabicAddress)).toEqual(['/ar', '/ar/gpu?a=1'])
})

const links = () => [...document.querySelectorAll('a[href^="/"]')].map((link) => link.getAttribute('href') ?? '')

test('every link of an Arabic page is Arabic', async () => {
  server.use(http.get('*/api/products/list', () => HttpResponse.json(list(gpus))))
  await switchLanguage('ar')
  renderApp('/ar/gpu')
  expect(await screen.findByRole('heading', { level: 1, name: 'كروت الشاشة' })).toBeTruthy()
  await waitFor(() => expect(links().length).toBeGreaterThan(2))
  expect(links().filter((href) => !/^\/ar(\/|$)/.test(href))).toEqual([])
})

test('choosing a language changes the address and keeps the filters', async () => {
  server.use(http.get('*/api/products/list', () => HttpResponse.json(list(gpus))))
  const { router } = renderApp('/gpu?manufacturer=MSI&page=2')
  await screen.findByRole('heading', { level: 1, name: 'Video Cards' })
  await userEvent.click(screen.getByRole('button', { name: 'Language' }))
  await userEvent.click(screen.getByRole('button', { name: 'العربية' }))
  await screen.findByRole('heading', { level: 1, name: 'كروت الشاشة' })
  expect(router.history.location.href).toBe('/ar/gpu?manufacturer=MSI&page=2')
  expect(router.state.location.pathname).toBe('/gpu')
  await waitFor(() => expect(document.querySelector('header a')?.getAttribute('href')).toBe('/ar'))
  expect(addressToShare('/build/x')).toBe(`${window.location.origin}/ar/build/x`)
  await userEvent.click(screen.getByRole('button', { name: 'اللغة' }))
  await userEvent.click(screen.getByRole('button', { name: 'English' }))
  await screen.findByRole('heading', { level: 1, name: 'Video Cards' })
  expect(router.history.location.href).toBe('/gpu?manufacturer=MSI&page=2')
  await waitFor(() => expect(document.querySelector('header a')?.getAttribute('href')).toBe('/'))
})

test('Back to a page in the other language shows it in that language', async () => {
  server.use(http.get('*/api/products/list', () => HttpResponse.json(list(gpus))))
  const { router } = renderApp('/gpu')
  await screen.findByRole('heading', { level: 1, name: 'Video Cards' })
  router.history.push('/ar/gpu')
  await screen.findByRole('heading', { level: 1, name: 'كروت الشاشة' })
  router.history.back()
  await screen.findByRole('heading', { level: 1, name: 'Video Cards' })
  expect(document.documentElement.dir).toBe('ltr')
})
