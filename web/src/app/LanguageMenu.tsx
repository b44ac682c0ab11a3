import { useRouter } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useText } from '~/i18n/useText'
import { useToasts } from '~/lib/toasts'
import { classNames } from '~/ui/classNames'
import { Icon } from '~/ui/Icon'
import styles from './Header.module.css'
import { chooseLanguage } from './languageAddress'

/** The languages, each by its own name. */
const languages = [
  ['en', 'English'],
  ['ar', 'العربية'],
] as const

/** The choice of language; the page's own is marked. */
export function LanguageMenu() {
  const { t, language } = useText()
  const router = useRouter()
  const [open, setOpen] = useState(false)
  const id = useId()
  const showToast = useToasts((state) => state.show)
  return (
    <div
      role="presentation"
      className={styles.dropdown}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setOpen(false)}
      onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}
    >
      <button
        type="button"
        className={styles.iconButton}
        aria-expanded={open}
        aria-controls={id}
        aria-label={t('nav.language')}
        onClick={() => setOpen(!open)}
      >
        <Icon name="globe" />
        <span aria-hidden="true">{language === 'ar' ? 'ع' : 'EN'}</span>
      </button>
      <ul id={id} className={classNames(styles.dropdownMenu, styles.languages)} hidden={!open}>
        {languages.map(([code, name]) => (
          <li key={code}>
            <button
              type="button"
              lang={code}
              aria-current={code === language}
              onClick={() => {
                setOpen(false)
                chooseLanguage(router, code).catch(() => showToast(t('error.piece')))
              }}
            >
              {name}
              {code === language && <Icon name="check" size="s" />}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
