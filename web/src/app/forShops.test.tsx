import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { switchLanguage } from '~/i18n'
import { renderApp } from './renderApp'

test('shops read how to be listed, the format and how to be removed in both languages, and the footer leads there', async () => {
  renderApp('/for-shops')
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('For shops')
  for (const name of ['How to be listed', 'The format of a list', 'Handing a list in', 'How to be removed'])
    expect(screen.getByRole('region', { name })).toBeInTheDocument()
  const format = within(screen.getByRole('region', { name: 'The format of a list' }))
  for (const field of ['id', 'title', 'price', 'link', 'deleted']) expect(format.getByText(field)).toBeInTheDocument()
  const commands = screen.getAllByText(/^curl /).map((command) => command.textContent)
  expect(commands.map((command) => /mode=\w+/.exec(command ?? '')?.[0])).toEqual(['mode=whole', 'mode=changes'])
  expect(within(await screen.findByRole('contentinfo')).getByRole('link', { name: 'For shops' })).toHaveAttribute(
    'href',
    '/for-shops',
  )
  await switchLanguage('ar')
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('للمحلات')
  expect(screen.getByRole('region', { name: 'شلون تشيل محلك' })).toBeInTheDocument()
  // Lists and commands are the same in both languages.
  expect(screen.getAllByText(/^curl /).map((command) => command.textContent)).toEqual(commands)
  await switchLanguage('en')
})
