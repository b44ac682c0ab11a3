import { useQuery } from '@tanstack/react-query'
import { productsQuery } from '~/api/queries'
import { useText } from '~/i18n/useText'
import { requiredSlots } from '~/lib/categories'
import type { KeptPart } from '~/lib/budgetInput'
import { ButtonLink } from '~/lib/ButtonLink'
import { Button } from '~/ui/Button'
import { Name, useProductName } from '~/ui/ProductName'
import styles from './BuildFor.module.css'
import { categoryName } from './categoryName'
import upgradeStyles from './Upgrade.module.css'
import type { HomePart } from './upgrades'
import wishStyles from './Wishes.module.css'

type HomePartsProps = {
  parts: readonly HomePart[]
  /** The parts that the address names; none where the PC at home is the current build. */
  named: readonly KeptPart[]
  onChange: (named: KeptPart[]) => void
}

/** The parts of the PC at home, closed at first, with a way to change them. */
export function HomeParts({ parts, named, onChange }: HomePartsProps) {
  const { t, format } = useText()
  const { data } = useQuery(productsQuery(parts.map((part) => part.productId)))
  const name = useProductName()
  const isBuild = named.length === 0
  const missing = data ? requiredSlots.filter(({ type }) => !data.some((product) => product.category === type)) : []
  return (
    <details className={styles.requirements}>
      <summary>{t('upgrade.home', { count: parts.length, n: format.count(parts.length) })}</summary>
      <p className={wishStyles.hint}>{t(isBuild ? 'upgrade.homeBuild' : 'upgrade.homeNamed')}</p>
      <ul className={upgradeStyles.home}>
        {parts.map(({ productId, quantity }) => {
          const product = data?.find(({ id }) => id === productId)
          return (
            <li key={productId}>
              <span className={wishStyles.name}>
                {product && <small>{t(categoryName(product.category))}</small>}
                {product ? <Name product={product} /> : '…'}
                {quantity > 1 && <bdi dir="ltr"> ×{quantity}</bdi>}
              </span>
              {!isBuild && (
                <Button
                  small
                  kind="quiet"
                  icon="trash"
                  aria-label={t('upgrade.remove', { part: product ? name(product) : '' })}
                  onClick={() => onChange(named.filter((part) => part.id !== productId))}
                />
              )}
            </li>
          )
        })}
      </ul>
      {missing.length > 0 && (
        <p className={wishStyles.hint}>
          {t('upgrade.missing', { parts: format.list(missing.map(({ type }) => t(categoryName(type)))) })}
        </p>
      )}
      {isBuild ? (
        <ButtonLink to="/" icon="edit" small>
          {t('upgrade.change')}
        </ButtonLink>
      ) : (
        <Button small onClick={() => onChange([])}>
          {t('upgrade.useBuild')}
        </Button>
      )}
    </details>
  )
}
