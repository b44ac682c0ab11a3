import { useToasts } from '~/lib/toasts'
import { Button } from './Button'
import styles from './Toasts.module.css'

/**
 * Place of the short messages, which screen readers announce: in the foremost dialog, or in the page where none is
 * open.
 */
export function Toasts({ dialog }: { dialog?: string }) {
  const { text, action, count, dialogs, dismiss } = useToasts()
  if (dialogs.at(-1) !== dialog) return null
  return (
    <div role="status" className={text ? styles.toast : 'sr'}>
      <span key={count}>{text}</span>
      {action && (
        <Button
          small
          onClick={() => {
            action.act()
            dismiss()
          }}
        >
          {action.label}
        </Button>
      )}
    </div>
  )
}
