import { loadReader } from './barcodeReader'
import { findGtin } from './useReading'

/** Why a chosen picture gives no number. */
export type PictureProblem = 'notPicture' | 'noBarcode' | 'readerFailed'

/** Reads the barcode in a picture: in the whole first, then in its middle, where a small barcode has more pixels. */
export async function readPicture(file: File): Promise<{ gtin: string } | { problem: PictureProblem }> {
  const picture = await createImageBitmap(file).catch(() => undefined)
  if (!picture) return { problem: 'notPicture' }
  try {
    const { width, height } = picture
    const readNumbers = await loadReader()
    const whole = findGtin(await readNumbers(picture))
    if (whole !== undefined) return { gtin: whole }
    const half = [Math.ceil(width / 2), Math.ceil(height / 2)] as const
    const middle = await createImageBitmap(picture, Math.floor(width / 4), Math.floor(height / 4), ...half)
    const gtin = findGtin(await readNumbers(middle))
    middle.close()
    return gtin === undefined ? { problem: 'noBarcode' } : { gtin }
  } catch {
    return { problem: 'readerFailed' }
  } finally {
    picture.close()
  }
}
