import { useQuery } from '@tanstack/react-query'
import { favoritesQuery } from '~/api/ownData'
import { useText } from '~/i18n/useText'
import { ButtonLink } from '~/lib/ButtonLink'
import { Empty } from '~/ui/Empty'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { ProductGrid, ProductGridSkeleton } from '~/lib/product/ProductGrid'
import { RequireSession } from '~/lib/session/RequireSession'
import { useErrorText } from '~/lib/useErrorText'
import styles from './Account.module.css'

/** The user's favourite products. */
export default function FavoritesPage() {
  const { t } = useText()
  return (
    <RequireSession title={t('account.favorites.title')}>
      <Favorites />
    </RequireSession>
  )
}

function Favorites() {
  const { t, format } = useText()
  const errorText = useErrorText()
  const { data, error, refetch } = useQuery(favoritesQuery)
  if (data?.length === 0) {
    return (
      <Empty level={1} title={t('account.favorites.emptyTitle')} text={t('account.favorites.emptyText')}>
        <ButtonLink to="/products" kind="filled">
          {t('later.toProducts')}
        </ButtonLink>
      </Empty>
    )
  }
  return (
    <>
      <h1>{t('account.favorites.title')}</h1>
      {error && <ErrorAlert text={errorText(error, t('account.favorites.failed'))} onRetry={() => void refetch()} />}
      {data ? (
        <>
          <h2 className="sr">{t('listing.products')}</h2>
          <p className={styles.count}>
            {t('account.favorites.count', { count: data.length, n: format.count(data.length) })}
          </p>
          <ProductGrid wide products={data.map((one) => one.product)} />
        </>
      ) : (
        !error && <ProductGridSkeleton count={4} />
      )}
    </>
  )
}
