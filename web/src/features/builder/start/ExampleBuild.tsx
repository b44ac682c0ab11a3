import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useText } from '~/i18n/useText'
import { budgetBuildsQuery } from '~/lib/budgetBuilds'
import { readBudgetInput, toBudgetSearch } from '~/lib/budgetInput'
import { ButtonLink } from '~/lib/ButtonLink'
import { slots } from '~/lib/categories'
import { PartPicture } from '~/ui/PartPicture'
import { Price } from '~/ui/Price'
import { Name } from '~/ui/ProductName'
import styles from './ExampleBuild.module.css'

/** Number of pictures for which there is room. */
const MAX_PICTURES = 8
/** Categories of the parts that are named: they say most about a build. */
const NAMED_CATEGORIES = ['GPU', 'CPU']

/** The input that the budget form begins with: both show the same response. */
const input = readBudgetInput({})

/** A real build for the budget form's first sum: the pictures of its parts, and what it costs today. */
export function ExampleBuild() {
  const { t } = useText()
  const heading = useId()
  const { data } = useQuery(budgetBuildsQuery(input))
  const build = data?.builds[0] ?? data?.least
  if (!data || !build) return null
  const parts = slots.flatMap(({ type }) =>
    data.products.filter(
      ({ id, category }) => category === type && build.parts.some(({ productId }) => productId === id),
    ),
  )
  return (
    <section className={styles.example} aria-labelledby={heading}>
      <div className={styles.head}>
        <h2 id={heading}>{t('visit.example.title')}</h2>
        <p>
          {t('visit.example.today')} <Price value={build.total} size="lg" />
        </p>
      </div>
      <ul className={styles.pictures}>
        {parts.slice(0, MAX_PICTURES).map((product) => (
          <li key={product.id} title={product.name}>
            <PartPicture product={{ ...product, specs: {} }} place="thumb" loading="eager" />
            <span>{t(`category.${product.category}.one`)}</span>
          </li>
        ))}
      </ul>
      <div className={styles.foot}>
        <p>
          {parts
            .filter(({ category }) => NAMED_CATEGORIES.includes(category))
            .map((product) => (
              <Name key={product.id} product={product} />
            ))}
        </p>
        <ButtonLink to="/build-for" search={toBudgetSearch(input)}>
          {t('visit.example.open')}
        </ButtonLink>
      </div>
    </section>
  )
}
