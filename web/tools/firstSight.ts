import type { Plugin } from 'vite'
import { fitFirstSight } from './fitFirstSight.ts'

/**
 * Inserts a script behind the page's root, into which the server renders a first sight of the page: a phone shows the
 * first sight more than a second before the app. The content security policy allows the script by its hash.
 */
export function firstSight(): Plugin {
  return {
    name: 'first-sight',
    apply: 'build',
    transformIndexHtml: (html) => html.replace('<!-- first sight -->', `<script>(${String(fitFirstSight)})()</script>`),
  }
}
