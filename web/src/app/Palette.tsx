import { Suspense, useEffect, useRef, useState, type RefObject } from 'react'
import { withTexts } from '~/i18n'
import { isPlainKey, isTyping } from '~/lib/keys'
import { lazyDialog } from '~/lib/dialog/lazyDialog'

const CommandPalette = lazyDialog(
  withTexts(['header'], () => import('~/features/search/CommandPalette')),
  'CommandPalette',
)

/** Opens the command palette on the slash key, and on Ctrl-K or Cmd-K also while the user is typing. */
export function Palette() {
  const [open, setOpen] = useState(false)
  const typed = useRef('')
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const slash =
        event.key === '/' && isPlainKey(event) && !isTyping(event.target) && !document.querySelector('dialog[open]')
      if (!slash && !isPaletteKey(event)) return
      event.preventDefault()
      typed.current = ''
      setOpen((shown) => slash || !shown)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
  if (!open) return null
  return (
    <Suspense fallback={<KeepTyped typed={typed} />}>
      <CommandPalette typed={typed} onClose={() => setOpen(false)} />
    </Suspense>
  )
}

/** Compares the key's position, so that the shortcut is the same on an Arabic keyboard. */
function isPaletteKey({ code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return code === 'KeyK' && (ctrlKey || metaKey) && !altKey && !shiftKey
}

/** Keeps what is typed while the palette loads, for its field; until then no letter opens a category. */
function KeepTyped({ typed }: { typed: RefObject<string> }) {
  useEffect(() => {
    function keep(event: KeyboardEvent) {
      const isLetter = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey
      if (!isLetter && event.key !== 'Backspace') return
      typed.current = isLetter ? typed.current + event.key : typed.current.slice(0, -1)
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    window.addEventListener('keydown', keep, true)
    return () => window.removeEventListener('keydown', keep, true)
  }, [typed])
  return null
}
