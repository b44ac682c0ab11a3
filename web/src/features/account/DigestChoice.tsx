import { useText } from '~/i18n/useText'
import { useAccountErrorText } from '~/lib/proof/useAccountErrorText'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { SelectField } from '~/ui/Field'
import styles from './Account.module.css'
import { SuccessNote } from './NarrowPage'
import { useSettingsChange, type Settings } from './useSettingsChange'

const CHOICES = ['EACH', 'DAILY', 'WEEKLY'] as const

/** How often alert mails come: each by itself, or put together by day or week. */
export function DigestChoice({ settings }: { settings: Settings }) {
  const { t } = useText()
  const errorText = useAccountErrorText()
  const change = useSettingsChange()
  return (
    <>
      <SelectField
        label={t('account.settings.alertMails')}
        value={settings.alertMails}
        options={CHOICES.map((value) => ({ value, label: t(`account.settings.alertMailsChoice.${value}`) }))}
        onChange={(alertMails) => change.mutate({ alertMails })}
      />
      {settings.alertMails !== 'EACH' && <p className={styles.meta}>{t('account.settings.alertMailsText')}</p>}
      {change.error && <ErrorAlert text={errorText(change.error, t('account.settings.failed'))} />}
      {change.isSuccess && <SuccessNote>{t('account.settings.notificationsSaved')}</SuccessNote>}
    </>
  )
}
