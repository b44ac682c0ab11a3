import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/**
 * Writes a Brotli and a gzip copy beside each file that Brotli shrinks by at least a tenth, at the highest levels: the
 * server sends these copies and need not compress.
 */
export function compressFiles(): Plugin {
  return {
    name: 'compress-files',
    apply: 'build',
    async writeBundle({ dir }) {
      if (!dir) return
      const folder = join(dir, 'assets')
      const names = (await readdir(folder)).filter((name) => /\.(js|css|svg|wasm)$/.test(name))
      await Promise.all(
        names.map(async (name) => {
          const file = join(folder, name)
          const bytes = await readFile(file)
          const small = await brotli(bytes, {
            params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
          })
          if (small.length > bytes.length * 0.9) return
          await Promise.all([
            writeFile(`${file}.br`, small),
            zip(bytes, { level: 9 }).then((zipped) => writeFile(`${file}.gz`, zipped)),
          ])
        }),
      )
    },
  }
}
