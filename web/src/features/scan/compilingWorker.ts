import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'

// Reads barcodes in pictures, for browsers that cannot do it themselves. WebAssembly may be compiled here only: the server
// sends this file, which it knows by its name, with a policy of its own (`api/src/site/files.rs`).

/** A picture to read; the response has the same `id`. */
export type ReadRequest = { id: number; picture: ImageData }
/** The numbers found, or the reason why the reader itself failed. */
export type ReadResponse = { id: number; numbers: string[] } | { id: number; error: string }

// The package would otherwise fetch the file from a network of others.
prepareZXingModule({ overrides: { locateFile: () => wasmUrl } })

globalThis.addEventListener('message', ({ data }: MessageEvent<ReadRequest>) => {
  // A worker's own messages have no origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  void read(data).then((response) => globalThis.postMessage(response))
})

async function read({ id, picture }: ReadRequest): Promise<ReadResponse> {
  try {
    const found = await readBarcodes(picture, {
      formats: ['EAN13', 'EAN8', 'UPCA', 'ITF14'],
      tryHarder: true,
      maxNumberOfSymbols: 4,
    })
    return { id, numbers: found.filter(({ isValid }) => isValid).map(({ text }) => text) }
  } catch (error) {
    return { id, error: String(error) }
  }
}
