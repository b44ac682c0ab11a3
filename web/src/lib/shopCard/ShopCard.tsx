import { useId } from 'react'
import { useConnection } from '~/api/connection'
import { useText } from '~/i18n/useText'
import { useModal } from '~/lib/dialog/useModal'
import { isOld } from '~/lib/product/checked'
import { IconButton } from '~/ui/Button'
import { QrCode } from '~/ui/QrCode'
import type { ShopCardContent } from './shopCardContent'
import styles from './ShopCard.module.css'

/**
 * A bright page over the whole screen, to be held out to a shop's counter: prices, shops, when they were read, and a QR code
 * that proves them. It needs no request, so that it works without a connection.
 */
export function ShopCard({ content, onClose }: { content: ShopCardContent; onClose: () => void }) {
  const { t, format } = useText()
  const heading = useId()
  const modal = useModal(onClose)
  const isLost = useConnection((state) => state.lost) || !navigator.onLine
  const { title, prices, checkedAt, link, of } = content
  return (
    <dialog {...modal} className={styles.card} aria-labelledby={heading}>
      <div className={styles.head}>
        <h2 id={heading}>
          <bdi>{title}</bdi>
        </h2>
        <IconButton icon="x" label={t('shopCard.close')} onClick={onClose} />
      </div>
      <dl className={styles.prices}>
        {prices.map(({ kind, amount, shops, isDelivered }) => (
          <div key={kind}>
            <dt>{t(`shopCard.${kind}`)}</dt>
            <dd>
              <strong>
                <bdi dir="ltr">{format.money(amount)}</bdi> <small>{t('money.kwd')}</small>
              </strong>
              <span>
                <bdi>{format.list(shops)}</bdi>
                {isDelivered && ` · ${t('shopCard.delivered')}`}
              </span>
            </dd>
          </div>
        ))}
      </dl>
      {checkedAt !== null && (
        <p>
          <time dateTime={checkedAt}>
            {t(isOld(checkedAt) ? 'card.checkedLongAgo' : 'card.checked', { ago: format.ago(checkedAt) })}
            {' · '}
            {format.fullDay(checkedAt)}
          </time>
        </p>
      )}
      {isLost && <p role="status">{t('shopCard.offline')}</p>}
      {link !== null && (
        <div className={styles.code}>
          <QrCode text={link} label={t(of === 'offer' ? 'shopCard.qrOffer' : 'shopCard.qrList')} />
          <p>{t(of === 'offer' ? 'shopCard.scanOffer' : 'shopCard.scanList')}</p>
        </div>
      )}
    </dialog>
  )
}
