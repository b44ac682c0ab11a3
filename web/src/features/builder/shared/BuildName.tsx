import { useId, useState } from 'react'
import { useText } from '~/i18n/useText'
import { newBuildName } from '~/lib/build'
import { useBuild } from '~/lib/buildStore'
import { buildTemplate } from '~/lib/buildTemplates'
import { Button, IconButton } from '~/ui/Button'
import { useSavedBuildName } from '~/lib/useSavedBuildName'
import styles from './Builder.module.css'

/** The build's name as the page's heading; the pencil turns it into a field. */
export function BuildName({ empty }: { empty: boolean }) {
  const { t } = useText()
  const { currentBuild, rename } = useBuild()
  const [draft, setDraft] = useState<string | null>(null)
  const field = useId()
  const shown = useBuildName()
  if (draft === null) {
    return (
      <>
        <h1>{empty && currentBuild.name === newBuildName ? t('build.heading') : <bdi>{shown}</bdi>}</h1>
        {!empty && <IconButton icon="edit" label={t('build.rename')} onClick={() => setDraft(shown)} />}
      </>
    )
  }
  return (
    <form
      className={styles.rename}
      onSubmit={(event) => {
        event.preventDefault()
        rename(draft)
        setDraft(null)
      }}
    >
      <h1 className="sr">{shown}</h1>
      <label htmlFor={field} className="sr">
        {t('build.name')}
      </label>
      <input
        id={field}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the press that opened it asked for it
        autoFocus
        dir="auto"
        maxLength={100}
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && setDraft(null)}
      />
      <Button type="submit" kind="outline">
        {t('build.renameDone')}
      </Button>
    </form>
  )
}

/** Returns the build's name; in the reader's language where it is one of ours. */
export function useBuildName(): string {
  const { t } = useText()
  const nameOf = useSavedBuildName()
  const { name, templateId } = useBuild((state) => state.currentBuild)
  if (name === newBuildName) return t('build.newBuild')
  const template = buildTemplate(templateId)
  return template?.name === name ? t(`templates.${template.id}.name`) : nameOf({ name })
}
