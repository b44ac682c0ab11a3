import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { categoriesQuery } from '~/api/queries'
import { useText } from '~/i18n/useText'
import { chosenIds } from '~/lib/build'
import { useBuild } from '~/lib/buildStore'
import { otherCategories, slots, type CategoryInfo } from '~/lib/categories'
import { Icon } from '~/ui/Icon'
import { Kbd } from '~/ui/Kbd'
import styles from './BrowseMenu.module.css'

/** Entries of the menu under the header: every category, and the other pages. */
export function BrowseEntries() {
  const { t } = useText()
  const { data } = useQuery(categoriesQuery)
  const count = (info: CategoryInfo) => data?.categories.find((one) => one.type === info.type)?.count
  return (
    <div className={styles.inner}>
      <ul className={styles.narrow}>
        <li>
          <Link to="/" className={styles.entry}>
            <Icon name="builds" />
            {t('nav.builder')}
          </Link>
        </li>
      </ul>
      <h2 className={styles.title}>{t('nav.parts')}</h2>
      <ul className={styles.grid}>
        {slots.map((info) => (
          <Entry key={info.type} info={info} count={count(info)} />
        ))}
      </ul>
      <h2 className={styles.title}>{t('nav.extras')}</h2>
      <ul className={styles.grid}>
        {otherCategories.map((info) => (
          <Entry key={info.type} info={info} count={count(info)} />
        ))}
        <li>
          <Link to="/products" className={styles.entry}>
            <Icon name="grid" />
            <span className={styles.name}>{t('nav.all')}</span>
          </Link>
        </li>
        <li>
          <Link to="/deals" className={styles.entry}>
            <Icon name="drop" />
            <span className={styles.name}>{t('nav.deals')}</span>
          </Link>
        </li>
      </ul>
      <ToolEntries />
    </div>
  )
}

/** Entries of the pages that work on a whole build. */
function ToolEntries() {
  const { t } = useText()
  const components = useBuild((state) => state.currentBuild.components)
  return (
    <>
      <h2 className={styles.title}>{t('nav.tools')}</h2>
      <ul className={styles.grid}>
        <li>
          <Link to="/build-for" className={styles.entry}>
            <Icon name="builds" />
            <span className={styles.name}>{t('nav.buildFor')}</span>
          </Link>
        </li>
        <li>
          <Link to="/scan" className={styles.entry}>
            <Icon name="barcode" />
            <span className={styles.name}>{t('nav.scan')}</span>
          </Link>
        </li>
        <li>
          <Link to="/upgrade" className={styles.entry}>
            <Icon name="swap" />
            <span className={styles.name}>{t('nav.upgrade')}</span>
          </Link>
        </li>
        <li>
          <Link to="/compare" className={styles.entry}>
            <Icon name="compare" />
            <span className={styles.name}>{t('compare.title')}</span>
          </Link>
        </li>
        <li>
          <Link to="/parts-list" search={{ part: chosenIds(components) }} className={styles.entry}>
            <Icon name="list" />
            <span className={styles.name}>{t('partsList.title')}</span>
          </Link>
        </li>
      </ul>
    </>
  )
}

function Entry({ info, count }: { info: CategoryInfo; count: number | undefined }) {
  const { t, format } = useText()
  return (
    <li>
      <Link to="/$category" params={{ category: info.slug ?? '' }} className={styles.entry}>
        <Icon name={info.icon} />
        <span className={styles.name}>{t(`category.${info.type}.many`)}</span>
        {info.required && <span className={styles.required} title={t('nav.required')} />}
        {count !== undefined && (
          <span className={styles.count}>
            <bdi dir="ltr">{format.count(count)}</bdi>
          </span>
        )}
        {info.letter && <Kbd label={t('build.key', { letter: info.letter })}>{info.letter}</Kbd>}
      </Link>
    </li>
  )
}
