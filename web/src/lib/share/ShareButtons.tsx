import { useState } from 'react'
import { useText } from '~/i18n/useText'
import { useToasts } from '~/lib/toasts'
import { Button } from '~/ui/Button'
import styles from './ShareButtons.module.css'
import { WhatsAppLink } from './WhatsAppLink'

type ShareButtonsProps = {
  title: string
  /** The list of the parts, without the link. */
  text: string
  link: string
}

/** The ways to share a list: WhatsApp first, the system's share sheet where there is one, and the link by the clipboard. */
export function ShareButtons({ title, text, link }: ShareButtonsProps) {
  const { t } = useText()
  const showToast = useToasts((state) => state.show)
  const [failed, setFailed] = useState(false)
  const canShare = typeof navigator.share === 'function'
  return (
    <>
      <div className={styles.ways}>
        <WhatsAppLink text={text} link={link} kind="filled" />
        {canShare && (
          // Closing the share sheet is no error.
          <Button onClick={() => void navigator.share({ title, text, url: link }).catch(() => undefined)}>
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
