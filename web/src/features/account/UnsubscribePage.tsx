import { useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { ApiError, client, readBody } from '~/api/client'
import { settingsQuery } from '~/api/ownData'
import { useText } from '~/i18n/useText'
import { ButtonLink } from '~/lib/ButtonLink'
import { useAccountErrorText } from '~/lib/proof/useAccountErrorText'
import { useSubmit } from '~/lib/useSubmit'
import { Button } from '~/ui/Button'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { NarrowPage, SuccessNote } from './NarrowPage'

/** The page of a mail's unsubscribe link. It waits for a press, because programs that check mails follow every link. */
export default function UnsubscribePage() {
  const { t } = useText()
  const { token } = useSearch({ from: '/unsubscribe' })
  if (token === undefined) {
    return (
      <NarrowPage title={t('account.unsubscribe.title')}>
        <ErrorAlert text={t('account.unsubscribe.invalid')} />
        <SettingsLink />
      </NarrowPage>
    )
  }
  return <UnsubscribeForm token={token} />
}

function UnsubscribeForm({ token }: { token: string }) {
  const { t } = useText()
  const errorText = useAccountErrorText()
  const queryClient = useQueryClient()
  const unsubscribe = useSubmit({
    mutationFn: () => readBody(client.POST('/api/unsubscribe', { body: { token } })),
    // The user may be signed in to this browser.
    onSuccess: () => queryClient.invalidateQueries({ queryKey: settingsQuery.queryKey }),
  })
  if (unsubscribe.isSuccess) {
    return (
      <NarrowPage title={t('account.unsubscribe.done')}>
        <SuccessNote>{t('account.unsubscribe.doneText')}</SuccessNote>
        <SettingsLink />
      </NarrowPage>
    )
  }
  const { error, isPending } = unsubscribe
  // Pressing again does not help.
  const isInvalid = error instanceof ApiError && error.status === 422
  return (
    <NarrowPage title={t('account.unsubscribe.title')}>
      <p>{t('account.unsubscribe.text')}</p>
      {error && (
        <ErrorAlert
          text={isInvalid ? t('account.unsubscribe.invalid') : errorText(error, t('account.unsubscribe.failed'))}
        />
      )}
      {isInvalid ? (
        <SettingsLink />
      ) : (
        <Button kind="filled" wide disabled={isPending} aria-busy={isPending} onClick={() => unsubscribe.mutate()}>
          {t(isPending ? 'account.working' : 'account.unsubscribe.submit')}
        </Button>
      )}
    </NarrowPage>
  )
}

function SettingsLink() {
  const { t } = useText()
  return <ButtonLink to="/settings">{t('account.settings.title')}</ButtonLink>
}
