import type { Plugin } from 'vite'

/** The first path segment of a URL and the page's module; `*` is every other single segment, which is a category. */
const pages: Record<string, string> = {
  '': 'features/builder/BuilderPage.tsx',
  product: 'features/product/ProductPage.tsx',
  products: 'features/catalogue/ProductsPage.tsx',
  search: 'features/catalogue/SearchPage.tsx',
  compare: 'features/catalogue/ComparePage.tsx',
  'parts-list': 'features/builder/PartsListPage.tsx',
  '*': 'features/catalogue/CategoryPage.tsx',
}

type Chunk = { type: 'chunk'; fileName: string; facadeModuleId: string | null; imports: string[]; isEntry: boolean; viteMetadata?: { importedCss: Set<string> } }

/**
 * Writes a tiny script into the page's head that has the browser fetch the page's part and the language's texts beside the
 * app's own code. Without it those would only be asked for once the app runs. It stands before the style sheets, as a script
 * behind them waits for them; the content security policy allows it by its hash.
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

      const source = script(
        Object.fromEntries(Object.entries(pages).map(([segment, end]) => [segment, filesOf(end)])),
        { en: filesOf('i18n/en.json'), ar: filesOf('i18n/ar.json') },
      )
      html.source = String(html.source).replace('<!-- preload -->', `<script>${source}</script>`)
    },
  }
}

function script(files: Record<string, string[]>, languages: Record<string, string[]>): string {
  return `{const p=${JSON.stringify(files)},l=${JSON.stringify(languages)},s=location.pathname.split("/").filter(Boolean);for(const f of [...(p[s[0]??""]??(s.length===1?p["*"]:[])),...(l[document.documentElement.lang]??[])]){const k=document.createElement("link");if(f.endsWith(".css")){k.rel="preload";k.as="style"}else k.rel="modulepreload";k.crossOrigin="";k.href=f;document.head.append(k)}}`
}
