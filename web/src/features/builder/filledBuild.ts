// One part of the code for all that an empty build, the first sight of the site, does without.
export { BuildSummary } from './BuildSummary'
export { BuildTotals } from './BuildTotals'
export { ChecksPanel } from './ChecksPanel'
export { ChosenRow } from './ChosenRow'
export { Dock } from './Dock'
export { ExportList } from './ExportList'
export { VerdictLine } from './VerdictLine'
