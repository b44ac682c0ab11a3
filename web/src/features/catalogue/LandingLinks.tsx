import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { landingPagesQuery } from '~/api/queries'
import { useText } from '~/i18n/useText'
import type { CategoryInfo } from '~/lib/categories'
import styles from './LandingLinks.module.css'

/** Maximum number of links; the server writes as many below a listing. */
const MAX_LINKS = 24

/** Links to a category's landing pages. Space for the row is reserved before the links load. */
export function LandingLinks({ info, besides }: { info: CategoryInfo; besides?: string }) {
  const { t, language } = useText()
  const heading = useId()
  const { data } = useQuery(landingPagesQuery(info.type))
  const others = data?.landingPages.filter(({ slug }) => slug !== besides).slice(0, MAX_LINKS) ?? []
  return (
    <section className={styles.links} aria-labelledby={others.length > 0 ? heading : undefined}>
      {others.length > 0 && (
        <>
          <h2 id={heading}>{t('landing.popular')}</h2>
          <ul>
            {others.map(({ slug, name, nameAr }) => (
              <li key={slug}>
                <Link to="/$category/$landing" params={{ category: info.slug ?? '', landing: slug }}>
                  <bdi>{language === 'ar' ? nameAr : name}</bdi>
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
