import type { ErrorComponentProps } from '@tanstack/react-router'
import { useText } from '~/i18n/useText'
import { Button } from '~/ui/Button'
import { Empty } from '~/ui/Empty'
import { Page } from '~/ui/Page'
import { useErrorText } from '~/lib/useErrorText'

/**
 * Screen shown when rendering a page failed. The exception's text goes to the console only: readers get the server's
 * sentence, or ours.
 */
export function ErrorScreen({ error }: ErrorComponentProps) {
  const { t } = useText()
  const errorText = useErrorText()
  return (
    <Page title={t('error.title')}>
      <Empty level={1} title={t('error.title')} text={errorText(error, t('error.unexpected'))}>
        <Button kind="filled" onClick={() => window.location.reload()}>
          {t('error.reload')}
        </Button>
      </Empty>
    </Page>
  )
}
