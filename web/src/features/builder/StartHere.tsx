import { useText } from '~/i18n/useText'
import { ButtonLink } from '~/ui/Button'
import { Panel } from '~/ui/Panel'
import { PartDrawing } from '~/ui/PartPicture'
import styles from './Builder.module.css'

/** What an empty build offers: where most builds begin. */
export function StartHere() {
  const { t } = useText()
  return (
    <Panel title={t('build.startHere')}>
      <div className={styles.start}>
        <div className={styles.stage}>
          <div>
            <PartDrawing product={{ category: 'CPU', imageUrl: null }} />
          </div>
        </div>
        <p>{t('build.startText')}</p>
        <ButtonLink to="/$category" params={{ category: 'cpu' }} kind="outline" wide after="next">
          {t('build.start')}
        </ButtonLink>
      </div>
    </Panel>
  )
}
