import { useQuery } from '@tanstack/react-query'
import { productsQuery } from '~/api/queries'
import { useText } from '~/i18n/useText'
import { MAX_KEPT_PARTS, type KeptPart } from '~/lib/budgetInput'
import { chosenParts, useBuild } from '~/lib/buildStore'
import { Button } from '~/ui/Button'
import { Switch } from '~/ui/Field'
import { Name, useProductName } from '~/ui/ProductName'
import { PERIPHERALS } from './peripherals'
import styles from './Wishes.module.css'

type KeptPartsProps = { keptParts: readonly KeptPart[]; onChange: (keptParts: KeptPart[]) => void }

/** The parts that have to be in the build, each with a switch for a part that the user has. */
export function KeptParts({ keptParts, onChange }: KeptPartsProps) {
  const { t } = useText()
  const components = useBuild((state) => state.currentBuild.components)
  const ofBuild = chosenParts(components)
    .filter((part) => !PERIPHERALS.includes(part.componentType))
    .map((part) => part.product.id)
  const missing = [...new Set(ofBuild)].filter((id) => !keptParts.some((part) => part.id === id))
  const addMissing = () =>
    onChange([...keptParts, ...missing.map((id) => ({ id, owned: false }))].slice(0, MAX_KEPT_PARTS))
  const { data } = useQuery(productsQuery(keptParts.map((part) => part.id)))
  const name = useProductName()
  return (
    <fieldset className={styles.group}>
      <legend>{t('budget.wishes.keep')}</legend>
      {keptParts.length === 0 && <p className={styles.hint}>{t('budget.wishes.keepHint')}</p>}
      {keptParts.length > 0 && (
        <ul className={styles.kept}>
          {keptParts.map((part) => {
            const product = data?.find(({ id }) => id === part.id)
            const label = product ? name(product) : ''
            return (
              <li key={part.id}>
                <span className={styles.name}>{product ? <Name product={product} /> : '…'}</span>
                <label className={styles.option}>
                  <Switch
                    checked={part.owned}
                    aria-label={t('budget.wishes.keepMineNamed', { part: label })}
                    onChange={() =>
                      onChange(keptParts.map((one) => (one.id === part.id ? { ...one, owned: !one.owned } : one)))
                    }
                  />
                  {t('budget.wishes.keepMine')}
                </label>
                <Button
                  small
                  kind="quiet"
                  icon="trash"
                  aria-label={t('budget.wishes.keepRemove', { part: label })}
                  onClick={() => onChange(keptParts.filter((one) => one.id !== part.id))}
                />
              </li>
            )
          })}
        </ul>
      )}
      {missing.length > 0 && keptParts.length < MAX_KEPT_PARTS && (
        <Button small onClick={addMissing}>
          {t('budget.wishes.keepBuild')}
        </Button>
      )}
    </fieldset>
  )
}
