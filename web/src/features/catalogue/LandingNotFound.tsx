import { useText } from '~/i18n/useText'
import { ButtonLink } from '~/lib/ButtonLink'
import { Empty } from '~/ui/Empty'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { Page } from '~/ui/Page'

/** Page for an unknown landing page, or for one that could not be loaded. */
export function LandingNotFound({ path, onRetry }: { path: string; onRetry: (() => void) | null }) {
  const { t } = useText()
  if (onRetry) {
    return (
      <Page wide title={t('error.title')}>
        <ErrorAlert text={t('listing.error')} onRetry={onRetry} />
      </Page>
    )
  }
  return (
    <Page title={t('error.notFoundTitle')}>
      <Empty level={1} title={t('error.notFoundTitle')} text={t('error.notFoundText', { path })}>
        <ButtonLink to="/products" kind="filled">
          {t('later.toProducts')}
        </ButtonLink>
      </Empty>
    </Page>
  )
}
