import { useLocation } from '@tanstack/react-router'
import { useText } from '~/i18n/useText'
import { ButtonLink } from '~/ui/Button'
import { Empty } from '~/ui/Empty'
import { Page } from '~/ui/Page'

/** The page for an unknown address. */
export function NotFound() {
  const { t } = useText()
  const path = useLocation({ select: ({ pathname }) => pathname })
  return (
    <Page title={t('error.notFoundTitle')}>
      <Empty level={1} title={t('error.notFoundTitle')} text={t('error.notFoundText', { path })}>
        <ButtonLink to="/" kind="filled">
          {t('later.toBuilder')}
        </ButtonLink>
        <ButtonLink to="/products">{t('later.toProducts')}</ButtonLink>
      </Empty>
    </Page>
  )
}
