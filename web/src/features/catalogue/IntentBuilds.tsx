import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useText } from '~/i18n/useText'
import { budgetBuildsQuery } from '~/lib/budgetBuilds'
import { readBudgetInput } from '~/lib/budgetInput'
import type { BudgetSearch } from '~/lib/budgetSearch'
import { nameBuilds } from '~/lib/buildNames'
import { Price } from '~/ui/Price'
import styles from './IntentBuilds.module.css'

/** The builds for the budget of a query, a line each; nothing where there are none. */
export function IntentBuilds({ search }: { search: BudgetSearch }) {
  const { t, language } = useText()
  const { data, isPending } = useQuery(budgetBuildsQuery(readBudgetInput(search)))
  if (isPending) return <div className={styles.builds} />
  if (!data || data.builds.length === 0) return null
  const names = nameBuilds(data)
  return (
    <ul className={styles.builds}>
      {data.builds.map(({ kind, total, estimates: { graphics, processor } }, position) => {
        const band = (graphics ?? processor)?.band
        return (
          <li key={kind}>
            <Link to="/build-for" search={search}>
              {t(`budget.kinds.${names[position] ?? 'best'}.name`)}
            </Link>
            <Price value={total} />
            {band && <small>{language === 'ar' ? band.textAr : band.text}</small>}
          </li>
        )
      })}
    </ul>
  )
}
