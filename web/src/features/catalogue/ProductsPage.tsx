import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { getRouteApi } from '@tanstack/react-router'
import type { Category } from '~/api/wire'
import { withTexts } from '~/i18n'
import { useText } from '~/i18n/useText'
import { categories, parseCategory } from '~/lib/categories'
import { listingQuery } from '~/lib/listingQueries'
import { Chip } from '~/ui/Chip'
import { SelectField } from '~/ui/Field'
import { Icon } from '~/ui/Icon'
import { Page } from '~/ui/Page'
import { withChanges } from './filterChanges'
import styles from './Listing.module.css'
import { ListingView } from './ListingView'
import { lazyPiece } from '~/ui/lazyPiece'

const InvalidCategory = lazyPiece(
  withTexts(['seldomUsed'], () => import('./InvalidCategory')),
  'InvalidCategory',
)
const NoProducts = lazyPiece(
  withTexts(['seldomUsed'], () => import('./NoProducts')),
  'NoProducts',
)

const route = getRouteApi('/products')

/** The whole catalogue, of all categories or of some. */
export default function ProductsPage() {
  const search = route.useSearch()
  const unknown = search.category?.find((one) => parseCategory(one) === undefined)
  if (unknown !== undefined)
    return (
      <Suspense>
        <InvalidCategory path={unknown} />
      </Suspense>
    )
  return <CatalogueListing />
}

function CatalogueListing() {
  const { t, format } = useText()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const query = useQuery(listingQuery(search))
  const title = t('listing.all')
  const chosen = search.category?.length === 1 ? parseCategory(search.category[0] ?? '') : undefined
  const options: { value: Category | 'all'; label: string }[] = [
    { value: 'all', label: t('listing.all') },
    ...categories.map(({ type }) => ({ value: type, label: t(`category.${type}.many`) })),
  ]
  return (
    <Page wide title={title}>
      <div className={styles.head}>
        <Icon name="grid" size="l" />
        <h1>{title}</h1>
        {query.data && (
          <Chip>{t('listing.count', { count: query.data.total, n: format.count(query.data.total) })}</Chip>
        )}
        <SelectField
          label={t('listing.category')}
          value={chosen ?? 'all'}
          options={options}
          onChange={(category) =>
            void navigate({ search: withChanges(search, { category: category === 'all' ? undefined : [category] }) })
          }
        />
      </div>
      <ListingView
        query={query}
        search={search}
        onChange={(next, replace) => void navigate({ search: next, replace, resetScroll: false })}
        searchLabel={t('listing.searchAll')}
        emptyMessage={<NoProducts />}
      />
    </Page>
  )
}
