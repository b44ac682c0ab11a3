import { useText } from '~/i18n/useText'
import { Button } from '~/ui/Button'
import { Kbd } from '~/ui/Kbd'
import styles from '../matches/Matches.module.css'
import type { UndoableDecision } from './useDecisions'

type UndoBarProps = { lastDecision: UndoableDecision | undefined; onUndo: () => void; busy: boolean }

/** The last decision, with an undo button. */
export function UndoBar({ lastDecision, onUndo, busy }: UndoBarProps) {
  const { t } = useText()
  return (
    <div role="status" className={lastDecision ? styles.undo : 'sr'}>
      {lastDecision && (
        <>
          <span>
            {t(lastDecision.status === 'APPROVED' ? 'admin.match.approved' : 'admin.match.rejected', {
              name: lastDecision.match.candidateProduct.name,
            })}
          </span>
          <Button small disabled={busy} onClick={onUndo}>
            {t('admin.match.undo')} <Kbd>U</Kbd>
          </Button>
        </>
      )}
    </div>
  )
}
