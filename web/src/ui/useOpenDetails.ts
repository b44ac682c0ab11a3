import { useState, type SyntheticEvent } from 'react'

/**
 * Returns the properties of a `details` element that is open while `filled`, at first and whenever it becomes so. Emptied,
 * it stays as it is: the user may be in the middle of it.
 */
export function useOpenDetails(filled: boolean) {
  const [open, setOpen] = useState(filled)
  const [wasFilled, setWasFilled] = useState(filled)
  if (wasFilled !== filled) {
    setWasFilled(filled)
    if (filled) setOpen(true)
  }
  return { open, onToggle: (event: SyntheticEvent<HTMLDetailsElement>) => setOpen(event.currentTarget.open) }
}
