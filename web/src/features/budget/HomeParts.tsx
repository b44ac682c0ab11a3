import { useQuery } from '@tanstack/react-query'
import { productsQuery } from '~/api/productsQuery'
import { findRequested } from '~/api/requestedProducts'
import { useText } from '~/i18n/useText'
import { requiredSlots } from '~/lib/categories'
import type { FixedPart } from '~/lib/budgetInput'
import { chosenParts, useBuild } from '~/lib/buildStore'
import { ButtonLink } from '~/lib/ButtonLink'
import { Button } from '~/ui/Button'
import { Name, useProductName } from '~/ui/ProductName'
import styles from './BuildFor.module.css'
import { useOpenDetails } from '~/ui/useOpenDetails'
import { categoryName } from './categoryName'
import { focusSummary } from './focusSummary'
import { Pieces } from './Pieces'
import upgradeStyles from './Upgrade.module.css'
import type { HomePart } from './upgrades'
import requirementStyles from './Requirements.module.css'

/** Categories of which nothing is advised unless the PC's own part is known. */
const ASKED_CATEGORIES = ['CPU', 'GPU', 'MOTHERBOARD', 'RAM', 'STORAGE', 'PSU', 'CASE', 'CPU_COOLER'] as const

type HomePartsProps = {
  parts: readonly HomePart[]
  /** The parts that the address names; none where the PC at home is the current build. */
  addressParts: readonly FixedPart[]
  onChange: (addressParts: FixedPart[]) => void
}

/** The parts of the PC at home, and a way to change them; collapsed unless the build lacks parts that every PC has. */
export function HomeParts({ parts, addressParts, onChange }: HomePartsProps) {
  const { t, format } = useText()
  const isBuild = addressParts.length === 0
  const stored = useBuild((state) => state.currentBuild.components)
  // The build's own copies of its parts are shown at once; what the address names must be loaded first.
  const { data } = useQuery({ ...productsQuery(addressParts.map((part) => part.id)), enabled: !isBuild })
  const products = isBuild ? chosenParts(stored).map((part) => part.product) : data?.products
  const findProduct = (productId: string) =>
    isBuild ? products?.find(({ id }) => id === productId) : findRequested(data, productId)
  const productName = useProductName()
  const isMissing = (type: string) => products !== undefined && !products.some((product) => product.category === type)
  const details = useOpenDetails(isBuild && requiredSlots.some(({ type }) => isMissing(type)))
  const unknown = ASKED_CATEGORIES.filter(isMissing)
  return (
    <details className={styles.requirements} {...details}>
      <summary>{t('upgrade.home', { count: parts.length, n: format.count(parts.length) })}</summary>
      <p className={requirementStyles.hint}>{t(isBuild ? 'upgrade.homeBuild' : 'upgrade.homeNamed')}</p>
      <ul className={upgradeStyles.home}>
        {parts.map(({ productId, quantity }) => {
          const product = findProduct(productId)
          return (
            <li key={productId}>
              <span className={requirementStyles.name}>
                {product && <small>{t(categoryName(product.category))}</small>}
                {product ? <Name product={product} /> : '…'}
                <Pieces quantity={quantity} />
              </span>
              {!isBuild && (
                <Button
                  small
                  kind="quiet"
                  icon="trash"
                  aria-label={t('upgrade.remove', { part: product ? productName(product) : '' })}
                  onClick={(event) => {
                    focusSummary(event.currentTarget)
                    onChange(addressParts.filter((part) => part.id !== productId))
                  }}
                />
              )}
            </li>
          )
        })}
      </ul>
      {unknown.length > 0 && (
        <p className={requirementStyles.hint}>
          {t('upgrade.missing', { parts: format.list(unknown.map((type) => t(categoryName(type)))) })}
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
