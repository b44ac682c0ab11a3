import { useText } from '~/i18n/useText'
import { ButtonLink } from '~/lib/ButtonLink'
import { Empty } from '~/ui/Empty'
import { Page } from '~/ui/Page'

/** A page in place of a shared build that is not there, or whose link is none. */
export function NoBuild({ title }: { title: 'builds.notFound' | 'builds.invalidLink' }) {
  const { t } = useText()
  return (
    <Page title={t('builds.sharedTitle')}>
      <Empty level={1} title={t(title)} text={t('builds.notFoundText')}>
        <ButtonLink to="/" kind="filled">
          {t('builds.start')}
        </ButtonLink>
      </Empty>
    </Page>
  )
}
