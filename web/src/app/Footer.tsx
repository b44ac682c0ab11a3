import { Link } from '@tanstack/react-router'
import { useText } from '~/i18n/useText'
import { chosenIds } from '~/lib/build'
import { useBuild } from '~/lib/buildStore'
import { discord } from '~/lib/contact'
import { SourceNotice } from '~/ui/SourceNotice'
import { Weave } from '~/ui/Weave'
import styles from './Footer.module.css'

// The licence of the reference facts requires exactly this sentence wherever the facts are shown.
const attribution =
  'Contains information from BuildCores OpenDB, which is made available under the ODC Attribution License (ODC-By) v1.0.'

/** The footer of every page. */
export function Footer() {
  const { t } = useText()
  const components = useBuild((state) => state.currentBuild.components)
  return (
    <footer className={styles.foot}>
      <Weave className={styles.weave} />
      <div className={styles.inner}>
        <p>{t('footer.prices')}</p>
        <p className={styles.dim}>
          <SourceNotice notice={attribution} />
        </p>
        <nav aria-label={t('nav.menu')}>
          <a href={discord} rel="noopener">
            {t('footer.discord')}
          </a>
          <Link to="/parts-list" search={{ part: chosenIds(components) }}>
            {t('footer.partsList')}
          </Link>
          <Link to="/data-sources">{t('footer.sources')}</Link>
          <Link to="/for-shops">{t('footer.shops')}</Link>
          <Link to="/deals">{t('nav.deals')}</Link>
          <Link to="/products">{t('nav.all')}</Link>
        </nav>
        <nav className={styles.site} aria-label={t('footer.site')}>
          <Link to="/about">{t('footer.about')}</Link>
          <Link to="/how-prices-are-read">{t('footer.howPricesAreRead')}</Link>
          <Link to="/privacy">{t('footer.privacy')}</Link>
          <Link to="/terms">{t('footer.terms')}</Link>
          <Link to="/contact">{t('footer.contact')}</Link>
        </nav>
      </div>
    </footer>
  )
}
