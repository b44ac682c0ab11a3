import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useRef } from 'react'
import { ApiError } from '~/api/client'
import { productByGtinQuery, productQuery } from '~/api/queries'
import { useText } from '~/i18n/useText'
import { ButtonLink } from '~/lib/ButtonLink'
import { useErrorText } from '~/lib/useErrorText'
import { Button } from '~/ui/Button'
import { Empty } from '~/ui/Empty'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { Loading, Skeleton } from '~/ui/Skeleton'
import { lazyPiece } from '~/ui/lazyPiece'
import styles from './Scan.module.css'

// Loaded while the first number is looked up: the page to scan with does without it.
const ScannedProduct = lazyPiece(() => import('./ScannedProduct'), 'ScannedProduct')

/** The product of a barcode's number. */
export function ScanResult({ gtin, onNext }: { gtin: string; onNext: () => void }) {
  const { t } = useText()
  const frame = useRef<HTMLDivElement>(null)
  // Screen readers go on here: what had the focus has gone.
  useEffect(() => frame.current?.focus(), [])
  return (
    <div ref={frame} tabIndex={-1} className={styles.result}>
      <p className={styles.scanned}>
        {t('scan.scanned')} <bdi dir="ltr">{gtin}</bdi>
      </p>
      <Found gtin={gtin} />
      <Button wide icon="barcode" onClick={onNext}>
        {t('scan.next')}
      </Button>
    </div>
  )
}

function Found({ gtin }: { gtin: string }) {
  const { t } = useText()
  const errorText = useErrorText()
  const lookUp = useQuery(productByGtinQuery(gtin))
  const id = lookUp.data?.productId
  useEffect(() => void ScannedProduct.preload(), [])
  const detail = useQuery({ ...productQuery(id ?? ''), enabled: id !== undefined })
  const error = lookUp.error ?? detail.error
  if (error instanceof ApiError && [404, 410, 422].includes(error.status)) {
    return (
      <Empty title={t('scan.unknown')} text={t('scan.unknownText')}>
        <ButtonLink to="/search" search={{ q: gtin }} kind="filled" icon="search">
          {t('scan.search')}
        </ButtonLink>
      </Empty>
    )
  }
  if (error) {
    const retry = () => void (lookUp.error ? lookUp.refetch() : detail.refetch())
    return <ErrorAlert text={errorText(error, t('scan.failed'))} onRetry={retry} />
  }
  const wait = (
    <Loading label={t('scan.looking')}>
      <Skeleton height="20rem" />
    </Loading>
  )
  if (!detail.data) return wait
  return (
    <Suspense fallback={wait}>
      <ScannedProduct product={detail.data.product} offers={detail.data.retailers} />
    </Suspense>
  )
}
