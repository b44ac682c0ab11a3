import { Link } from '@tanstack/react-router'
import { useText } from '~/i18n/useText'
import type { SelectedProduct } from '~/lib/buildStore'
import { Chip } from '~/ui/Chip'
import { classNames } from '~/ui/classNames'
import { Icon } from '~/ui/Icon'
import styles from './Checks.module.css'
import { useFactName } from './factNames'
import { findingElementId, type Unchecked } from '~/lib/verdict'

/** A rule that could not be checked, with the missing facts. */
export function UncheckedRow({
  unchecked,
  products,
  inGroup = false,
  repeated = false,
}: {
  unchecked: Unchecked
  products: Map<string, SelectedProduct>
  /** Whether the rule stands below the name of the part whose facts are missing. */
  inGroup?: boolean
  /** Whether a rule before says already what it means that a fact is missing. */
  repeated?: boolean
}) {
  const { t, language } = useText()
  const factName = useFactName()
  const Heading = inGroup ? 'h4' : 'h3'
  return (
    <article className={classNames(styles.issue, styles.unknown)} id={findingElementId(unchecked)} tabIndex={-1}>
      <Icon name="unknown" />
      <div className={styles.body}>
        <div className={styles.two}>
          <div>
            <Heading>{t('checks.notChecked', { rule: language === 'ar' ? unchecked.nameAr : unchecked.name })}</Heading>
            {!repeated && <p>{t('checks.neither')}</p>}
          </div>
          <span className={styles.chips}>
            {unchecked.missing.map(({ part, key }) => {
              const product = products.get(part)
              return (
                <Link key={`${part}-${key}`} to="/product/$productId" params={{ productId: part }}>
                  <Chip kind="unknown">
                    {t('checks.missing', {
                      category: product ? t(`category.${product.category}.one`) : '',
                      fact: factName(key),
                    })}
                  </Chip>
                </Link>
              )
            })}
          </span>
        </div>
      </div>
    </article>
  )
}
