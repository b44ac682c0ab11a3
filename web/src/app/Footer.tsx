import { Link } from '@tanstack/react-router'
import { useText } from '~/i18n/useText'
import { chosenIds } from '~/lib/build'
import { useBuild } from '~/lib/buildStore'
import { Weave } from '~/ui/Weave'
import styles from './Footer.module.css'

// The licence of the reference facts requires exactly this sentence wherever the facts are shown.
const attribution =
  'Contains information from BuildCores OpenDB, which is made available under the ODC Attribution License (ODC-By) v1.0.'

// The community's Discord server; the operator sets the address at build time.
const discord: string = import.meta.env.VITE_DISCORD_URL ?? 'https://discord.com'

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
          <bdi lang="en" dir="ltr">
            {attribution}
          </bdi>
        </p>
        <nav aria-label={t('nav.menu')}>
          <a href={discord} rel="noopener">
            {t('footer.discord')}
          </a>
          <Link to="/parts-list" search={{ part: chosenIds(components) }}>
            {t('footer.partsList')}
          </Link>
          <Link to="/data-sources">{t('footer.sources')}</Link>
          <Link to="/products">{t('nav.all')}</Link>
        </nav>
      </div>
    </footer>
  )
}
