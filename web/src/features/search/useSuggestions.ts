import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { suggestQuery } from '~/api/queries'
import { useText } from '~/i18n/useText'
import { usePreferences } from '~/lib/preferences'
import { useDebounced } from '~/lib/useDebounced'
import { toRecentGroups, toSuggestionGroups, removeDuplicateCategories, type Entry, type EntryGroup } from './entries'

/** Suggestions are requested only for texts longer than this, in characters. */
const MIN_TYPED = 2
/** Pause in typing after which suggestions are requested, in milliseconds. */
const TYPING_PAUSE = 300

/**
 * State of a search field: its text, its suggestions, and the active line. `localGroups` returns lines that need no server.
 */
export function useSuggestions(query: string, localGroups?: (typed: string) => EntryGroup[]) {
  const [text, setText] = useState(query)
  const [isOpen, setIsOpen] = useState(false)
  const [index, setIndex] = useState(-1)
  const [lastQuery, setLastQuery] = useState(query)
  if (lastQuery !== query) {
    setLastQuery(query)
    setText(query)
  }
  const recent = usePreferences((state) => state.recentSearches)
  const { language } = useText()
  const typed = text.trim()
  const settled = useDebounced(typed, TYPING_PAUSE)
  const long = settled.length > MIN_TYPED
  const { data, isError } = useQuery({ ...suggestQuery(settled), enabled: isOpen && long })

  const groups = removeDuplicateCategories([
    ...(localGroups?.(typed) ?? []),
    ...(typed === '' ? toRecentGroups(recent) : []),
    ...(typed.length > MIN_TYPED ? toSuggestionGroups(typed, isError || !long ? undefined : data, language) : []),
  ])
  const entries = groups.flatMap((group) => group.entries)
  const open = isOpen && entries.length > 0
  return {
    text,
    groups,
    open,
    index,
    active: (open ? entries[index] : undefined) ?? (null as Entry | null),
    /** Number of suggestions, without the line that searches everywhere. */
    found: data && long ? entries.filter((one) => one.key !== 'all').length : null,
    setText: (value: string) => {
      setText(value)
      setIndex(-1)
      setIsOpen(true)
    },
    show: () => setIsOpen(true),
    close: () => {
      setIsOpen(false)
      setIndex(-1)
    },
    point: setIndex,
    move: (by: 1 | -1) => {
      setIsOpen(true)
      // One position more than there are lines: the field itself.
      const positions = entries.length + 1
      setIndex((at) => ((at + 1 + by + positions) % positions) - 1)
    },
  }
}
