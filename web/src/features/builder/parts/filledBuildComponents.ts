// One chunk for all components that an empty build does not need, because the empty build is the first page of the
// site.
export { BuildSummary, FootPayments } from '../totals/BuildSummary'
export { BuildTotals } from '../totals/BuildTotals'
export { ChecksPanel } from '../checks/ChecksPanel'
export { ChosenRow } from './ChosenRow'
export { Dock } from '../totals/Dock'
export { ExportList } from '../transfer/ExportList'
export { FootNotes } from './FootNotes'
export { VerdictLine } from '../checks/VerdictLine'
