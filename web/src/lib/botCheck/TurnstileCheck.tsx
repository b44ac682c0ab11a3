import { useEffect, useRef, useState } from 'react'
import { useText } from '~/i18n/useText'
import { ErrorAlert } from '~/ui/ErrorAlert'
import styles from './BotCheck.module.css'
import type { BotCheckProps } from './botCheckProps'

type Turnstile = {
  render: (element: HTMLElement, options: Record<string, unknown>) => string
  remove: (id: string) => void
}

const source = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit'

/** Cloudflare's script, fetched once. */
let loading: Promise<Turnstile> | undefined
function load(): Promise<Turnstile> {
  loading ??= new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = source
    script.addEventListener('load', () => {
      const { turnstile } = globalThis as { turnstile?: Turnstile }
      if (turnstile) resolve(turnstile)
      else reject(new Error('Turnstile did not start'))
    })
    script.addEventListener('error', () => {
      loading = undefined
      reject(new Error('Turnstile cannot be fetched'))
    })
    document.head.append(script)
  })
  return loading
}

/** Cloudflare Turnstile, where the operator has keys for it. */
export function TurnstileCheck({ siteKey, onProof }: Pick<BotCheckProps, 'onProof'> & { siteKey: string }) {
  const { t, language } = useText()
  const frame = useRef<HTMLDivElement>(null)
  const [hasFailed, setHasFailed] = useState(false)
  useEffect(() => {
    let gone = false
    let remove = () => {}
    const show = async () => {
      const turnstile = await load()
      if (gone || !frame.current) return
      const id = turnstile.render(frame.current, {
        sitekey: siteKey,
        language,
        theme: 'dark',
        callback: onProof,
        'expired-callback': () => onProof(null),
        'error-callback': () => onProof(null),
      })
      remove = () => turnstile.remove(id)
    }
    show().catch(() => setHasFailed(true))
    return () => {
      gone = true
      onProof(null)
      remove()
    }
  }, [siteKey, language, onProof])
  if (hasFailed) return <ErrorAlert text={t('account.check.unavailable')} />
  return <div ref={frame} className={styles.check} />
}
