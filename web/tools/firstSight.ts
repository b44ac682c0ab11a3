import type { Plugin } from 'vite'
import { fitFirstSight } from './fitFirstSight.ts'

/**
 * Writes a script behind the page's root, in which the server draws a first sight of the page: a phone shows it more than a
 * second before the app can. The content security policy allows it by its hash.
 */
export function firstSight(): Plugin {
  return {
    name: 'first-sight',
    apply: 'build',
    transformIndexHtml: (html) => html.replace('<!-- first sight -->', `<script>(${String(fitFirstSight)})()</script>`),
  }
}
