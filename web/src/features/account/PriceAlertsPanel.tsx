import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { alertsQuery, deleteAlert, type PriceAlert } from '~/api/alerts'
import { ApiError } from '~/api/client'
import { toBudgetSearchOfAlert } from '~/lib/alerts/budgetAlertSearch'
import { useText } from '~/i18n/useText'
import { useToasts } from '~/lib/toasts'
import { Button } from '~/ui/Button'
import { Chip } from '~/ui/Chip'
import { Dialog, DialogActions } from '~/lib/dialog/Dialog'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { Name, useProductName } from '~/ui/ProductName'
import { Panel } from '~/ui/Panel'
import { PartThumb } from '~/ui/PartPicture'
import { Price } from '~/ui/Price'
import { useSavedBuildName } from '~/lib/useSavedBuildName'
import { useErrorText } from '~/lib/useErrorText'
import styles from './PriceAlerts.module.css'
import { useSubmit } from '~/lib/useSubmit'

/** The user's price alerts, each with a button that deletes it. */
export function PriceAlertsPanel() {
  const { t } = useText()
  const errorText = useErrorText()
  const { data, error, refetch } = useQuery(alertsQuery)
  const [toDelete, setToDelete] = useState<PriceAlert | null>(null)
  return (
    <Panel title={t('account.settings.alerts')} icon="bell" className={styles.panel}>
      {error && !data && (
        <ErrorAlert text={errorText(error, t('account.settings.alertsLoadFailed'))} onRetry={() => void refetch()} />
      )}
      {data?.length === 0 && <p className={styles.empty}>{t('account.settings.alertsEmpty')}</p>}
      {data && data.length > 0 && (
        <table className={styles.table}>
          <thead className="sr-narrow">
            <tr>
              <th scope="col">{t('account.settings.alertProduct')}</th>
              <th scope="col">{t('account.settings.alertPrice')}</th>
              <th scope="col">{t('account.settings.alertType')}</th>
              <th scope="col">{t('account.settings.alertStatus')}</th>
              <th scope="col">
                <span className="sr">{t('account.settings.alertActions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {data.map((alert) => (
              <AlertRow key={alert.id} alert={alert} onDelete={() => setToDelete(alert)} />
            ))}
          </tbody>
        </table>
      )}
      {toDelete && <ConfirmDelete alert={toDelete} onClose={() => setToDelete(null)} />}
    </Panel>
  )
}

function AlertRow({ alert, onDelete }: { alert: PriceAlert; onDelete: () => void }) {
  const { t } = useText()
  const name = useAlertName()(alert)
  const { product, build, budgetBuild, enabled } = alert
  return (
    <tr>
      <td>
        {product && (
          <Link to="/product/$productId" params={{ productId: product.id }} className={styles.subject}>
            <PartThumb product={product} />
            <Name product={product} />
          </Link>
        )}
        {build && (
          <Link to="/build/$shareToken" params={{ shareToken: build.shareToken }} className={styles.subject}>
            <bdi dir="auto">{name}</bdi>
          </Link>
        )}
        {budgetBuild && (
          <Link to="/build-for" search={toBudgetSearchOfAlert(budgetBuild)} className={styles.subject}>
            {name}
          </Link>
        )}
      </td>
      <td data-label={t(budgetBuild ? 'account.settings.alertSum' : 'account.settings.alertPrice')}>
        {budgetBuild ? (
          <span>
            {t('account.settings.alertUpTo')} <Price value={budgetBuild.budget} />
          </span>
        ) : (
          <Price
            value={product ? product.price : build?.totalPrice}
            unavailable={product !== null && !product.inStock}
          />
        )}
      </td>
      <td data-label={t('account.settings.alertType')}>
        <Condition alert={alert} />
      </td>
      <td data-label={t('account.settings.alertStatus')}>
        <Chip kind={enabled ? 'accent' : 'fact'}>
          {t(`account.settings.${enabled ? 'alertActive' : budgetBuild ? 'alertFound' : 'alertDisabled'}`)}
        </Chip>
      </td>
      <td>
        <Button
          kind="quiet"
          small
          icon="trash"
          aria-label={t('account.settings.alertDeleteOf', { name })}
          onClick={onDelete}
        >
          {t('account.settings.alertDelete')}
        </Button>
      </td>
    </tr>
  )
}

function Condition({ alert }: { alert: PriceAlert }) {
  const { t, format } = useText()
  switch (alert.alertType) {
    case 'TARGET_PRICE':
      return t('account.settings.alertTarget', { price: format.money(alert.targetPrice ?? 0) })
    case 'PERCENTAGE_DROP':
      return t('account.settings.alertPercent', { percent: `${alert.percentage ?? 0}%` })
    case 'BUILD_TOTAL':
      return t('account.settings.alertTotal', { price: format.money(alert.targetPrice ?? 0) })
    case 'BUDGET_BUILD': {
      const minIndex = alert.budgetBuild?.minIndex ?? null
      return minIndex === null
        ? t('account.settings.alertBudget')
        : t('account.settings.alertBudgetIndex', { index: format.decimal(Math.round(minIndex * 10) / 10) })
    }
    default:
      return t('account.settings.alertAny')
  }
}

function ConfirmDelete({ alert, onClose }: { alert: PriceAlert; onClose: () => void }) {
  const { t } = useText()
  const errorText = useErrorText()
  const alertName = useAlertName()
  const showToast = useToasts((state) => state.show)
  const queryClient = useQueryClient()
  const remove = useSubmit({
    // An alert that is already deleted counts as success.
    mutationFn: () =>
      deleteAlert(alert.id).catch((error: unknown) =>
        error instanceof ApiError && error.status === 404 ? true : Promise.reject(error),
      ),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: alertsQuery.queryKey })
      showToast(t('account.settings.alertDeleted'))
      onClose()
    },
  })
  return (
    <Dialog title={t('account.settings.alertConfirm')} closeLabel={t('account.settings.cancel')} onClose={onClose}>
      <p>{t('account.settings.alertConfirmText', { name: alertName(alert) })}</p>
      {remove.error && <ErrorAlert text={errorText(remove.error, t('account.settings.alertDeleteFailed'))} />}
      <DialogActions>
        <Button onClick={onClose}>{t('account.settings.cancel')}</Button>
        <Button kind="danger" disabled={remove.isPending} onClick={() => remove.mutate()}>
          {t('account.settings.alertDelete')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** Returns a function that names the product, build or use of an alert. */
function useAlertName(): (alert: PriceAlert) => string {
  const productName = useProductName()
  const savedBuildName = useSavedBuildName()
  const { t } = useText()
  return ({ product, build, budgetBuild }) => {
    if (budgetBuild) return t('alert.budgetName', { use: t(`alert.uses.${budgetBuild.use}`) })
    return product ? productName(product) : build ? savedBuildName(build) : ''
  }
}
