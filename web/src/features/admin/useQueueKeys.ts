import { useEffect, useRef } from 'react'
import { isPlainKey, isTyping } from '~/lib/keys'
import { usePreferences } from '~/lib/preferences'

type QueueKeys = { KeyA: () => void; KeyN: () => void; KeyF: () => void; KeyX: () => void; move: (by: number) => void }

/**
 * Handles the keys of the review queue: A and N decide, F flags, X ticks, arrows move up and down. They take precedence
 * over the letters that open listings.
 */
export function useQueueKeys(keys: QueueKeys): void {
  const newest = useRef(keys)
  useEffect(() => {
    newest.current = keys
  })
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (
        !isPlainKey(event) ||
        event.shiftKey ||
        event.repeat ||
        isTyping(event.target) ||
        document.querySelector('dialog[open]')
      )
        return
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.code]
      if (step !== undefined) {
        event.preventDefault()
        newest.current.move(step)
        return
      }
      // Reads the key's position, so that an Arabic keyboard does the same.
      const { code } = event
      if (code !== 'KeyA' && code !== 'KeyN' && code !== 'KeyF' && code !== 'KeyX') return
      if (!usePreferences.getState().letterKeys) return
      event.preventDefault()
      newest.current[code]()
    }
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [])
}
