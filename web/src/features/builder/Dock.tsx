import { useEffect, useState } from 'react'
import { useText } from '~/i18n/useText'
import { Price } from '~/ui/Price'
import styles from './Dock.module.css'
import type { Verdict } from '~/lib/verdict'
import { VerdictChips } from './VerdictChips'
import { useVerdictWords } from './VerdictLine'

type DockProps = { verdict: Verdict | undefined; watts: number | null; total: number }

/** On phones the build's state stays in sight; to screen readers its changes are announced, once a second at most. */
export function Dock({ verdict, watts, total }: DockProps) {
  const { t, format } = useText()
  const words = useVerdictWords()
  const spoken = useSettled(verdict ? `${t('build.total')} ${format.money(total)} ${t('money.kwd')}. ${words(verdict)}.` : '')
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
        {spoken}
      </p>
    </>
  )
}

/** How long a value must stay before it is said, in ms. */
const settle = 1000

function useSettled(value: string): string {
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settle)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
