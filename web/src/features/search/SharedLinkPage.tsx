import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ApiError } from '~/api/client'
import { soldProductQuery } from '~/api/queries'
import { useText } from '~/i18n/useText'
import { ButtonLink } from '~/lib/ButtonLink'
import { findLink, findOwnPath, findWords } from '~/lib/sharedLink'
import { useToasts } from '~/lib/toasts'
import { useErrorText } from '~/lib/useErrorText'
import { Empty } from '~/ui/Empty'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { Page } from '~/ui/Page'
import { Loading, Skeleton } from '~/ui/Skeleton'

const route = getRouteApi('/share')

/** Leads from a shop's link, shared by another app or pasted into the search field, to the product's page. */
export default function SharedLinkPage() {
  const { t } = useText()
  const errorText = useErrorText()
  const shared = route.useSearch()
  const navigate = route.useNavigate()
  const showToast = useToasts((state) => state.show)
  const link = findLink(shared)
  const ownPath = link && findOwnPath(link)
  const words = findWords(shared, link)
  const isShopLink = link !== undefined && ownPath === undefined
  const { data, error, refetch } = useQuery({ ...soldProductQuery(link ?? ''), enabled: isShopLink })
  const isUnknown = error instanceof ApiError && (error.status === 404 || error.status === 422)
  const productId = data?.productId
  const searched = link === undefined || isUnknown ? words : undefined
  useEffect(() => {
    if (ownPath !== undefined) void navigate({ href: ownPath, replace: true })
    else if (productId !== undefined) void navigate({ to: '/product/$productId', params: { productId }, replace: true })
    else if (searched !== undefined) {
      if (isUnknown) showToast(t('sharedLink.searched'))
      void navigate({ to: '/search', search: { q: searched }, replace: true })
    }
  }, [ownPath, productId, searched, isUnknown, navigate, showToast, t])
  if (searched === undefined && (link === undefined || isUnknown)) {
    const title = t(isUnknown ? 'sharedLink.unknown' : 'sharedLink.none')
    return (
      <Page title={title}>
        <Empty level={1} title={title} text={t(isUnknown ? 'sharedLink.unknownText' : 'sharedLink.noneText')}>
          <ButtonLink to="/products" kind="filled">
            {t('later.toProducts')}
          </ButtonLink>
        </Empty>
      </Page>
    )
  }
  return (
    <Page title={t('sharedLink.title')}>
      <h1 className="sr">{t('sharedLink.title')}</h1>
      {error && !isUnknown ? (
        <ErrorAlert text={errorText(error, t('sharedLink.failed'))} onRetry={() => void refetch()} />
      ) : (
        <Loading label={t('sharedLink.looking')}>
          <Skeleton height="12rem" />
        </Loading>
      )}
    </Page>
  )
}
