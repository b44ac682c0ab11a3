import { useEffect, useRef, useState } from 'react'
import styles from './Toast.module.css'

/** How long a toast stays, in ms. */
const shown = 3000

/** Something short that was done, said for three seconds. Returns the toast and the way to say. */
export function useToast(): { toast: React.ReactNode; say: (text: string) => void } {
  const [text, setText] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  function say(next: string) {
    clearTimeout(timer.current)
    setText(next)
    timer.current = setTimeout(() => setText(''), shown)
  }

  const toast = (
    <div role="status" className={text ? styles.toast : 'sr'}>
      {text}
    </div>
  )
  return { toast, say }
}
