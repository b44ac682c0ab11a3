// Everything on a first visit that renders after the first frame, as one file.
export { BudgetEntry } from './BudgetEntry'
export { ExampleBuild } from './ExampleBuild'
export { HowItWorks } from './HowItWorks'
export { PriceDropList } from './PriceDropList'
