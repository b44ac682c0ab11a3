import { useText } from '~/i18n/useText'
import { Empty } from '~/ui/Empty'
import { Page } from '~/ui/Page'
import { CategoryLinks } from './CategoryLinks'

/** Page for an unknown category, in the path or in a parameter. */
export function InvalidCategory({ path }: { path: string }) {
  const { t } = useText()
  return (
    <Page title={t('listing.invalidCategory')}>
      <Empty level={1} title={t('listing.invalidCategory')} text={t('listing.invalidCategoryText', { path })}>
        <CategoryLinks />
      </Empty>
    </Page>
  )
}
