import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useText } from '~/i18n/useText'
import { useToasts } from '~/lib/toasts'
import { useSubmit } from '~/lib/useSubmit'
import { Button } from '~/ui/Button'
import { useRetailerName } from '~/ui/RetailerLabel'
import styles from '../shared/Admin.module.css'
import { MESSAGE_TIME } from '../shared/messageTime'
import { allOperationsQueries, crawlRetailer, type RetailerState } from '../shared/operations'
import { switchRetailerOff, switchRetailerOn } from './retailerCrawls'
import { useAdminErrorText } from '../shared/useAdminErrorText'

const route = getRouteApi('/admin')

/** The buttons of a shop: crawl now, history, off and on. */
export function RetailerActions({ retailer }: { retailer: RetailerState }) {
  const { slug, name, nameAr } = retailer
  const { language } = useText()
  const shop = useRetailerName()(slug, language === 'ar' ? nameAr : name)
  return (
    <span className={styles.buttons}>
      <RunButton retailer={retailer} shop={shop} />
      <HistoryButton slug={slug} shop={shop} />
      <SwitchButton retailer={retailer} shop={shop} />
    </span>
  )
}

type ShopProps = { retailer: RetailerState; shop: string }

function RunButton({ retailer: { slug, enabled, switchedOff, crawling }, shop }: ShopProps) {
  const { t } = useText()
  const errorText = useAdminErrorText()
  const showToast = useToasts((state) => state.show)
  const queryClient = useQueryClient()
  const run = useSubmit({
    mutationFn: () => crawlRetailer(slug),
    onSuccess: () => showToast(t('admin.operations.queued', { shop }), MESSAGE_TIME),
    onError: (error) => showToast(errorText(error, t('admin.operations.runFailed')), MESSAGE_TIME),
    onSettled: () => queryClient.invalidateQueries(allOperationsQueries),
  })
  return (
    <Button
      small
      disabled={!enabled || switchedOff || crawling || run.isPending}
      aria-label={t('admin.operations.runOf', { shop })}
      onClick={() => run.mutate()}
    >
      {t(crawling ? 'admin.operations.crawling' : 'admin.operations.run')}
    </Button>
  )
}

/** Shows or hides the crawls of a shop. The address names the shop. */
function HistoryButton({ slug, shop }: { slug: string; shop: string }) {
  const { t } = useText()
  const navigate = useNavigate()
  const search = route.useSearch()
  const isOpen = search.retailer === slug
  return (
    <Button
      small
      kind="quiet"
      aria-expanded={isOpen}
      aria-label={t('admin.operations.historyOf', { shop })}
      onClick={() =>
        void navigate({
          to: '/admin',
          search: { tab: 'operations', state: search.state, retailer: isOpen ? undefined : slug },
          resetScroll: !isOpen,
        })
      }
    >
      {t('admin.operations.history')}
    </Button>
  )
}

/** Switches the crawls of a shop off or on. A shop whose file is switched off is not switched here. */
function SwitchButton({ retailer: { slug, enabled, switchedOff }, shop }: ShopProps) {
  const { t } = useText()
  const errorText = useAdminErrorText()
  const showToast = useToasts((state) => state.show)
  const queryClient = useQueryClient()
  const change = useSubmit({
    mutationFn: (isOn: boolean) => (isOn ? switchRetailerOn(slug) : switchRetailerOff(slug)),
    onSuccess: (_, isOn) =>
      showToast(t(isOn ? 'admin.operations.switchedOn' : 'admin.operations.switchedOff', { shop }), MESSAGE_TIME),
    onError: (error) => showToast(errorText(error, t('admin.operations.switchFailed')), MESSAGE_TIME),
    onSettled: () => queryClient.invalidateQueries(allOperationsQueries),
  })
  if (!enabled) return null
  return (
    <Button
      small
      kind="quiet"
      disabled={change.isPending}
      aria-label={t(switchedOff ? 'admin.operations.switchOnOf' : 'admin.operations.switchOffOf', { shop })}
      onClick={() => change.mutate(switchedOff)}
    >
      {t(switchedOff ? 'admin.operations.switchOn' : 'admin.operations.switchOff')}
    </Button>
  )
}
