import type { ChangeEvent, FormEvent, KeyboardEvent } from 'react'
import { toSearchEntry, type Entry } from './entries'
import type { useSuggestions } from './useSuggestions'

type Suggesting = ReturnType<typeof useSuggestions>

/** Returns the properties of a search field as the combobox of its suggestions, whose list has the id `listId`. */
export function comboboxProps(box: Suggesting, listId: string) {
  return {
    role: 'combobox',
    dir: 'auto',
    value: box.text,
    'aria-autocomplete': 'list',
    'aria-expanded': box.open,
    'aria-controls': listId,
    'aria-activedescendant': box.active ? `${listId}-${box.index}` : undefined,
    autoComplete: 'off',
    spellCheck: false,
    maxLength: 200,
    onChange: (event: ChangeEvent<HTMLInputElement>) => box.setText(event.target.value),
  } as const
}

/** Moves through the suggestions by the arrow keys. `onEscape`: what Escape does, where that is not the browser's part. */
export function moveByKey(event: KeyboardEvent, box: Suggesting, onEscape?: () => void): void {
  if (event.nativeEvent.isComposing) return
  if (event.key === 'ArrowDown') box.move(1)
  else if (event.key === 'ArrowUp') box.move(-1)
  else if (event.key === 'Escape' && onEscape) onEscape()
  else return
  event.preventDefault()
}

/** Opens the active suggestion; where none is active, searches for the text. */
export function submitBox(event: FormEvent, box: Suggesting, choose: (entry: Entry) => void): void {
  event.preventDefault()
  const entry = box.active ?? toSearchEntry(box.text)
  if (entry) choose(entry)
}
