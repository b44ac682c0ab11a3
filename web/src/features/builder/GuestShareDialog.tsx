import { addressToShare } from '~/i18n/language'
import { useText } from '~/i18n/useText'
import { chosenIds } from '~/lib/build'
import { useBuild } from '~/lib/buildStore'
import { useToasts } from '~/lib/toasts'
import { Button } from '~/ui/Button'
import { Dialog } from '~/lib/dialog/Dialog'
import { LoginLink } from '~/lib/LoginLink'
import { TextField } from '~/ui/form/TextField'
import { useBuildName } from './BuildName'
import type { BuildLine } from './buildLines'
import type { ExportFormat } from './exportBuild'
import styles from './SaveActions.module.css'
import { ShareButtons } from './ShareButtons'
import { useExport } from './useExport'

/** The formats that forums accept. */
const forums: ExportFormat[] = ['Text', 'Markdown', 'BBCode']

/** A share link for visitors without an account: the link names the parts itself, and the server stores nothing. */
export function GuestShareDialog({ lines, onClose }: { lines: BuildLine[]; onClose: () => void }) {
  const { t } = useText()
  const showToast = useToasts((state) => state.show)
  const name = useBuildName()
  const made = useExport(lines)
  const components = useBuild((state) => state.currentBuild.components)
  const parts = new URLSearchParams(chosenIds(components).map((id) => ['part', id]))
  const link = addressToShare(`/parts-list?${parts.toString()}`)
  const copy = (format: ExportFormat) =>
    navigator.clipboard.writeText(made(format).text).then(
      () => showToast(t('share.copiedAs', { format })),
      () => showToast(t('share.copyFailed')),
    )
  return (
    <Dialog title={t('builds.shareTitle')} closeLabel={t('build.dismiss')} onClose={onClose}>
      <div className={styles.form}>
        <p>{t('share.guest')}</p>
        <TextField
          label={t('builds.link')}
          readOnly
          dir="ltr"
          value={link}
          onChange={() => undefined}
          onFocus={(event) => event.target.select()}
        />
        <ShareButtons title={name} link={link} />
        <div className={styles.ways}>
          <span>{t('share.forums')}</span>
          {forums.map((format) => (
            <Button key={format} small aria-label={t('build.copyAs', { format })} onClick={() => void copy(format)}>
              <bdi>{format}</bdi>
            </Button>
          ))}
        </div>
        <p>
          {t('share.signIn')} <LoginLink small>{t('nav.login')}</LoginLink>
        </p>
      </div>
    </Dialog>
  )
}
