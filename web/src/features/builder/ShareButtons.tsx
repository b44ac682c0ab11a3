import { useState } from 'react'
import { useText } from '~/i18n/useText'
import { useToasts } from '~/lib/toasts'
import { Button, ButtonAnchor } from '~/ui/Button'
import styles from './SaveActions.module.css'

/** The ways to share a link: WhatsApp first, the system's share sheet where there is one, and the clipboard. */
export function ShareButtons({ title, link }: { title: string; link: string }) {
  const { t } = useText()
  const showToast = useToasts((state) => state.show)
  const [failed, setFailed] = useState(false)
  const canShare = typeof navigator.share === 'function'
  return (
    <>
      <div className={styles.ways}>
        <ButtonAnchor
          kind="filled"
          icon="share"
          href={`https://wa.me/?text=${encodeURIComponent(`${title}\n${link}`)}`}
          target="_blank"
          rel="noopener"
        >
          {t('share.whatsapp')}
        </ButtonAnchor>
        {canShare && (
          // Closing the share sheet is no error.
          <Button onClick={() => void navigator.share({ title, url: link }).catch(() => undefined)}>
            {t('share.more')}
          </Button>
        )}
        <Button
          icon="copy"
          onClick={() =>
            navigator.clipboard.writeText(link).then(
              () => showToast(t('builds.copied')),
              () => setFailed(true),
            )
          }
        >
          {t('builds.copyLink')}
        </Button>
      </div>
      {failed && (
        <p role="alert" className={styles.problem}>
          {t('builds.copyByHand')}
        </p>
      )}
    </>
  )
}
