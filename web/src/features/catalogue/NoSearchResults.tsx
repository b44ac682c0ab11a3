import type { Product, ProductList } from '~/api/wire'
import { useText } from '~/i18n/useText'
import { Empty } from '~/ui/Empty'
import { ProductGrid } from '~/lib/product/ProductGrid'
import { CategoryLinks } from './CategoryLinks'
import styles from './Listing.module.css'

/**
 * Message for a search without results, with suggestions: products near to a model that does not exist or an item that
 * no retailer sells.
 */
export function NoSearchResults({ intent, nearby }: { intent: ProductList['intent']; nearby: Product[] }) {
  const { t } = useText()
  // The intent card above already says everything.
  if (intent?.kind === 'build') return null
  if (intent?.kind === 'notCarried') {
    return (
      <>
        <Empty
          title={t('search.notSoldTitle', { words: intent.words })}
          text={nearby.length > 0 ? t('search.notSoldNear') : t('search.noneText')}
        />
        <ProductGrid products={nearby} />
      </>
    )
  }
  if (nearby.length > 0) {
    return (
      <>
        <p className={styles.understood}>{t('search.nearby')}</p>
        <ProductGrid products={nearby} />
      </>
    )
  }
  return (
    <Empty title={t('search.noneTitle')} text={t('search.noneText')}>
      <CategoryLinks />
    </Empty>
  )
}

/** Prompt for an address without a query. */
export function SearchPrompt() {
  const { t } = useText()
  return (
    <Empty level={1} title={t('search.prompt')} text={t('search.promptText')}>
      <CategoryLinks />
    </Empty>
  )
}
