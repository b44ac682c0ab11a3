import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useText } from '~/i18n/useText'
import { useBuild } from '~/lib/buildStore'
import { mayReplaceBuild } from '~/lib/mayReplaceBuild'
import { listSavedParts, toBuild, type SavedBuild } from '~/lib/accountBuilds'
import { BuildAlertButton } from '~/lib/alerts/BuildAlertButton'
import { ButtonLink } from '~/lib/ButtonLink'
import { Button } from '~/ui/Button'
import { Chip } from '~/ui/Chip'
import { Checkbox, Switch } from '~/ui/Field'
import { panelClass } from '~/ui/Panel'
import { PartThumb } from '~/ui/PartPicture'
import { classNames } from '~/ui/classNames'
import { useSavedBuildName } from '~/lib/useSavedBuildName'
import { useSubmit } from '~/lib/useSubmit'
import styles from './Builds.module.css'
import { suggestionsQuery } from './suggestions'
import { Totals } from './Totals'
import { loadCurrent, useBuildActions } from './useBuildActions'
import { useSuggestionCount } from './useSuggestionCount'

/** Maximum number of pictures. */
const MAX_THUMBS = 5

type BuildCardProps = { build: SavedBuild; picked: boolean; full: boolean; onPick: (picked: boolean) => void }

/** A saved build, with its actions. */
export function BuildCard({ build, picked, full, onPick }: BuildCardProps) {
  const { t, format } = useText()
  const name = useSavedBuildName()(build)
  const actions = useBuildActions(build)
  return (
    <li className={classNames(panelClass, styles.card)}>
      <div className={styles.cardHead}>
        <h3>
          <bdi>{name}</bdi>
        </h3>
        <Chip kind={build.isPublic ? 'ok' : 'fact'} icon={build.isPublic ? 'share' : undefined}>
          {t(build.isPublic ? 'builds.public' : 'builds.private')}
        </Chip>
      </div>
      {build.description !== null && (
        <p className={styles.description}>
          <bdi>{build.description}</bdi>
        </p>
      )}
      <SuggestionNote build={build} />
      <Thumbs build={build} />
      <Totals build={build} />
      <p className={styles.meta}>
        {build.isPublic && <>{t('builds.views', { count: build.viewCount, n: format.count(build.viewCount) })} · </>}
        {t('builds.updated', { date: format.fullDay(build.updatedAt) })}
      </p>
      <label className={styles.switch}>
        <Switch
          checked={build.isPublic}
          disabled={actions.busy}
          onChange={(event) => actions.setPublic(event.target.checked)}
        />
        {t('builds.publicSwitch')}
      </label>
      <CardActions build={build} name={name} actions={actions} />
      <label className={styles.switch}>
        <Checkbox checked={picked} disabled={full && !picked} onChange={(event) => onPick(event.target.checked)} />
        {t('builds.pick', { name })}
      </label>
      {actions.errorMessage !== null && (
        <p role="alert" className={styles.problem}>
          {actions.errorMessage}
        </p>
      )}
    </li>
  )
}

/** The number of swaps that visitors proposed, as a link to the page where they are taken or left. */
function SuggestionNote({ build }: { build: SavedBuild }) {
  const countText = useSuggestionCount()
  const { data } = useQuery(suggestionsQuery)
  const suggestions = (data?.suggestions ?? []).filter(({ buildId }) => buildId === build.id)
  if (suggestions.length === 0) return null
  return (
    <Link to="/build/$shareToken" params={{ shareToken: build.shareToken }}>
      {countText(suggestions)}
    </Link>
  )
}

/** The pictures of the first parts, and the number of the others. */
function Thumbs({ build }: { build: SavedBuild }) {
  const { format } = useText()
  const parts = listSavedParts(build)
  return (
    <div className={styles.thumbs} aria-hidden="true">
      {parts.slice(0, MAX_THUMBS).map((part) => (
        <PartThumb key={`${part.componentType}-${part.product.id ?? part.product.name}`} product={part.product} />
      ))}
      {parts.length > MAX_THUMBS && <span>+{format.count(parts.length - MAX_THUMBS)}</span>}
    </div>
  )
}

type CardActionsProps = { build: SavedBuild; name: string; actions: ReturnType<typeof useBuildActions> }

function CardActions({ build, name, actions }: CardActionsProps) {
  const { t } = useText()
  const openInBuilder = useOpenSavedBuild(build)
  return (
    <div className={styles.actions}>
      <ButtonLink
        small
        kind="outline"
        to="/build/$shareToken"
        params={{ shareToken: build.shareToken }}
        aria-label={`${t('builds.view')}: ${name}`}
      >
        {t('builds.view')}
      </ButtonLink>
      <Button small onClick={() => openInBuilder()} aria-label={`${t('builds.open')}: ${name}`}>
        {t('builds.open')}
      </Button>
      {build.isPublic && (
        <Button small icon="share" onClick={actions.share} aria-label={`${t('builds.share')}: ${name}`}>
          {t('builds.share')}
        </Button>
      )}
      <BuildAlertButton build={{ id: build.id, name, total: build.todayTotal, unpriced: build.unpriced }} />
      <Button
        small
        disabled={actions.busy}
        onClick={actions.duplicate}
        aria-label={`${t('builds.duplicate')}: ${name}`}
      >
        {t('builds.duplicate')}
      </Button>
      <Button
        small
        kind="danger"
        icon="trash"
        disabled={actions.busy}
        aria-label={`${t('builds.delete')}: ${name}`}
        onClick={() => window.confirm(t('builds.deleteConfirm')) && actions.remove()}
      >
        {t('builds.delete')}
      </Button>
    </div>
  )
}

/**
 * Returns a function that opens a saved build in the builder. Unsaved changes of another build are saved first; the build
 * itself, if it is the current one and has unsaved changes, is shown as it is.
 */
function useOpenSavedBuild(build: SavedBuild) {
  const navigate = useNavigate()
  const { t } = useText()
  const opening = useSubmit({
    mutationFn: async () => {
      const { currentBuild, unsavedChanges, openSavedBuild } = useBuild.getState()
      if (!unsavedChanges || currentBuild.id !== build.id) {
        if (!(await mayReplaceBuild(t('builds.loseUnsaved')))) return
        openSavedBuild(toBuild(await loadCurrent(build)))
      }
      await navigate({ to: '/' })
    },
  })
  return opening.mutate
}
