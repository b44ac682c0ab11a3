import { useId } from 'react'
import { useText } from '~/i18n/useText'
import { Icon } from '~/ui/Icon'
import type { IconName } from '~/ui/iconName'
import styles from './FirstVisit.module.css'

const steps: readonly { id: 'choose' | 'check' | 'buy'; icon: IconName }[] = [
  { id: 'choose', icon: 'plus' },
  { id: 'check', icon: 'check' },
  { id: 'buy', icon: 'basket' },
]

/** The three steps from an empty table to a bought PC. */
export function HowItWorks() {
  const { t, format } = useText()
  const heading = useId()
  return (
    <section className={styles.how} aria-labelledby={heading}>
      <h2 id={heading}>{t('visit.how')}</h2>
      <ol>
        {steps.map(({ id, icon }, index) => (
          <li key={id}>
            <span className={styles.number} aria-hidden="true">
              {format.count(index + 1)}
            </span>
            <span>
              <b>
                <Icon name={icon} size="s" />
                {t(`visit.step.${id}.title`)}
              </b>
              {t(`visit.step.${id}.text`)}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
