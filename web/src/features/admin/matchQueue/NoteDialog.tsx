import { useId, useState, type KeyboardEvent } from 'react'
import { useText } from '~/i18n/useText'
import { Button } from '~/ui/Button'
import { Kbd } from '~/ui/Kbd'
import { Dialog, DialogActions } from '~/lib/dialog/Dialog'
import styles from '../shared/Admin.module.css'
import { focusFirst } from '../shared/focusFirst'
import type { Match } from '../matches/matches'
import type { useDecisions } from './useDecisions'

/** Maximum length of a note, in characters. */
const MAX_NOTE_LENGTH = 1000

type NoteDialogProps = {
  match: Match
  /** Whether the match is already decided and goes back into the queue. */
  isReopening?: boolean
  action: ReturnType<typeof useDecisions>['flag' | 'reopen']
  onDone?: () => void
  onClose: () => void
}

/** Asks for an optional note, and flags a pending match with it or reopens a decided match. */
export function NoteDialog({ match, isReopening = false, action, onDone, onClose }: NoteDialogProps) {
  const { t } = useText()
  const id = useId()
  const [note, setNote] = useState(match.flagNote ?? '')
  const submit = () => action.mutate({ id: match.id, note }, { onSuccess: onDone, onSettled: onClose })
  const submitByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    submit()
  }
  return (
    <Dialog
      title={t(isReopening ? 'admin.match.reopen' : 'admin.match.flag')}
      closeLabel={t('admin.close')}
      onClose={onClose}
    >
      <p>
        <bdi dir="auto">{match.candidateProduct.name}</bdi>
      </p>
      <p>{t(isReopening ? 'admin.match.reopenText' : 'admin.match.flagText')}</p>
      <label className={styles.label} htmlFor={id}>
        {t('admin.match.flagNote')}
      </label>
      <textarea
        ref={focusFirst}
        id={id}
        className={styles.textarea}
        dir="auto"
        rows={3}
        maxLength={MAX_NOTE_LENGTH}
        value={note}
        onChange={(event) => setNote(event.target.value)}
        onKeyDown={submitByKey}
      />
      <DialogActions>
        <Button onClick={onClose}>{t('admin.cancel')}</Button>
        <Button kind="filled" icon="flag" disabled={action.isPending} onClick={submit}>
          {t(isReopening ? 'admin.match.reopen' : 'admin.match.flag')} <Kbd>Ctrl Enter</Kbd>
        </Button>
      </DialogActions>
    </Dialog>
  )
}
