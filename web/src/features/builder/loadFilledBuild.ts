import { createElement, lazy, useState, type ComponentType } from 'react'
import { withTexts } from '~/i18n'
import type * as filledBuild from './filledBuild'

type Filled = typeof filledBuild

let loaded: Filled | undefined

const fetchFilled = withTexts(['home', 'build', 'specs'], () => import('./filledBuild'))

/** Fetches what only a build with parts shows. The route waits for it where the build has some. */
export const loadFilledBuild = async () => (loaded = await fetchFilled())

/**
 * A part of it. Where all of it is there already it is drawn at once: a lazy part would leave its place empty at first, and what is
 * below would jump.
 */
function part<Props extends object>(pick: (filled: Filled) => ComponentType<Props>): ComponentType<Props> {
  const Later = lazy(() => loadFilledBuild().then((found) => ({ default: pick(found) })))
  return function FilledPart(props: Props) {
    // Keep what the first drawing found: another component would begin anew.
    const [filled] = useState(() => loaded)
    return createElement<Props>(filled ? pick(filled) : (Later as ComponentType<Props>), props)
  }
}

export const BuildSummary = part((filled) => filled.BuildSummary)
export const BuildTotals = part((filled) => filled.BuildTotals)
export const ChecksPanel = part((filled) => filled.ChecksPanel)
export const ChosenRow = part((filled) => filled.ChosenRow)
export const Dock = part((filled) => filled.Dock)
export const ExportList = part((filled) => filled.ExportList)
export const VerdictLine = part((filled) => filled.VerdictLine)
