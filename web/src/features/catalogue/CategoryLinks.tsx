import { Link } from '@tanstack/react-router'
import { useText } from '~/i18n/useText'
import { categories } from '~/lib/categories'
import { Icon } from '~/ui/Icon'
import styles from './Listing.module.css'

/** Links to the listings of all categories, for pages without other content. */
export function CategoryLinks() {
  const { t } = useText()
  return (
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
  )
}
