import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useText } from '~/i18n/useText'
import { budgetBuildsQuery } from '~/lib/budgetBuilds'
import { MIN_BUDGET, readBudgetInput, toBudgetSearch } from '~/lib/budgetInput'
import { useDebounced } from '~/lib/useDebounced'
import { BudgetForm } from '~/lib/BudgetForm'
import { ButtonLink } from '~/lib/ButtonLink'
import { Name } from '~/ui/ProductName'
import { Price } from '~/ui/Price'
import styles from './BudgetEntry.module.css'

/** Pause in changing the form after which a build is requested, in ms. */
const INPUT_PAUSE = 120
/** Categories of the parts that are named: they say most about a build. */
const NAMED_CATEGORIES = ['GPU', 'CPU']

/** Form for budget and use on the home page, with the best build in one line; the button leads to all builds. */
export function BudgetEntry() {
  const { t, language } = useText()
  const heading = useId()
  const [input, setInput] = useState(() => readBudgetInput({}))
  const { data } = useQuery(budgetBuildsQuery(useDebounced(input, INPUT_PAUSE)))
  const best = data?.builds[0]
  const parts = NAMED_CATEGORIES.flatMap(
    (category) =>
      data?.products.find(({ id }) =>
        best?.parts.some((part) => part.productId === id && part.category === category),
      ) ?? [],
  )
  return (
    <section className={styles.entry} aria-labelledby={heading}>
      <h2 id={heading}>{t('budget.heading')}</h2>
      <BudgetForm input={input} min={MIN_BUDGET} onChange={(part) => setInput((before) => ({ ...before, ...part }))} />
      <div className={styles.foot}>
        <p className={styles.best} aria-live="polite">
          {best ? (
            <>
              {parts.map((product) => (
                <span key={product.id}>
                  <Name product={product} />
                </span>
              ))}
              <Price value={best.total} />
            </>
          ) : data?.noBuild ? (
            language === 'ar' ? (
              data.noBuild.textAr
            ) : (
              data.noBuild.text
            )
          ) : (
            data?.least && (
              <>
                {t('budget.leastText')} <Price value={data.least.total} />
              </>
            )
          )}
        </p>
        <ButtonLink kind="filled" to="/build-for" search={toBudgetSearch(input)}>
          {t('budget.see')}
        </ButtonLink>
      </div>
    </section>
  )
}
