import { createElement, lazy, useState, type ComponentType } from 'react'
import { withTexts } from '~/i18n'
import type * as filledBuild from './filledBuildComponents'

type Filled = typeof filledBuild

let loaded: Filled | undefined

const fetchFilled = withTexts(['home', 'build', 'specs'], () => import('./filledBuildComponents'))

/** Fetches the components that only a build with parts shows. The route waits for them where the build has parts. */
export const loadFilledBuildComponents = async () => (loaded = await fetchFilled())

/**
 * Returns one of these components, wrapped. Once all are loaded, the wrapper renders the component at once; `lazy` alone
 * would render nothing at first, and the content below would jump.
 */
function lazyComponent<Props extends object>(pick: (filled: Filled) => ComponentType<Props>): ComponentType<Props> {
  const LazyComponent = lazy(() => loadFilledBuildComponents().then((found) => ({ default: pick(found) })))
  return function FilledPart(props: Props) {
    // Keep the component of the first render: another one would lose its state.
    const [filled] = useState(() => loaded)
    return createElement<Props>(filled ? pick(filled) : (LazyComponent as ComponentType<Props>), props)
  }
}

export const BuildSummary = lazyComponent((filled) => filled.BuildSummary)
export const BuildTotals = lazyComponent((filled) => filled.BuildTotals)
export const ChecksPanel = lazyComponent((filled) => filled.ChecksPanel)
export const ChosenRow = lazyComponent((filled) => filled.ChosenRow)
export const Dock = lazyComponent((filled) => filled.Dock)
export const ExportList = lazyComponent((filled) => filled.ExportList)
export const VerdictLine = lazyComponent((filled) => filled.VerdictLine)
