import { render } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { PreserveFocus, trackServerContentFocus } from './PreserveFocus'

/** Stands for the app: a header with its search field, and a link. */
function Page() {
  const [text, setText] = useState('')
  return (
    <>
      <header>
        <input type="search" aria-label="Search" value={text} onChange={(event) => setText(event.target.value)} />
        <output>{text}</output>
      </header>
      <a href="/gpu">Video Cards</a>
    </>
  )
}

/** Renders the app over the server's content after `act` has happened in it. */
function takeOver(content: string, act: (root: HTMLElement) => void): HTMLElement {
  const root = document.createElement('div')
  root.innerHTML = content
  document.body.append(root)
  const tracked = trackServerContentFocus(root)
  act(root)
  // As a browser does when React removes the focused element.
  root.replaceChildren()
  render(
    <PreserveFocus content={tracked}>
      <Page />
    </PreserveFocus>,
    { container: root },
  )
  return root
}

test('what was typed before the app renders stays in the search field, with the focus', () => {
  const root = takeOver('<header><form><input type="search" name="q"></form></header>', (content) => {
    const field = content.querySelector('input')
    field?.focus()
    if (field) field.value = 'rtx 50'
  })
  const field = root.querySelector('input')
  expect(field).toHaveValue('rtx 50')
  expect(root.querySelector('output')).toHaveTextContent('rtx 50')
  expect(field).toHaveFocus()
})

test('a focused link keeps the focus', () => {
  const root = takeOver('<main><a href="/gpu">Video Cards</a></main>', (content) => content.querySelector('a')?.focus())
  expect(root.querySelector('a')).toHaveFocus()
})
