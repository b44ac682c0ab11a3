import { useText } from '~/i18n/useText'
import { ButtonLink } from '~/ui/Button'
import { Empty } from '~/ui/Empty'

/** Message for a category that no retailer sells anything of. */
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
