// One chunk for all components that an empty build does not need, because the empty build is the first page of the
// site.
export { BuildSummary, FootPayments } from './BuildSummary'
export { BuildTotals } from './BuildTotals'
export { ChecksPanel } from './ChecksPanel'
export { ChosenRow } from './ChosenRow'
export { Dock } from './Dock'
export { ExportList } from './ExportList'
export { FootNotes } from './FootNotes'
export { VerdictLine } from './VerdictLine'
