import { lazy, Suspense, useEffect, useState } from 'react'
import { withMoreTexts } from '~/i18n'
import { isPlainKey, isTyping } from '~/lib/keys'

const CommandPalette = lazy(withMoreTexts(() => import('~/features/search/CommandPalette').then((found) => ({ default: found.CommandPalette }))))

/** Opens the command palette on the slash key, and on Ctrl-K or Cmd-K also while somebody is writing. */
export function Palette() {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const slash = event.key === '/' && isPlainKey(event) && !isTyping(event.target) && !document.querySelector('dialog[open]')
      if (!slash && !isPaletteKey(event)) return
      event.preventDefault()
      setOpen((shown) => slash || !shown)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
  if (!open) return null
  return (
    <Suspense fallback={<HoldLetters />}>
      <CommandPalette onClose={() => setOpen(false)} />
    </Suspense>
  )
}

/** By the key's place, so that it is the same on an Arabic keyboard. */
function isPaletteKey({ code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return code === 'KeyK' && (ctrlKey || metaKey) && !altKey && !shiftKey
}

/** While the palette is fetched, what is typed for it must not open a category. */
function HoldLetters() {
  useEffect(() => {
    function hold(event: KeyboardEvent) {
      if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) event.stopImmediatePropagation()
    }
    window.addEventListener('keydown', hold, true)
    return () => window.removeEventListener('keydown', hold, true)
  }, [])
  return null
}
