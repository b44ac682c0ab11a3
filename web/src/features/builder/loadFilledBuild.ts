import { createElement, lazy, useState, type ComponentType } from 'react'
import { withTexts } from '~/i18n'
import type * as filledBuild from './filledBuildComponents'

type Filled = typeof filledBuild

let loaded: Filled | undefined

const fetchFilled = withTexts(['home', 'build', 'specs'], () => import('./filledBuildComponents'))

/** Fetches the components that only a build with parts shows. The route waits for them where the build has parts. */
export const loadFilledBuild = async () => (loaded = await fetchFilled())

/**
 * Returns one of these components. Once all are loaded it renders at once: a lazy component would be empty at first,
 * and the content below would jump.
 */
function part<Props extends object>(pick: (filled: Filled) => ComponentType<Props>): ComponentType<Props> {
  const Later = lazy(() => loadFilledBuild().then((found) => ({ default: pick(found) })))
  return function FilledPart(props: Props) {
    // Keep the component of the first render: another one would lose its state.
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
