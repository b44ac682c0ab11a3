import type { ReadRequest, ReadResponse } from './compilingWorker'

/** What barcodes are read in: a frame of the camera, or a picture. */
export type Readable = HTMLVideoElement | ImageBitmap

/** Returns the numbers of the barcodes in a picture, as printed. Rejects where the reader itself fails. */
export type ReadNumbers = (picture: Readable) => Promise<string[]>

/** The browser's own reader, which TypeScript's library lacks. */
type NativeDetector = { detect: (picture: Readable) => Promise<{ rawValue: string }[]> }
type NativeDetectorClass = {
  new (options: { formats: string[] }): NativeDetector
  getSupportedFormats: () => Promise<string[]>
}

const neededFormats = ['ean_13', 'ean_8', 'upc_a']
/** The format of numbers on cases, read where the browser can. */
const caseFormat = 'itf'

/** Longest side of a frame that the worker reads, in px: a bar of a box held at arm's length is then 2 px wide. */
const MAX_SIDE = 1280

let reader: Promise<ReadNumbers> | undefined

/** Returns the browser's own reader, or else loads the one of this site. After a failure it can be called again. */
export function loadReader(): Promise<ReadNumbers> {
  reader ??= createNativeReader()
    .then((native) => native ?? createWorkerReader())
    .catch((error: unknown) => {
      reader = undefined
      throw error
    })
  return reader
}

async function createNativeReader(): Promise<ReadNumbers | undefined> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: NativeDetectorClass }
  // Some browsers have the interface and read nothing: they support no format, or reject.
  const supported = (await BarcodeDetector?.getSupportedFormats().catch(() => [])) ?? []
  if (!BarcodeDetector || !neededFormats.every((format) => supported.includes(format))) return undefined
  const formats = [...neededFormats, caseFormat].filter((format) => supported.includes(format))
  const detector = new BarcodeDetector({ formats })
  return async (picture) => (await detector.detect(picture)).map(({ rawValue }) => rawValue)
}

/** Starts the worker that holds the reader in WebAssembly, and waits until it has read an empty picture. */
async function createWorkerReader(): Promise<ReadNumbers> {
  const worker = new Worker(new URL('./compilingWorker.ts', import.meta.url), { type: 'module' })
  const waiting = new Map<number, { resolve: (numbers: string[]) => void; reject: (error: Error) => void }>()
  let last = 0
  const rejectAll = () => {
    for (const { reject } of waiting.values()) reject(new Error('the worker did not start'))
    waiting.clear()
  }
  worker.addEventListener('error', rejectAll)
  worker.addEventListener('message', ({ data }: MessageEvent<ReadResponse>) => {
    const request = waiting.get(data.id)
    waiting.delete(data.id)
    if ('numbers' in data) request?.resolve(data.numbers)
    else request?.reject(new Error(data.error))
  })
  const read = (picture: ImageData): Promise<string[]> =>
    new Promise((resolve, reject) => {
      last += 1
      waiting.set(last, { resolve, reject })
      const request: ReadRequest = { id: last, picture }
      worker.postMessage(request, [picture.data.buffer])
    })
  try {
    await read(new ImageData(1, 1))
  } catch (error) {
    worker.terminate()
    throw error
  }
  const copy = createCopier()
  return (picture) => read(copy(picture))
}

/** Returns a function that copies a picture's pixels, in the size in which they are read. */
function createCopier(): (picture: Readable) => ImageData {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  return (picture) => {
    const [width, height] =
      picture instanceof HTMLVideoElement ? [picture.videoWidth, picture.videoHeight] : [picture.width, picture.height]
    const scale = Math.min(1, MAX_SIDE / Math.max(width, height, 1))
    canvas.width = Math.max(1, Math.round(width * scale))
    canvas.height = Math.max(1, Math.round(height * scale))
    if (!context) throw new Error('the browser gives no canvas')
    context.drawImage(picture, 0, 0, canvas.width, canvas.height)
    return context.getImageData(0, 0, canvas.width, canvas.height)
  }
}
