import { getRouteApi } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { useText } from '~/i18n/useText'
import { checkGtin } from '~/lib/gtin'
import { Page } from '~/ui/Page'
import { NumberForm } from './NumberForm'
import { PictureInput } from './PictureInput'
import styles from './Scan.module.css'
import { ScanCamera } from './ScanCamera'
import { ScanResult } from './ScanResult'
import { useCamera } from './useCamera'

const route = getRouteApi('/scan')

/** Reads the barcode on a box, and shows the product: what shops ask for it, and whether it fits the build. */
export default function ScanPage() {
  const { t } = useText()
  const { gtin: stated } = route.useSearch()
  const navigate = route.useNavigate()
  const camera = useCamera()
  const [usesCamera, setUsesCamera] = useState(false)
  const gtin = stated === undefined ? undefined : checkGtin(stated).gtin
  const { start, stop } = camera

  const show = useCallback(
    (found: string) => {
      stop()
      void navigate({ search: { gtin: found } })
    },
    [navigate, stop],
  )
  const showNext = () => {
    void navigate({ search: {} })
    if (usesCamera) void start()
  }

  return (
    <Page title={t('nav.scan')}>
      <header className={styles.head}>
        <h1>{t('nav.scan')}</h1>
        {gtin === undefined && <p>{t('scan.lead')}</p>}
      </header>
      {gtin === undefined ? (
        <div className={styles.ways}>
          <ScanCamera
            camera={camera}
            onStart={() => {
              setUsesCamera(true)
              void start()
            }}
            onFound={show}
          />
          <div className={styles.others}>
            <PictureInput onFound={show} />
            <NumberForm key={stated} stated={stated} onFound={show} />
          </div>
        </div>
      ) : (
        <ScanResult key={gtin} gtin={gtin} onNext={showNext} />
      )}
    </Page>
  )
}
