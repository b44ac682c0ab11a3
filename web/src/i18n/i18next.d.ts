import 'i18next'
import type adminEn from './admin.en.json'
import type browsingEn from './browsing.en.json'
import type budgetEn from './budget.en.json'
import type buildEn from './build.en.json'
import type catalogueEn from './catalogue.en.json'
import type compareEn from './compare.en.json'
import type en from './en.json'
import type homeEn from './home.en.json'
import type landingEn from './landing.en.json'
import type seldomUsedEn from './seldomUsed.en.json'
import type productEn from './product.en.json'
import type secondFactorEn from './secondFactor.en.json'
import type specsEn from './specs.en.json'
import type upgradeEn from './upgrade.en.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: {
      translation: typeof en &
        typeof specsEn &
        typeof homeEn &
        typeof budgetEn &
        typeof upgradeEn &
        typeof buildEn &
        typeof catalogueEn &
        typeof browsingEn &
        typeof compareEn &
        typeof landingEn &
        typeof productEn &
        typeof seldomUsedEn &
        typeof secondFactorEn &
        typeof adminEn
    }
    returnNull: false
  }
}
