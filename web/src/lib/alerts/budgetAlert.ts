import type { components } from '~/api/schema'
import { toBudgetRequest, type BudgetInput } from '~/lib/budgetInput'

type Schemas = components['schemas']

/** Returns the request for an alert on the builds of an input: those with at least `minIndex`, or all if it is null. */
export function toBudgetAlert(input: BudgetInput, sum: number | null, minIndex: number | null): Schemas['NewAlert'] {
  const { use, allowUnknown, wishes } = toBudgetRequest(input)
  return {
    alertType: 'BUDGET_BUILD',
    targetPrice: sum,
    budgetBuild: { use, allowUnknown, wishes, minIndex },
  }
}
