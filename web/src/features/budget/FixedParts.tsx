import { useQuery } from '@tanstack/react-query'
import { productsQuery } from '~/api/productsQuery'
import { findRequested } from '~/api/requestedProducts'
import { useText } from '~/i18n/useText'
import { countPieces, MAX_FIXED_PARTS, type FixedPart } from '~/lib/budgetInput'
import { listPieces } from '~/lib/build'
import { chosenParts, useBuild } from '~/lib/buildStore'
import { Button } from '~/ui/Button'
import { Switch } from '~/ui/Field'
import { Name, useProductName } from '~/ui/ProductName'
import { PERIPHERALS } from './peripherals'
import { focusSummary } from './focusSummary'
import { Pieces } from './Pieces'
import styles from './Requirements.module.css'

type FixedPartsProps = { fixedParts: readonly FixedPart[]; onChange: (fixedParts: FixedPart[]) => void }

/** The parts that have to be in the build, each with a switch for a part that the user has. */
export function FixedParts({ fixedParts, onChange }: FixedPartsProps) {
  const { t } = useText()
  const components = useBuild((state) => state.currentBuild.components)
  const ofBuild = chosenParts(components)
    .filter((part) => !PERIPHERALS.includes(part.componentType))
    .map((part) => ({ id: part.product.id, quantity: part.quantity }))
  const missing = countPieces(listPieces(ofBuild), false).filter(({ id }) => !fixedParts.some((part) => part.id === id))
  const addMissing = () => onChange([...fixedParts, ...missing].slice(0, MAX_FIXED_PARTS))
  const { data } = useQuery(productsQuery(fixedParts.map((part) => part.id)))
  const productName = useProductName()
  return (
    <fieldset className={styles.group}>
      <legend>{t('budget.wishes.keep')}</legend>
      {fixedParts.length === 0 && <p className={styles.hint}>{t('budget.wishes.keepHint')}</p>}
      {fixedParts.length > 0 && (
        <ul className={styles.kept}>
          {fixedParts.map((part) => {
            const product = findRequested(data, part.id)
            const label = product ? productName(product) : ''
            return (
              <li key={part.id}>
                <span className={styles.name}>
                  {product ? <Name product={product} /> : '…'}
                  <Pieces quantity={part.quantity} />
                </span>
                <label className={styles.option}>
                  <Switch
                    checked={part.owned}
                    aria-label={t('budget.wishes.keepMineNamed', { part: label })}
                    onChange={() =>
                      onChange(fixedParts.map((one) => (one.id === part.id ? { ...one, owned: !one.owned } : one)))
                    }
                  />
                  {t('budget.wishes.keepMine')}
                </label>
                <Button
                  small
                  kind="quiet"
                  icon="trash"
                  aria-label={t('budget.wishes.keepRemove', { part: label })}
                  onClick={(event) => {
                    focusSummary(event.currentTarget)
                    onChange(fixedParts.filter((one) => one.id !== part.id))
                  }}
                />
              </li>
            )
          })}
        </ul>
      )}
      {missing.length > 0 && fixedParts.length < MAX_FIXED_PARTS && (
        <Button small onClick={addMissing}>
          {t('budget.wishes.keepBuild')}
        </Button>
      )}
    </fieldset>
  )
}
