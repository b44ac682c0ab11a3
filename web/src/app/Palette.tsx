import { lazy, Suspense, useEffect, useState } from 'react'

const CommandPalette = lazy(() => import('~/features/search/CommandPalette').then((found) => ({ default: found.CommandPalette })))

/** Opens the command palette on Ctrl-K or Cmd-K, also while somebody is writing. */
export function Palette() {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      // By the key's place, so that it is the same on an Arabic keyboard.
      if (event.code !== 'KeyK' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      setOpen((shown) => !shown)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
  if (!open) return null
  return (
    <Suspense>
      <CommandPalette onClose={() => setOpen(false)} />
    </Suspense>
  )
}
