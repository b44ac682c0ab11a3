import { useLocation } from '@tanstack/react-router'
import { useText } from '~/i18n/useText'
import { ButtonLink } from '~/ui/Button'
import { Empty } from '~/ui/Empty'
import { Page } from '~/ui/Page'

const pages = {
  '/my-builds': 'myBuilds',
  '/admin': 'admin',
} as const

/** A page whose time has not come: what it is for, and what can be done meanwhile. */
export default function LaterPage() {
  const { t } = useText()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const page = path.startsWith('/build/') ? 'sharedBuild' : (pages[path.replace(/\/$/, '') as keyof typeof pages] ?? 'admin')
  const title = t(`later.${page}.title`)
  return (
    <Page title={title}>
      <Empty
        level={1}
        title={title}
        text={
          <>
            {t(`later.${page}.text`)}
            <br />
            {t(`later.${page}.now`)}
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
