import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { Suspense, useMemo, useRef, useState } from 'react'
import { settingsQuery } from '~/api/ownData'
import { ApiError } from '~/api/client'
import { withTexts } from '~/i18n'
import { useText } from '~/i18n/useText'
import { useBuild } from '~/lib/buildStore'
import {
  listSavedParts,
  savedBuildQuery,
  savedCompatibilityQuery,
  savedToWireComponents,
  toBuild,
  toSelectedProduct,
  type SavedBuild,
  type SavedPart,
} from '~/lib/accountBuilds'
import { multiplyKwd } from '~/lib/build'
import { BuildBand } from '~/lib/buildBand/BuildBand'

import { mayReplaceBuild } from '~/lib/mayReplaceBuild'
import { useShareText } from '~/lib/share/useShareText'
import { WhatsAppLink } from '~/lib/share/WhatsAppLink'
import { readVerdict } from '~/lib/verdict'
import { lazyDialog } from '~/lib/dialog/lazyDialog'
import { useToasts } from '~/lib/toasts'
import { useSubmit } from '~/lib/useSubmit'
import { Breadcrumb } from '~/ui/Breadcrumb'
import { Button } from '~/ui/Button'
import { Chip } from '~/ui/Chip'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { lazyPiece, renderNothing } from '~/ui/lazyPiece'
import { Page } from '~/ui/Page'
import { useProductName } from '~/ui/ProductName'
import { useRetailerName } from '~/ui/RetailerLabel'
import { Loading, Skeleton } from '~/ui/Skeleton'
import { useSavedBuildName } from '~/lib/useSavedBuildName'
import { useErrorText } from '~/lib/useErrorText'
import styles from './Builds.module.css'
import { NoBuild } from './NoBuild'
import { SharedParts } from './SharedParts'
import { shareAddress } from './shareAddress'
import { Totals } from './Totals'
import { Verdict } from './Verdict'

// Only the owner has suggestions, and few visitors make one.
const SuggestionsPanel = lazyPiece(
  withTexts(['builds'], () => import('./SuggestionsPanel')),
  'SuggestionsPanel',
  renderNothing,
)
const SuggestDialog = lazyDialog(
  withTexts(['account', 'builds'], () => import('./SuggestDialog')),
  'SuggestDialog',
)

const route = getRouteApi('/build/$shareToken')
/** Time for which the button says that the link was copied, in ms. */
const COPIED_TIME = 2000

/** A shared build, for everyone who has its link. */
export default function SharedBuildPage() {
  const { t } = useText()
  const errorText = useErrorText()
  const nameOf = useSavedBuildName()
  const { shareToken } = route.useParams()
  const { data, error, refetch } = useQuery({
    ...savedBuildQuery(shareToken),
    retry: (count, failure) => count < 2 && !(failure instanceof ApiError && failure.status === 404),
  })
  if (error instanceof ApiError && error.status === 404) {
    const wellFormed = /^[\w-]{22}$/.test(shareToken)
    return <NoBuild title={wellFormed ? 'builds.notFound' : 'builds.invalidLink'} />
  }
  return (
    <Page title={data ? nameOf(data.build) : t('builds.sharedTitle')}>
      <Breadcrumb here={t('builds.sharedTitle')}>
        <Link to="/">{t('nav.home')}</Link>
      </Breadcrumb>
      {error && <ErrorAlert text={errorText(error, t('builds.openFailed'))} onRetry={() => void refetch()} />}
      {data ? (
        <SharedBuild build={data.build} />
      ) : (
        !error && (
          <Loading label={t('builds.loading')}>
            <Skeleton height="24rem" />
          </Loading>
        )
      )}
    </Page>
  )
}

function SharedBuild({ build }: { build: SavedBuild }) {
  const { t, format } = useText()
  const nameOf = useSavedBuildName()
  const settings = useQuery({ ...settingsQuery, enabled: build.isOwn })
  const [discussed, setDiscussed] = useState<SavedPart | null>(null)
  return (
    <>
      <div className={styles.head}>
        <div>
          <h1>
            <bdi>{nameOf(build)}</bdi>
          </h1>
          <p className={styles.meta}>
            {t('builds.by', { name: build.user?.name ?? t('builds.anonymous') })} ·{' '}
            {t('builds.views', { count: build.viewCount, n: format.count(build.viewCount) })} ·{' '}
            {t('builds.created', { date: format.fullDay(build.createdAt) })}
          </p>
          {build.isOwn && !build.isPublic && <Chip icon="info">{t('builds.onlyYou')}</Chip>}
        </div>
        <div className={styles.actions}>
          <UseButton build={build} />
          {build.isPublic && <SendButton build={build} />}
          <CopyButton token={build.shareToken} />
        </div>
      </div>
      {build.isOwn && build.isPublic && settings.data?.allowBuildSharing === false && (
        <p className={styles.notice}>{t('builds.sharingOff')}</p>
      )}
      {build.description !== null && (
        <p className={styles.description}>
          <bdi>{build.description}</bdi>
        </p>
      )}
      <Band build={build} />
      <Totals build={build} />
      <Suspense>{build.isOwn && <SuggestionsPanel build={build} />}</Suspense>
      <SharedParts parts={listSavedParts(build)} onSuggest={build.isOwn ? undefined : setDiscussed} />
      <Suspense>
        {discussed && <SuggestDialog build={build} part={discussed} onClose={() => setDiscussed(null)} />}
      </Suspense>
      {/* Below the parts: the verdict loads later, and must not push them. */}
      <Verdict build={build} />
    </>
  )
}

/** The parts as a band, in the colours of the verdict. */
function Band({ build }: { build: SavedBuild }) {
  const components = useMemo(() => toBuild(build).components, [build])
  const { data } = useQuery(savedCompatibilityQuery(savedToWireComponents(build)))
  return <BuildBand components={components} verdict={data && readVerdict(data, components)} />
}

/** Sends the list itself by WhatsApp: parts with price and shop, total, link. */
function SendButton({ build }: { build: SavedBuild }) {
  const nameOf = useSavedBuildName()
  const write = useShareText()
  const productName = useProductName()
  const retailerName = useRetailerName()
  const lines = listSavedParts(build).map(({ componentType, product, quantity, state }) => ({
    category: componentType,
    name: productName(product),
    quantity,
    total: state === 'sold' && product.price !== null ? multiplyKwd(product.price, quantity) : null,
    shop: retailerName(product.retailerSlug, product.retailer),
  }))
  return <WhatsAppLink text={write(nameOf(build), lines, build.todayTotal)} link={shareAddress(build.shareToken)} />
}

/** Copies the parts into the visitor's own builder. */
function UseButton({ build }: { build: SavedBuild }) {
  const { t, format } = useText()
  const navigate = useNavigate()
  const showToast = useToasts((state) => state.show)
  const using = useSubmit({
    mutationFn: async () => {
      if (!(await mayReplaceBuild(t('builds.replaceConfirm')))) return
      const all = listSavedParts(build)
      const parts = all.flatMap((part) => {
        const product = part.state === 'gone' ? null : toSelectedProduct(part)
        return product ? [{ product, quantity: part.quantity }] : []
      })
      useBuild.getState().replaceParts(parts, build.name)
      const missing = all.length - parts.length
      showToast(
        missing === 0 ? t('builds.used') : t('builds.usedWithout', { count: missing, n: format.count(missing) }),
      )
      await navigate({ to: '/' })
    },
  })
  return (
    <Button kind="filled" icon="plus" onClick={() => using.mutate()}>
      {t('builds.use')}
    </Button>
  )
}

function CopyButton({ token }: { token: string }) {
  const { t } = useText()
  const [copied, setCopied] = useState<boolean | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  async function copy() {
    try {
      await navigator.clipboard.writeText(shareAddress(token))
      setCopied(true)
      // A second press starts the time anew.
      clearTimeout(timer.current)
      timer.current = setTimeout(() => setCopied(null), COPIED_TIME)
    } catch {
      setCopied(false)
    }
  }
  return (
    <>
      <Button icon={copied ? 'check' : 'share'} onClick={() => void copy()}>
        {t(copied ? 'builds.linkCopied' : 'builds.copyLink')}
      </Button>
      {copied === false && (
        <span role="alert" className={styles.problem}>
          {t('builds.copyFailed', { link: shareAddress(token) })}
        </span>
      )}
    </>
  )
}
