import { useText } from '~/i18n/useText'
import styles from './SourceNotice.module.css'

/** The sentence that open licences ask for. */
const OPEN_LICENCE = /^Contains information from (.+), which is made available under (?:the )?(.+?)\.?$/

/**
 * A source's notice in its own words, as its licence requires; above it, on Arabic pages, what it says. `url`: where the
 * notice leads.
 */
export function SourceNotice({ notice, url }: { notice: string; url?: string | null }) {
  const { t, language } = useText()
  const [, source, licence] = OPEN_LICENCE.exec(notice) ?? []
  return (
    <>
      {language === 'ar' && (
        <span className={styles.meaning}>
          {source && licence ? t('footer.notice', { source, licence }) : t('footer.noticeAsWritten')}
        </span>
      )}
      <bdi dir="ltr" lang="en" className={styles.notice}>
        {url ? (
          <a href={url} rel="noopener nofollow">
            {notice}
          </a>
        ) : (
          notice
        )}
      </bdi>
    </>
  )
}
