import type { ErrorComponentProps } from '@tanstack/react-router'
import { useText } from '~/i18n/useText'
import { Button } from '~/ui/Button'
import { Empty } from '~/ui/Empty'
import { Page } from '~/ui/Page'

/** What is shown when drawing a page failed. */
export function ErrorScreen({ error }: ErrorComponentProps) {
  const { t } = useText()
  return (
    <Page title={t('error.title')}>
      <Empty level={1} title={t('error.title')} text={<bdi>{error instanceof Error && error.message !== '' ? error.message : t('error.unexpected')}</bdi>}>
        <Button kind="filled" onClick={() => window.location.reload()}>
          {t('error.reload')}
        </Button>
      </Empty>
    </Page>
  )
}
