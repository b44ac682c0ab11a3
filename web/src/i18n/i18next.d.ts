import 'i18next'
import type accountEn from './account.en.json'
import type adminEn from './admin.en.json'
import type adminTabsEn from './adminTabs.en.json'
import type bandEn from './band.en.json'
import type browsingEn from './browsing.en.json'
import type budgetEn from './budget.en.json'
import type buildEn from './build.en.json'
import type buildsEn from './builds.en.json'
import type catalogueEn from './catalogue.en.json'
import type channelsEn from './channels.en.json'
import type compareEn from './compare.en.json'
import type facetsEn from './facets.en.json'
import type en from './en.json'
import type forShopsEn from './forShops.en.json'
import type headerEn from './header.en.json'
import type homeEn from './home.en.json'
import type infoPagesEn from './infoPages.en.json'
import type interpretationEn from './interpretation.en.json'
import type landingEn from './landing.en.json'
import type partsListEn from './partsList.en.json'
import type alertsEn from './alerts.en.json'
import type seldomUsedEn from './seldomUsed.en.json'
import type productEn from './product.en.json'
import type productPanelsEn from './productPanels.en.json'
import type scanEn from './scan.en.json'
import type secondFactorEn from './secondFactor.en.json'
import type settingsEn from './settings.en.json'
import type shopCardEn from './shopCard.en.json'
import type dealsEn from './deals.en.json'
import type shopPageEn from './shopPage.en.json'
import type specsEn from './specs.en.json'
import type upgradeEn from './upgrade.en.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: {
      translation: typeof en &
        typeof specsEn &
        typeof homeEn &
        typeof bandEn &
        typeof budgetEn &
        typeof upgradeEn &
        typeof buildEn &
        typeof catalogueEn &
        typeof browsingEn &
        typeof compareEn &
        typeof facetsEn &
        typeof interpretationEn &
        typeof landingEn &
        typeof partsListEn &
        typeof productEn &
        typeof productPanelsEn &
        typeof alertsEn &
        typeof seldomUsedEn &
        typeof accountEn &
        typeof channelsEn &
        typeof settingsEn &
        typeof headerEn &
        typeof buildsEn &
        typeof shopCardEn &
        typeof dealsEn &
        typeof shopPageEn &
        typeof secondFactorEn &
        typeof forShopsEn &
        typeof infoPagesEn &
        typeof scanEn &
        typeof adminEn &
        typeof adminTabsEn
    }
    returnNull: false
  }
}
