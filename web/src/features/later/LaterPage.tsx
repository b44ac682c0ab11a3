import { useText } from '~/i18n/useText'
import { ButtonLink } from '~/ui/Button'
import { Empty } from '~/ui/Empty'
import { Page } from '~/ui/Page'

/** A page whose time has not come: what it is for, and what can be done meanwhile. */
export default function LaterPage() {
  const { t } = useText()
  const title = t('later.admin.title')
  return (
    <Page title={title}>
      <Empty
        level={1}
        title={title}
        text={
          <>
            {t('later.admin.text')}
            <br />
            {t('later.admin.now')}
          </>
        }
      >
        <ButtonLink to="/" kind="filled">
          {t('later.toBuilder')}
        </ButtonLink>
        <ButtonLink to="/products">{t('later.toProducts')}</ButtonLink>
      </Empty>
    </Page>
  )
}
