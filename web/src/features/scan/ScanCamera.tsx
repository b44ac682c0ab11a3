import { useEffect, useRef, useState } from 'react'
import { useText } from '~/i18n/useText'
import { Button } from '~/ui/Button'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { Icon } from '~/ui/Icon'
import { hasTorch, setTorch } from './camera'
import styles from './Scan.module.css'
import type { useCamera } from './useCamera'
import { useReading } from './useReading'

type ScanCameraProps = {
  camera: ReturnType<typeof useCamera>
  onStart: () => void
  onFound: (gtin: string) => void
}

/** The camera's picture, or the button that turns the camera on. */
export function ScanCamera({ camera, onStart, onFound }: ScanCameraProps) {
  const { t } = useText()
  if (camera.stream) return <Viewfinder stream={camera.stream} onStop={camera.stop} onFound={onFound} />
  return (
    <div className={styles.idle}>
      <Icon name="barcode" size="l" />
      {camera.problem && <ErrorAlert text={t(`scan.camera.${camera.problem}`)} />}
      <p role="status">{camera.isStarting ? t('scan.starting') : ''}</p>
      <Button kind="filled" icon="barcode" aria-busy={camera.isStarting} onClick={onStart}>
        {t('scan.start')}
      </Button>
    </div>
  )
}

type ViewfinderProps = { stream: MediaStream; onStop: () => void; onFound: (gtin: string) => void }

function Viewfinder({ stream, onStop, onFound }: ViewfinderProps) {
  const { t } = useText()
  const video = useRef<HTMLVideoElement>(null)
  const reading = useReading(video, onFound)
  useEffect(() => {
    if (!video.current) return
    video.current.srcObject = stream
    // The browser may stop the start where the page is left meanwhile.
    video.current.play().catch(() => undefined)
  }, [stream])
  return (
    <div className={styles.camera}>
      <div className={styles.view}>
        <video ref={video} muted playsInline aria-label={t('scan.view')} />
        <span className={styles.aim} aria-hidden="true" />
      </div>
      {reading === 'failed' ? (
        <ErrorAlert text={t('scan.picture.readerFailed')} />
      ) : (
        <p role="status">{t(reading === 'loading' ? 'scan.loading' : 'scan.hold')}</p>
      )}
      <div className={styles.tools}>
        <Torch stream={stream} />
        <Button icon="x" onClick={onStop}>
          {t('scan.stop')}
        </Button>
      </div>
    </div>
  )
}

/** The switch of the camera's light, where it has one. */
function Torch({ stream }: { stream: MediaStream }) {
  const { t } = useText()
  const [isOn, setOn] = useState(false)
  if (!hasTorch(stream)) return null
  return (
    <Button
      icon="bolt"
      aria-pressed={isOn}
      onClick={() => {
        void setTorch(stream, !isOn).then(
          () => setOn(!isOn),
          () => undefined,
        )
      }}
    >
      {t('scan.torch')}
    </Button>
  )
}
