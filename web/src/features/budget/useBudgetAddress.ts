import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { readBudgetInput, toBudgetSearch, type BudgetInput } from '~/lib/budgetInput'
import { useDebounced } from '~/lib/useDebounced'

/** Pause after which the address follows, in ms; longer, because browsers limit how often a page changes its address. */
const ADDRESS_PAUSE = 400

/**
 * Returns the input of a page's form, which its address holds too, and a function that changes parts of it. Each input at
 * which the form rests is a step of the history, so that Back returns to the one before. `isOfAddress`: nothing was
 * changed since the address was read; `hasSum`: the address names a sum.
 */
export function useBudgetAddress(to: '/build-for' | '/upgrade', defaultBudget?: number, max?: number) {
  const search = useSearch({ from: to })
  const navigate = useNavigate()
  const [input, setInput] = useState(() => readBudgetInput(search, defaultBudget, max))
  const address = useDebounced(input, ADDRESS_PAUSE)
  const written = useRef(JSON.stringify(toBudgetSearch(input)))

  // The address follows the form; Back and links change the form.
  useEffect(() => {
    const next = toBudgetSearch(address)
    if (JSON.stringify(next) === written.current) return
    written.current = JSON.stringify(next)
    void navigate({ to, search: next, resetScroll: false })
  }, [address, navigate, to])
  useEffect(() => {
    const inAddress = readBudgetInput(search, defaultBudget, max)
    if (JSON.stringify(toBudgetSearch(inAddress)) === written.current) return
    written.current = JSON.stringify(toBudgetSearch(inAddress))
    setInput(inAddress)
  }, [search, defaultBudget, max])

  const isOfAddress =
    JSON.stringify(toBudgetSearch(input)) ===
    JSON.stringify(toBudgetSearch(readBudgetInput(search, defaultBudget, max)))
  const change = (part: Partial<BudgetInput>) => setInput((before) => ({ ...before, ...part }))
  return { input, change, isOfAddress, hasSum: search.budget !== undefined }
}
