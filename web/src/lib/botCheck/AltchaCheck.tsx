/// <reference types="altcha/types/react" />
import 'altcha/altcha.css'
import 'altcha/external'
import Pbkdf2Worker from 'altcha/workers/pbkdf2?worker'
import { useEffect, useRef, type RefObject } from 'react'
import { useText } from '~/i18n/useText'
import styles from './BotCheck.module.css'
import type { BotCheckProps } from './botCheckProps'

// The build of Altcha without inlined workers and styles: the content security policy allows our own files only.
$altcha.algorithms.set('PBKDF2/SHA-256', () => new Pbkdf2Worker())

/** The widget element with its own methods. */
type VerifyingElement = HTMLElement & { verify?: () => Promise<unknown> }

type StateChange = CustomEvent<{ state: string; payload?: string }>

/** Proof of work: the browser computes for a moment, starting when the form first gets the focus. */
export function AltchaCheck({ touched, onProof }: BotCheckProps) {
  const { language } = useText()
  // The widget reads its texts once: another language needs a new widget.
  return <Widget key={language} touched={touched} onProof={onProof} />
}

function Widget({ touched, onProof }: BotCheckProps) {
  const { t, language } = useText()
  const widget = useRef<HTMLElement>(null)
  useStartOnTouch(widget, touched)
  useEffect(() => {
    const element = widget.current
    if (!element) return
    let isVerified = false
    const onChange = (event: Event) => {
      const { state, payload } = (event as StateChange).detail
      isVerified = state === 'verified'
      onProof(state === 'verified' && payload !== undefined ? payload : null)
    }
    // Unticking the box would throw the proof away: it stays ticked until the proof is used or expires.
    const keepTicked = (event: Event) => {
      if (isVerified) event.preventDefault()
    }
    element.addEventListener('statechange', onChange)
    element.addEventListener('click', keepTicked, true)
    return () => {
      element.removeEventListener('statechange', onChange)
      element.removeEventListener('click', keepTicked, true)
      onProof(null)
    }
  }, [onProof])
  // The widget's own texts, in the reader's language on screen and for screen readers.
  const texts = {
    ariaLinkLabel: t('account.check.link'),
    label: t('account.check.label'),
    verifying: t('account.check.verifying'),
    verified: t('account.check.verified'),
    error: t('account.check.error'),
    expired: t('account.check.expired'),
    loading: t('account.check.verifying'),
    reload: t('account.check.again'),
    required: t('account.check.required'),
    waitAlert: t('account.check.wait'),
  }
  $altcha.i18n.set(language, texts)
  return (
    <div className={styles.check}>
      <altcha-widget
        ref={widget}
        challenge="/api/auth/challenge"
        language={language}
        name="altcha"
        configuration={JSON.stringify({
          hideFooter: true,
          hideLogo: true,
          humanInteractionSignature: false,
          workers: 2,
        })}
      />
    </div>
  )
}

/** Starts the check once the form has got the focus and the widget is ready, whichever comes last. */
function useStartOnTouch(widget: RefObject<HTMLElement | null>, touched: boolean) {
  useEffect(() => {
    const element: VerifyingElement | null = widget.current
    if (!element || !touched) return
    const begin = () => {
      element.removeEventListener('load', begin)
      // A failed check is ignored here: the widget shows the failure and can be pressed again.
      void element.verify?.()?.catch(() => undefined)
    }
    element.addEventListener('load', begin)
    if (element.verify) begin()
    return () => element.removeEventListener('load', begin)
  }, [widget, touched])
}
