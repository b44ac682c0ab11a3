import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { suggestQuery } from '~/api/queries'
import { useText } from '~/i18n/useText'
import { usePreferences } from '~/lib/preferences'
import { useDebounced } from '~/lib/useDebounced'
import { recentGroups, suggestedGroups, withoutTwins, type Entry, type EntryGroup } from './entries'

/** Suggestions are requested for more than this many characters … */
const shortest = 2
/** … after a pause in typing, in milliseconds. */
const rest = 300

/**
 * State of a search field: its text, its suggestions, and the active line. `known` returns lines that need no server.
 */
export function useSuggestions(query: string, known?: (typed: string) => EntryGroup[]) {
  const [text, setText] = useState(query)
  const [shown, setShown] = useState(false)
  const [index, setIndex] = useState(-1)
  const [before, setBefore] = useState(query)
  if (before !== query) {
    setBefore(query)
    setText(query)
  }
  const recent = usePreferences((state) => state.recentSearches)
  const { language } = useText()
  const typed = text.trim()
  const settled = useDebounced(typed, rest)
  const long = settled.length > shortest
  const { data, isError } = useQuery({ ...suggestQuery(settled), enabled: shown && long })

  const groups = withoutTwins([
    ...(known?.(typed) ?? []),
    ...(typed === '' ? recentGroups(recent) : []),
    ...(typed.length > shortest ? suggestedGroups(typed, isError || !long ? undefined : data, language) : []),
  ])
  const entries = groups.flatMap((group) => group.entries)
  const open = shown && entries.length > 0
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
      setShown(true)
    },
    show: () => setShown(true),
    close: () => {
      setShown(false)
      setIndex(-1)
    },
    point: setIndex,
    move: (by: 1 | -1) => {
      setShown(true)
      // One position more than there are lines: the field itself.
      const places = entries.length + 1
      setIndex((at) => ((at + 1 + by + places) % places) - 1)
    },
  }
}
