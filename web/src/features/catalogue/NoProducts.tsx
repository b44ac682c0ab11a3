import { useText } from '~/i18n/useText'
import { ButtonLink } from '~/ui/Button'
import { Empty } from '~/ui/Empty'

/** What is said where no shop sells anything of a kind. */
export function NoProducts() {
  const { t } = useText()
  return (
    <Empty title={t('listing.noneTitle')} text={t('listing.noneText')}>
      <ButtonLink to="/products" kind="filled">
        {t('later.toProducts')}
      </ButtonLink>
    </Empty>
  )
}
