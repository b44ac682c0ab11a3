import { Suspense, useEffect, useState } from 'react'
import { withSeldomUsedTexts } from '~/i18n'
import { isPlainKey, isTyping } from '~/lib/keys'
import { lazyDialog } from '~/lib/dialog/lazyDialog'

const CommandPalette = lazyDialog(
  withSeldomUsedTexts(() => import('~/features/search/CommandPalette')),
  'CommandPalette',
)

/** Opens the command palette on the slash key, and on Ctrl-K or Cmd-K also while the user is typing. */
export function Palette() {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const slash =
        event.key === '/' && isPlainKey(event) && !isTyping(event.target) && !document.querySelector('dialog[open]')
      if (!slash && !isPaletteKey(event)) return
      event.preventDefault()
      setOpen((shown) => slash || !shown)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
  if (!open) return null
  return (
    <Suspense fallback={<BlockLetterKeys />}>
      <CommandPalette onClose={() => setOpen(false)} />
    </Suspense>
  )
}

/** Compares the key's position, so that the shortcut is the same on an Arabic keyboard. */
function isPaletteKey({ code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return code === 'KeyK' && (ctrlKey || metaKey) && !altKey && !shiftKey
}

/** Stops letters typed while the palette loads from opening a category. */
function BlockLetterKeys() {
  useEffect(() => {
    function hold(event: KeyboardEvent) {
      if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) event.stopImmediatePropagation()
    }
    window.addEventListener('keydown', hold, true)
    return () => window.removeEventListener('keydown', hold, true)
  }, [])
  return null
}
