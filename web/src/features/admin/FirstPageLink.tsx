import { getRouteApi } from '@tanstack/react-router'
import { useText } from '~/i18n/useText'
import { ButtonLink } from '~/ui/Button'

const route = getRouteApi('/admin')

/** Back to where a list begins, for a page that it no longer has. */
export function FirstPageLink() {
  const { t } = useText()
  const search = route.useSearch()
  return (
    <ButtonLink to="/admin" search={{ ...search, page: undefined }}>
      {t('admin.firstPage')}
    </ButtonLink>
  )
}
