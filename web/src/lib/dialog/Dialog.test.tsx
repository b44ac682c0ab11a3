import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Dialog } from './Dialog'

// jsdom lays out nothing: every point but the origin is outside of the dialog.
const outside = { clientX: 10, clientY: 10 }

function show() {
  const onClose = vi.fn()
  render(
    <Dialog title="Question" closeLabel="Close" onClose={onClose}>
      <input aria-label="Note" />
    </Dialog>,
  )
  return { onClose, dialog: screen.getByRole('dialog'), field: screen.getByLabelText('Note') }
}

/** Presses on one element and releases on another; the browser clicks on what holds both. */
function drag(from: Element, to: Element, clicked: Element) {
  fireEvent.pointerDown(from, outside)
  fireEvent.pointerUp(to, outside)
  fireEvent.click(clicked, outside)
}

test('a press on the backdrop closes the dialog', () => {
  const { onClose, dialog } = show()
  drag(dialog, dialog, dialog)
  expect(onClose).toHaveBeenCalledOnce()
})

test('a selection that is dragged out of a field, or a press that ends inside, closes nothing', () => {
  const { onClose, dialog, field } = show()
  drag(field, dialog, dialog)
  drag(dialog, field, dialog)
  expect(onClose).not.toHaveBeenCalled()
})

test('a press on the edge of the dialog itself, such as its scroll bar, closes nothing', () => {
  const { onClose, dialog } = show()
  vi.spyOn(dialog, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 100, 100))
  drag(dialog, dialog, dialog)
  expect(onClose).not.toHaveBeenCalled()
})
