import type { Plugin } from 'vite'
import pagesTable from './pages.json' with { type: 'json' }

/**
 * The page's module and its text sets by the first path segment of a URL. `*` stands for every other single segment (a
 * category), `landing` for paths of two segments (a landing page in a category).
 */
const pages: Record<string, { module: string; texts: string[] }> = pagesTable

/**
 * First segments of pages that get no preloading. Without this list, the script would take such a segment for a
 * category. `/builder` preloads the home page.
 */
const pagesWithoutPreload = [
  'login',
  'signup',
  'forgot-password',
  'reset-password',
  'verify-email',
  'unsubscribe',
  'favorites',
  'my-builds',
  'settings',
  'admin',
  'data-sources',
  'for-shops',
  'about',
  'how-prices-are-read',
  'privacy',
  'terms',
  'contact',
  'share',
  'scan',
  'build',
  'build-for',
  'upgrade',
]

type Chunk = {
  type: 'chunk'
  fileName: string
  facadeModuleId: string | null
  imports: string[]
  isEntry: boolean
  viteMetadata?: { importedCss: Set<string> }
}

/**
 * Writes a small script into the page's head that makes the browser fetch the page's chunk and the language's texts in
 * parallel with the app's own code. Without the script they would be requested only once the app runs. The script
 * stands before the style sheets, because a script behind them waits for them; the content security policy allows it by
 * its hash.
 */
export function preloadPages(): Plugin {
  return {
    name: 'preload-pages',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((one) => one.type === 'chunk') as unknown as Chunk[]
      const html = bundle['index.html']
      if (html?.type !== 'asset') return
      const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
      const byModule = (end: string) => chunks.find((chunk) => chunk.facadeModuleId?.endsWith(`/src/${end}`))

      function closure(chunk: Chunk | undefined, found = new Set<Chunk>()): Set<Chunk> {
        if (!chunk || found.has(chunk)) return found
        found.add(chunk)
        for (const file of chunk.imports) closure(byFile.get(file), found)
        return found
      }
      const entry = closure(chunks.find((chunk) => chunk.isEntry))
      const filesOf = (end: string) =>
        [...closure(byModule(end))]
          .filter((chunk) => !entry.has(chunk))
          .flatMap((chunk) => [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? [])])
          .map((file) => `/${file}`)

      const textsOf = (language: string) => ({
        all: [...filesOf('renderer.ts'), ...filesOf(`i18n/${language}.json`)],
        ...Object.fromEntries(
          Object.entries(pages).map(([segment, { texts }]) => [
            segment,
            texts.flatMap((set) => filesOf(`i18n/${set}.${language}.json`)),
          ]),
        ),
      })
      const source = script(
        Object.fromEntries(Object.entries(pages).map(([segment, { module }]) => [segment, filesOf(module)])),
        { en: textsOf('en'), ar: textsOf('ar') },
      )
      html.source = String(html.source).replace('<!-- preload -->', `<script>${source}</script>`)
    },
  }
}

function script(files: Record<string, string[]>, texts: Record<string, Record<string, string[]>>): string {
  return `{const p=${JSON.stringify(files)},l=${JSON.stringify(texts)}[document.documentElement.lang]??{},s=location.pathname.replace(/^\\/ar(?=\\/|$)/,"").split("/").filter(Boolean),o=/^(${pagesWithoutPreload.join('|')})$/.test(s[0]),k=s[0]==="builder"?"":(s[0]??"")in p&&s[0]!=="landing"?s[0]??"":o?"-":s.length===1?"*":s.length===2?"landing":"-";for(const f of [...(l.all??[]),...(p[k]??[]),...(l[k]??[])]){const e=document.createElement("link");if(f.endsWith(".css")){e.rel="preload";e.as="style"}else e.rel="modulepreload";e.crossOrigin="";e.href=f;document.head.append(e)}}`
}
