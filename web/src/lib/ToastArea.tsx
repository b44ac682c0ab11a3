import { useToasts } from './toasts'
import { Button } from '~/ui/Button'
import styles from './ToastArea.module.css'

/**
 * Place of the short messages, which screen readers announce: in the foremost dialog, or in the page where none is
 * open.
 */
export function ToastArea({ dialog }: { dialog?: string }) {
  const { text, action, count, dialogs, dismiss } = useToasts()
  if (dialogs.at(-1) !== dialog) return null
  return (
    <div role="status" className={text ? styles.toast : 'sr'}>
      <span key={count}>{text}</span>
      {action && (
        <Button
          small
          onClick={() => {
            dismiss()
            // The action may show a message of its own.
            action.act()
          }}
        >
          {action.label}
        </Button>
      )}
    </div>
  )
}
