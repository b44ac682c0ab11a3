import { getRouteApi } from '@tanstack/react-router'
import { useText } from '~/i18n/useText'
import { ButtonLink } from '~/lib/ButtonLink'

const route = getRouteApi('/admin')

/** Link to the first page, for a page number that the list no longer has. */
export function FirstPageLink() {
  const { t } = useText()
  const search = route.useSearch()
  return (
    <ButtonLink to="/admin" search={{ ...search, page: undefined }}>
      {t('admin.firstPage')}
    </ButtonLink>
  )
}
