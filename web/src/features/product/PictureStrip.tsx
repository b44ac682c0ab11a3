import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import type { Picture, Product } from '~/api/wire'
import { useText } from '~/i18n/useText'
import { lazyDialog } from '~/lib/dialog/lazyDialog'
import { pictureSources } from '~/ui/pictures'
import styles from './Pictures.module.css'
import { productPicturesQuery } from './productPictures'

const PictureDialog = lazyDialog(() => import('./PictureDialog'), 'PictureDialog')

/** The number of pictures below the large one; all are in the dialog. */
const SHOWN = 4

/** A product's other pictures in small below its photo; each, and the photo itself, opens large. */
export function PictureStrip({ product, picture }: { product: Product; picture: Picture }) {
  const { t } = useText()
  const { data } = useQuery(productPicturesQuery(product.id))
  const [open, setOpen] = useState<number | null>(null)
  const others = data?.pictures.filter(({ hash }) => hash !== picture.hash) ?? []
  const pictures = [picture, ...others]
  return (
    <>
      <button
        type="button"
        className={styles.zoom}
        aria-haspopup="dialog"
        aria-label={t('product.enlarge')}
        onClick={() => setOpen(0)}
      />
      {data && others.length === 0 && (
        <span className={styles.hint} aria-hidden>
          {t('product.enlarge')}
        </span>
      )}
      {others.length > 0 && (
        <ul className={styles.strip} aria-label={t('product.pictures')}>
          {pictures.slice(0, SHOWN).map((shown, index) => (
            <li key={shown.hash}>
              <button
                type="button"
                className={styles.small}
                aria-haspopup="dialog"
                aria-label={t('product.picture', { n: index + 1, of: pictures.length })}
                onClick={() => setOpen(index)}
              >
                <img src={pictureSources(shown).src} alt="" width={shown.width} height={shown.height} loading="lazy" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {open !== null && (
        <Suspense>
          <PictureDialog name={product.name} pictures={pictures} first={open} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </>
  )
}
