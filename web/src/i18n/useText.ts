import { useTranslation } from 'react-i18next'
import { createFormat, type Format } from '~/lib/format'
import type { Language } from './language'

/** The texts, number formats and direction of the reader's language. */
export function useText() {
  const { t, i18n } = useTranslation()
  const language: Language = i18n.language === 'ar' ? 'ar' : 'en'
  const format: Format = createFormat(language)
  return { t, format, language, rtl: language === 'ar' }
}
