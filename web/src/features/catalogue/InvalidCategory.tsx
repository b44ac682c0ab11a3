import { Link } from '@tanstack/react-router'
import { useText } from '~/i18n/useText'
import { categories } from '~/lib/categories'
import { Empty } from '~/ui/Empty'
import { Icon } from '~/ui/Icon'
import { Page } from '~/ui/Page'
import styles from './Listing.module.css'

/** Page for a category that does not exist, in the path or in a parameter. */
export function InvalidCategory({ path }: { path: string }) {
  const { t } = useText()
  return (
    <Page title={t('listing.invalidCategory')}>
      <Empty level={1} title={t('listing.invalidCategory')} text={t('listing.invalidCategoryText', { path })}>
        <ul className={styles.categories}>
          {categories.map(
            ({ type, slug, icon }) =>
              slug && (
                <li key={type}>
                  <Link to="/$category" params={{ category: slug }}>
                    <Icon name={icon} />
                    {t(`category.${type}.many`)}
                  </Link>
                </li>
              ),
          )}
        </ul>
      </Empty>
    </Page>
  )
}
