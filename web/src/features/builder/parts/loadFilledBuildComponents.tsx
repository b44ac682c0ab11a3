import { withTexts } from '~/i18n'
import { FailedNote, lazyPiece, renderNothing } from '~/ui/lazyPiece'
import type * as filledBuildComponents from './filledBuildComponents'

let loading: Promise<typeof filledBuildComponents> | undefined

const loadTogether = withTexts(['band', 'home', 'build', 'specs'], () => import('./filledBuildComponents'))

/** Loads the module once for all of its components. */
const load = () =>
  (loading ??= loadTogether().catch((error: unknown) => {
    loading = undefined
    throw error
  }))

export const BuildSummary = lazyPiece(load, 'BuildSummary')
export const ChecksPanel = lazyPiece(load, 'ChecksPanel')
export const ExportList = lazyPiece(load, 'ExportList')
export const ChosenRow = lazyPiece(load, 'ChosenRow', (failed) => (
  <tr>
    <td colSpan={9}>
      <FailedNote {...failed} />
    </td>
  </tr>
))
// The notes of the others offer to load these too.
export const BuildTotals = lazyPiece(load, 'BuildTotals', renderNothing)
export const Dock = lazyPiece(load, 'Dock', renderNothing)
export const FootNotes = lazyPiece(load, 'FootNotes', renderNothing)
export const FootPayments = lazyPiece(load, 'FootPayments', renderNothing)
export const VerdictLine = lazyPiece(load, 'VerdictLine', renderNothing)

/**
 * Fetches the components that only a build with parts shows. The route waits for them where the build has parts: a
 * component that is not loaded renders nothing at first, and the content below would jump.
 */
export const loadFilledBuildComponents = () =>
  Promise.all(
    [BuildSummary, ChecksPanel, ExportList, ChosenRow, BuildTotals, Dock, FootNotes, FootPayments, VerdictLine].map(
      (one) => one.preload(),
    ),
  )
