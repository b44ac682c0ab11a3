import { useState } from 'react'
import type { Picture } from '~/api/wire'
import { useText } from '~/i18n/useText'
import { Dialog, DialogActions } from '~/lib/dialog/Dialog'
import { Button } from '~/ui/Button'
import { pictureSources } from '~/ui/pictures'
import styles from './Pictures.module.css'

type PictureDialogProps = {
  name: string
  pictures: Picture[]
  /** The index of the picture that is shown first. */
  first: number
  onClose: () => void
}

/** A product's pictures, one at a time, as large as the screen allows. */
export function PictureDialog({ name, pictures, first, onClose }: PictureDialogProps) {
  const { t } = useText()
  const [index, setIndex] = useState(first)
  const picture = pictures[index]
  const count = pictures.length
  const move = (step: number) => setIndex((current) => (current + step + count) % count)
  return (
    <Dialog title={name} closeLabel={t('product.closePictures')} onClose={onClose} wide>
      {picture && (
        <img
          className={styles.large}
          {...pictureSources(picture)}
          sizes="(max-width: 47.9375rem) 90vw, 40rem"
          alt={t('product.picture', { n: index + 1, of: count })}
          width={picture.width}
          height={picture.height}
        />
      )}
      {count > 1 && (
        <DialogActions>
          <Button onClick={() => move(-1)}>{t('product.previousPicture')}</Button>
          <Button onClick={() => move(1)}>{t('product.nextPicture')}</Button>
        </DialogActions>
      )}
    </Dialog>
  )
}
