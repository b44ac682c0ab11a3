import { Suspense, useState } from 'react'
import { useSession } from '~/api/accounts'
import { withTexts } from '~/i18n'
import { useText } from '~/i18n/useText'
import type { BudgetBuilds } from '~/lib/budgetBuilds'
import type { BudgetInput } from '~/lib/budgetInput'
import { LoginLink } from '~/lib/LoginLink'
import { Button } from '~/ui/Button'
import { lazyDialog } from '~/lib/dialog/lazyDialog'

const BudgetAlertDialog = lazyDialog(
  withTexts(['account', 'builds', 'header', 'alerts'], () => import('./BudgetAlertDialog')),
  'BudgetAlertDialog',
)

type BudgetAlertButtonProps = {
  input: BudgetInput
  response: BudgetBuilds
  /** Whether the response is still the one to another input. */
  disabled?: boolean
}

/**
 * Opens the dialog for an alert on a budget: for a build as good as the best one, or for any build of the use where the
 * budget is too small. Without a session, leads to the login and back.
 */
export function BudgetAlertButton({ input, response, disabled }: BudgetAlertButtonProps) {
  const { t } = useText()
  const { user } = useSession()
  const [open, setOpen] = useState(false)
  const best = response.builds[0]
  const label = t(best ? 'budget.watch.cheaper' : 'budget.watch.fits')
  if (!user) return <LoginLink icon="bell">{label}</LoginLink>
  return (
    <>
      <Button icon="bell" aria-haspopup="dialog" disabled={disabled} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {open && (
        <Suspense>
          <BudgetAlertDialog
            input={input}
            total={best?.total ?? response.least?.total ?? null}
            minIndex={best?.index ?? null}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
