import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { alertsQuery, deleteAlert, type PriceAlert } from '~/api/alerts'
import { ApiError } from '~/api/client'
import { toBudgetSearchOfAlert } from '~/lib/alerts/budgetAlertSearch'
import { lowDaysOf, mayRepeat } from '~/lib/alerts/kinds'
import { ListingLink } from '~/lib/alerts/ListingLink'
import { useListingName } from '~/lib/alerts/useListingName'
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
import { useRetailerName } from '~/ui/RetailerLabel'
import { Spinner } from '~/ui/Spinner'
import { useSavedBuildName } from '~/lib/useSavedBuildName'
import { useErrorText } from '~/lib/useErrorText'
import { PriceAlertActions } from './PriceAlertActions'
import styles from './PriceAlerts.module.css'
import { useSubmit } from '~/lib/useSubmit'
import { isOffered } from '~/lib/product/isOffered'

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
      {!data && !error && <Spinner label={t('account.loading')} />}
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
  const { t, format } = useText()
  const name = useAlertName()(alert)
  const { product, build, budgetBuild, listing, enabled } = alert
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
        {listing && (
          <ListingLink listing={listing} className={styles.subject}>
            <bdi dir="auto">{name}</bdi>
          </ListingLink>
        )}
      </td>
      <td data-label={t(budgetBuild ? 'account.settings.alertSum' : 'account.settings.alertPrice')}>
        {budgetBuild ? (
          <span>
            {t('account.settings.alertUpTo')} <Price value={budgetBuild.budget} />
          </span>
        ) : listing ? (
          t('account.settings.alertListing')
        ) : (
          <Price
            value={product ? product.price : build?.totalPrice}
            unavailable={product !== null && !isOffered(product)}
          />
        )}
      </td>
      <td data-label={t('account.settings.alertType')}>
        <span className={styles.lines}>
          <Condition alert={alert} />
          {mayRepeat(alert.alertType) && (
            <small>{t(`account.settings.${alert.repeats ? 'alertAgain' : 'alertOnce'}`)}</small>
          )}
        </span>
      </td>
      <td data-label={t('account.settings.alertStatus')}>
        <span className={styles.lines}>
          <Chip kind={enabled ? 'accent' : 'fact'}>{t(`account.settings.${findStatusKey(alert)}`)}</Chip>
          {alert.lastFiredAt && (
            <small>
              {t('account.settings.alertTimes', {
                count: alert.timesFired,
                n: format.count(alert.timesFired),
                when: format.ago(alert.lastFiredAt),
              })}
            </small>
          )}
        </span>
      </td>
      <td>
        <span className={styles.actions}>
          <PriceAlertActions alert={alert} name={name} />
          <Button
            kind="quiet"
            small
            icon="trash"
            aria-label={t('account.settings.alertDeleteOf', { name })}
            onClick={onDelete}
          >
            {t('account.settings.alertDelete')}
          </Button>
        </span>
      </td>
    </tr>
  )
}

function findStatusKey({ enabled, paused, budgetBuild }: PriceAlert) {
  if (enabled) return 'alertActive'
  if (paused) return 'alertPaused'
  return budgetBuild ? 'alertFound' : 'alertDisabled'
}

function Condition({ alert }: { alert: PriceAlert }) {
  const { t, format } = useText()
  const retailerName = useRetailerName()
  switch (alert.alertType) {
    case 'TARGET_PRICE':
      return t('account.settings.alertTarget', { price: format.money(alert.targetPrice ?? 0) })
    case 'PERCENTAGE_DROP':
    case 'PRICE_FALL':
      return t('account.settings.alertPercent', { percent: `${alert.percentage ?? 0}%` })
    case 'BACK_IN_STOCK':
      return alert.retailers.length === 0
        ? t('account.settings.alertReturn')
        : t('account.settings.alertReturnAt', { shops: format.list(alert.retailers.map((slug) => retailerName(slug))) })
    case 'NEW_LOW_EVER':
      return t('account.settings.alertLowEver')
    case 'NEAR_LOW':
      return t('account.settings.alertNear', { percent: `${alert.percentage ?? 0}%` })
    case 'PRICE_RISE':
      return t('account.settings.alertRise', { percent: `${alert.percentage ?? 0}%` })
    case 'NEW_AT_SHOP':
      return t('account.settings.alertNewShop')
    case 'NEW_LOW_30':
    case 'NEW_LOW_90':
    case 'NEW_LOW_365':
      return t('account.settings.alertLow', { days: lowDaysOf(alert.alertType) })
    case 'BUILD_TOTAL':
      return t('account.settings.alertTotal', { price: format.money(alert.targetPrice ?? 0) })
    case 'LISTING_AT_OR_BELOW':
      return t('account.settings.alertAtOrBelow', { price: format.money(alert.targetPrice ?? 0) })
    case 'LISTING_NEW_MATCH':
      return t('account.settings.alertNewMatch')
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

/** Returns a function that names the product, build, use or listing of an alert. */
function useAlertName(): (alert: PriceAlert) => string {
  const productName = useProductName()
  const savedBuildName = useSavedBuildName()
  const listingName = useListingName()
  const { t } = useText()
  return ({ product, build, budgetBuild, listing }) => {
    if (listing) return listingName(listing)
    if (budgetBuild) return t('alert.budgetName', { use: t(`alert.uses.${budgetBuild.use}`) })
    return product ? productName(product) : build ? savedBuildName(build) : ''
  }
}
