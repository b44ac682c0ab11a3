import { useEffect, useState } from 'react'
import { useText } from '~/i18n/useText'
import { Price } from '~/ui/Price'
import styles from './Dock.module.css'
import type { Verdict } from '~/lib/verdict'
import { VerdictChips } from '../checks/VerdictChips'
import { useVerdictText } from '../checks/VerdictLine'

type DockProps = { verdict: Verdict | undefined; watts: number | null; total: number }

/** On phones, the build's state at the lower edge; screen readers announce its changes, at most once a second. */
export function Dock({ verdict, watts, total }: DockProps) {
  const { t, format } = useText()
  const verdictText = useVerdictText()
  const announcement = useSettled(
    verdict ? `${t('build.total')} ${format.money(total)} ${t('money.kwd')}. ${verdictText(verdict)}.` : '',
  )
  return (
    <>
      <div className={styles.dock}>
        <span className={styles.row}>
          {verdict && <VerdictChips verdict={verdict} />}
          {watts !== null && t('unit.w', { value: format.count(watts) })}
        </span>
        <Price value={total} size="lg" />
      </div>
      <p className="sr" role="status">
        {announcement}
      </p>
    </>
  )
}

/** Time for which a value must stay unchanged before it is announced, in ms. */
const SETTLE_TIME = 1000

function useSettled(value: string): string {
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLE_TIME)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
