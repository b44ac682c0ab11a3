// The app's pages, read from the router's routes: a new page is among them without an entry elsewhere.
import { readFileSync } from 'node:fs'

const router = new URL('../src/app/routes.tsx', import.meta.url)

/**
 * Returns the path of each page, its module under `src`, and its sets of texts. Throws for a route whose page is not
 * written as `lazyRouteComponent(withTexts([…], () => import('~/…')))`.
 */
export function readRoutes() {
  const [, ...routes] = readFileSync(router, 'utf8').split('= createRoute({')
  return routes.flatMap((route) => {
    const path = /\bpath: '([^']*)'/.exec(route)?.[1]
    if (!/^ {2}component:/m.test(route)) return []
    const [, texts, module] =
      /^ {2}component: lazyRouteComponent\(\s*withTexts\(\s*\[([^\]]*)\],\s*\(\) => import\('~\/([^']+)'\)/m.exec(
        route,
      ) ?? []
    if (path === undefined || module === undefined) throw new Error(`routes.tsx: cannot read the page of ${path}`)
    return [{ path, module: `${module}.tsx`, texts: [...texts.matchAll(/\w+/g)].map(String) }]
  })
}
