import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { categories } from '~/lib/categories'
import { isPlainKey, isTyping } from '~/lib/keys'
import { usePreferences } from '~/lib/preferences'

/** Opens a category's listing on its letter, unless the user is typing or a dialog is open. */
export function useLetterKeys(): void {
  const navigate = useNavigate()
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (!usePreferences.getState().letterKeys || !isPlainKey(event) || event.shiftKey || isTyping(event.target))
        return
      if (document.querySelector('[role="dialog"], dialog[open]')) return
      // Reads the key's position, so that an Arabic keyboard opens the same page.
      const letter = /^Key([A-Z])$/.exec(event.code)?.[1]
      const category = letter && categories.find((one) => one.letter === letter)?.slug
      if (!category) return
      event.preventDefault()
      void navigate({ to: '/$category', params: { category } })
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [navigate])
}
