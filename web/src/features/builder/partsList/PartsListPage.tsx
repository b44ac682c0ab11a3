import { getRouteApi } from '@tanstack/react-router'
import { addressToShare } from '~/i18n/language'
import { useText } from '~/i18n/useText'
import { ButtonLink } from '~/lib/ButtonLink'
import { Empty } from '~/ui/Empty'
import { Page } from '~/ui/Page'
import { PartsList } from './PartsList'

const route = getRouteApi('/parts-list')

/** The parts named in the URL as a list to print and to share. A part named twice is bought twice. */
export default function PartsListPage() {
  const { t } = useText()
  const { part: named = [], name } = route.useSearch()
  if (named.length === 0) {
    return (
      <Page title={t('partsList.title')}>
        <Empty level={1} title={t('partsList.emptyTitle')} text={t('partsList.emptyText')}>
          <ButtonLink to="/" kind="filled">
            {t('later.toBuilder')}
          </ButtonLink>
        </Empty>
      </Page>
    )
  }
  const address = new URLSearchParams(named.map((id) => ['part', id]))
  if (name !== undefined) address.append('name', name)
  return (
    <Page title={t('partsList.title')}>
      <PartsList named={named} name={name ?? null} link={addressToShare(`/parts-list?${address.toString()}`)} />
    </Page>
  )
}
