import { useText } from '~/i18n/useText'
import { Button } from '~/ui/Button'
import { Checkbox } from '~/ui/Field'
import { Kbd } from '~/ui/Kbd'
import styles from './MatchQueue.module.css'
import type { TickedMatches } from './useTickedMatches'

/** Bar above the queue: ticks all matches of the page, and opens the dialog that decides on the ticked ones. */
export function QueueBar({ ticks, onBulkDecide }: { ticks: TickedMatches; onBulkDecide: () => void }) {
  const { t, format } = useText()
  const count = ticks.ticked.length
  return (
    <div className={styles.bar}>
      <label className={styles.tickAll}>
        <Checkbox checked={ticks.areAllTicked} onChange={ticks.toggleAll} />
        {t('admin.products.selectAll')}
      </label>
      <span role="status" className={styles.count}>
        {count > 0 && t('admin.products.selected', { count, n: format.count(count) })}
      </span>
      {count === 0 ? (
        <span className={styles.count} aria-hidden="true">
          <Kbd>X</Kbd> {t('admin.match.tickKey')}
        </span>
      ) : (
        <>
          <Button small kind="quiet" onClick={ticks.clear}>
            {t('admin.products.clear')}
          </Button>
          <Button small kind="outline" icon="list" onClick={onBulkDecide}>
            {t('admin.match.decideSelected')}
          </Button>
        </>
      )}
    </div>
  )
}
