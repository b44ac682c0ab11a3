import { useRef, useState } from 'react'
import { useText } from '~/i18n/useText'
import { Button } from '~/ui/Button'
import { ErrorAlert } from '~/ui/ErrorAlert'
import { readPicture, type PictureProblem } from './readPicture'

/** Reads a photo instead of the camera's picture. It needs no permission: phones offer to take one. */
export function PictureInput({ onFound }: { onFound: (gtin: string) => void }) {
  const { t } = useText()
  const input = useRef<HTMLInputElement>(null)
  const [isReading, setReading] = useState(false)
  const [problem, setProblem] = useState<PictureProblem | null>(null)
  const read = async (file: File | undefined) => {
    if (!file) return
    setReading(true)
    setProblem(null)
    const found = await readPicture(file)
    setReading(false)
    if ('gtin' in found) onFound(found.gtin)
    else setProblem(found.problem)
  }
  return (
    <div>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        onChange={({ target }) => {
          void read(target.files?.[0])
          // The same picture can be chosen again.
          target.value = ''
        }}
      />
      <Button wide icon="picture" aria-busy={isReading} onClick={() => input.current?.click()}>
        {t('scan.picture.choose')}
      </Button>
      <p role="status">{isReading ? t('scan.picture.reading') : ''}</p>
      {problem && <ErrorAlert text={t(`scan.picture.${problem}`)} />}
    </div>
  )
}
