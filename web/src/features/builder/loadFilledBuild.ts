import { lazy } from 'react'
import { withTexts } from '~/i18n'

/** Fetches what only a build with parts shows. The route waits for it where the build has some. */
export const loadFilledBuild = withTexts(['home', 'build', 'specs'], () => import('./filledBuild'))

export const BuildSummary = lazy(() => loadFilledBuild().then((found) => ({ default: found.BuildSummary })))
export const BuildTotals = lazy(() => loadFilledBuild().then((found) => ({ default: found.BuildTotals })))
export const ChecksPanel = lazy(() => loadFilledBuild().then((found) => ({ default: found.ChecksPanel })))
export const ChosenRow = lazy(() => loadFilledBuild().then((found) => ({ default: found.ChosenRow })))
export const Dock = lazy(() => loadFilledBuild().then((found) => ({ default: found.Dock })))
export const ExportList = lazy(() => loadFilledBuild().then((found) => ({ default: found.ExportList })))
export const VerdictLine = lazy(() => loadFilledBuild().then((found) => ({ default: found.VerdictLine })))
