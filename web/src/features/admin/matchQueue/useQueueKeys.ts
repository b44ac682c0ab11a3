import { useEffect, useRef } from 'react'
import { isPlainKey, isTyping } from '~/lib/keys'
import { usePreferences } from '~/lib/preferences'

const letters = ['KeyA', 'KeyN', 'KeyF', 'KeyX', 'KeyU'] as const

type QueueKeys = Partial<Record<(typeof letters)[number], () => void> & { move: (by: number) => void }>

/**
 * Handles those of the review queue's keys that are given: A and N decide, F flags, X ticks, U undoes, arrows move up and
 * down. They take precedence over the letters that open listings.
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
        if (!newest.current.move) return
        event.preventDefault()
        newest.current.move(step)
        return
      }
      // Reads the key's position, so that an Arabic keyboard does the same.
      const letter = letters.find((one) => one === event.code)
      const act = letter && newest.current[letter]
      if (!act || !usePreferences.getState().letterKeys) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [])
}
