import { addressToShare } from '~/i18n/language'
import { useText } from '~/i18n/useText'
import { chosenIds, newBuildName } from '~/lib/build'
import { useBuild } from '~/lib/buildStore'
import { useToasts } from '~/lib/toasts'
import { Button } from '~/ui/Button'
import { Dialog } from '~/lib/dialog/Dialog'
import { BotCheck } from '~/lib/botCheck/BotCheck'
import { LoginLink } from '~/lib/LoginLink'
import { ShareButtons } from '~/lib/share/ShareButtons'
import { TextField } from '~/ui/form/TextField'
import { useBuildName } from '../shared/BuildName'
import type { BuildLine } from '../shared/buildLines'
import type { ExportFormat } from '../transfer/exportBuild'
import styles from './SaveActions.module.css'
import { useExport } from '../transfer/useExport'
import { useGuestLink, type GuestLink } from '../partsList/useGuestLink'
import { useLinesText } from '../shared/useLinesText'

/** The formats that forums accept. */
const forums: ExportFormat[] = ['Text', 'Markdown', 'BBCode']

/**
 * A share link for visitors without an account: a short one, for which the server stores the list. Until it is there, and
 * where there is none, a long one that names the parts itself.
 */
export function GuestShareDialog({ lines, onClose }: { lines: BuildLine[]; onClose: () => void }) {
  const { t } = useText()
  const showToast = useToasts((state) => state.show)
  const name = useBuildName()
  const made = useExport(lines)
  const build = useBuild((state) => state.currentBuild)
  const parts = new URLSearchParams(chosenIds(build.components).map((id) => ['part', id]))
  const ownName = build.name === newBuildName ? undefined : name
  if (ownName !== undefined) parts.append('name', ownName)
  const short = useGuestLink(ownName, build.components)
  const link = short.address ?? addressToShare(`/parts-list?${parts.toString()}`)
  const text = useLinesText(name, lines)
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
        <LinkNote short={short} />
        <ShareButtons title={name} text={text} link={link} />
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

/** The state of the short link, with the bot check where the server wants one. */
function LinkNote({ short }: { short: GuestLink }) {
  const { t } = useText()
  if (short.needsProof) return <BotCheck touched onProof={short.acceptProof} />
  if (short.address !== null) return null
  return <p role="status">{t(short.failed ? 'share.longStays' : 'share.shortening')}</p>
}
