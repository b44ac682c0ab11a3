import { build, type Plugin, type Rolldown } from 'vite'

/**
 * Inserts `adaptServerContent.ts` as a script behind the page's root. The server renders the page's content into the
 * root, which a phone shows more than a second before the app. The content security policy allows the script by its
 * hash.
 */
export function serverContentScript(): Plugin {
  return {
    name: 'server-content-script',
    apply: 'build',
    transformIndexHtml: async (html) =>
      html.replace('<!-- server content script -->', `<script>${await bundle('adaptServerContent.ts')}</script>`),
  }
}

/** Returns a script of this folder with everything that it imports, as one text. */
async function bundle(file: string): Promise<string> {
  const output = (await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: { input: new URL(file, import.meta.url).pathname, output: { format: 'iife' } },
    },
  })) as Rolldown.RolldownOutput
  return output.output[0].code.trim()
}
