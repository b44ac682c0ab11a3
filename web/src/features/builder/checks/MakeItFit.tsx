import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { components as schema } from '~/api/schema'
import { useText } from '~/i18n/useText'
import type { Components } from '~/lib/build'
import { ButtonLink } from '~/lib/ButtonLink'
import { useErrorText } from '~/lib/useErrorText'
import { Button } from '~/ui/Button'
import { Icon } from '~/ui/Icon'
import { Price } from '~/ui/Price'
import { Name } from '~/ui/ProductName'
import styles from './MakeItFit.module.css'
import { repairsQuery, type BuildRepair } from './repairs'
import { useApplyRepair } from './useApplyRepair'

type Product = schema['schemas']['BudgetProduct']
type MakeItFitProps = { components: Components; onDone: () => void }

/** The fewest swaps after which the build fits, each way with its cost and a button that applies it. */
export function MakeItFit({ components, onDone }: MakeItFitProps) {
  const { t, format, language } = useText()
  const errorText = useErrorText()
  const [showsOthers, setShowsOthers] = useState(false)
  const { data, error, isFetching, refetch } = useQuery(repairsQuery(components))
  const { apply, applying, failure } = useApplyRepair(onDone)
  const [first, ...others] = data?.repairs ?? []
  const products = new Map(data?.products.map((product) => [product.id, product]))
  return (
    <div className={styles.repairs} role="status" aria-busy={isFetching}>
      {isFetching && !data && <p>{t('repair.looking')}</p>}
      {!isFetching && error && (
        <p>
          {errorText(error, t('repair.failed'))}{' '}
          <Button small onClick={() => void refetch()}>
            {t('error.retry')}
          </Button>
        </p>
      )}
      {data?.fits && <p>{t('repair.fits')}</p>}
      {data?.noRepair && <NoRepair text={language === 'ar' ? data.noRepair.textAr : data.noRepair.text} />}
      {first && (
        <>
          <Way repair={first} products={products} main disabled={applying} onApply={() => apply(first)} />
          {others.length > 0 && !showsOthers && (
            <Button small kind="quiet" onClick={() => setShowsOthers(true)}>
              {t('repair.others', { n: format.count(others.length) })}
            </Button>
          )}
          {showsOthers &&
            others.map((repair) => (
              <Way
                key={repair.swaps.map((swap) => swap.from).join()}
                repair={repair}
                products={products}
                disabled={applying}
                onApply={() => apply(repair)}
              />
            ))}
          <p className={styles.note}>{t('repair.note')}</p>
        </>
      )}
      {failure && (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      )}
    </div>
  )
}

/** The sentence that nothing sold makes the build fit, and what leads on. */
function NoRepair({ text }: { text: string }) {
  const { t } = useText()
  return (
    <>
      <p>{text}</p>
      <ButtonLink to="/build-for" small kind="outline">
        {t('repair.startOver')}
      </ButtonLink>
    </>
  )
}

type WayProps = {
  repair: BuildRepair
  products: ReadonlyMap<string, Product>
  main?: boolean
  disabled: boolean
  onApply: () => void
}

/** A way to make the build fit: its swaps, their cost, and a button. */
function Way({ repair, products, main = false, disabled, onApply }: WayProps) {
  const { t, format } = useText()
  const { swaps, priceChange } = repair
  const names = swaps.flatMap((swap) => products.get(swap.to)?.name ?? [])
  return (
    <section className={styles.way} aria-label={format.list(names)}>
      <h3>
        {t('repair.swaps', { count: swaps.length, n: format.count(swaps.length) })}
        {': '}
        <Cost change={priceChange} />
      </h3>
      <ul>
        {swaps.map((swap) => {
          const [from, to] = [products.get(swap.from), products.get(swap.to)]
          return (
            <li key={swap.from}>
              {to && <small>{t(`category.${to.category}.one`)}</small>}
              <span className={styles.swap}>
                <s>{from && <Name product={from} />}</s>
                <Icon name="next" size="s" flip />
                <span className="sr">{t('repair.into')}</span>
                {to && <Name product={to} />}
              </span>
              <Price value={swap.price} />
            </li>
          )
        })}
      </ul>
      <Button
        small
        kind={main ? 'filled' : 'outline'}
        disabled={disabled}
        aria-label={t('repair.applyNamed', { parts: format.list(names) })}
        onClick={onApply}
      >
        {t('repair.apply')}
      </Button>
    </section>
  )
}

/** The sum that the swaps cost more, or save. */
function Cost({ change }: { change: number }) {
  const { t } = useText()
  if (change === 0) return <>{t('repair.same')}</>
  return (
    <>
      {t(change > 0 ? 'repair.costs' : 'repair.saves')} <Price value={Math.abs(change)} />
    </>
  )
}
