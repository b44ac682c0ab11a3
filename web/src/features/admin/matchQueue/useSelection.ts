import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { toMatchSearch, type MatchFilter } from '../matches/matches'

const route = getRouteApi('/admin')

type Chosen = {
  /** The filter and the page that the choice was made on. On another one it does not count. */
  place: string
  /** The first of these that the page has is selected: a decision may also remove the next matches from the page. */
  ids: string[]
  /** A match that is shown also where the page does not have it. */
  linkedId?: string
  /** Whether the page was reached from the one after it, so that its last match is selected. */
  isFromBelow?: boolean
}

const placeOf = (filter: MatchFilter): string => JSON.stringify(filter)

/** Holds which match of the queue is selected. The address names it, so that a reload or a link shows it again. */
export function useSelection(filter: MatchFilter) {
  const search = route.useSearch()
  const navigate = useNavigate()
  const place = placeOf(filter)
  const fromAddress: Chosen = {
    place,
    ids: search.match === undefined ? [] : [search.match],
    linkedId: search.match,
  }
  const [chosen, setChosen] = useState(fromAddress)
  const { ids, linkedId, isFromBelow = false } = chosen.place === place ? chosen : fromAddress
  const choose = (change: Omit<Chosen, 'place'>) => {
    setChosen({ place, ...change })
    void navigate({
      to: '/admin',
      search: { ...search, match: change.ids[0] },
      replace: true,
      resetScroll: false,
    })
  }
  return {
    ids,
    linkedId,
    isFromBelow,
    /** Selects a match of the page; the others follow where it is no longer there. */
    select: (...candidates: string[]) => choose({ ids: candidates }),
    /** Shows a match wherever it is. */
    show: (id: string) => choose({ ids: [id], linkedId: id }),
    /** Goes to another page, and selects its first or last match. */
    goTo: (page: number, selectsLast: boolean) => {
      setChosen({ place: placeOf({ ...filter, page }), ids: [], isFromBelow: selectsLast })
      const pageInAddress = page > 1 ? page : undefined
      void navigate({ to: '/admin', search: { tab: 'matches', ...toMatchSearch(filter), page: pageInAddress } })
    },
  }
}

export type Selection = ReturnType<typeof useSelection>
