import 'i18next'
import type en from './en.json'
import type moreEn from './more.en.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof en & typeof moreEn }
    returnNull: false
  }
}
