import type { Plugin } from 'vite'
import ar from '../src/i18n/ar.json' with { type: 'json' }
import catalogueAr from '../src/i18n/catalogue.ar.json' with { type: 'json' }
import catalogueEn from '../src/i18n/catalogue.en.json' with { type: 'json' }
import en from '../src/i18n/en.json' with { type: 'json' }
import homeAr from '../src/i18n/home.ar.json' with { type: 'json' }
import homeEn from '../src/i18n/home.en.json' with { type: 'json' }
import { categories } from '../src/lib/categories.ts'
import { drawFirstSight, type SightTexts } from './drawFirstSight.ts'

/**
 * Writes a script behind the page's root that draws a first sight of it: a phone shows it more than a second before the app
 * can. The content security policy allows it by its hash.
 */
export function firstSight(): Plugin {
  return {
    name: 'first-sight',
    apply: 'build',
    transformIndexHtml: (html) => html.replace('<!-- first sight -->', `<script>(${String(drawFirstSight)})(${JSON.stringify({ en: textsOf(en, homeEn, catalogueEn), ar: textsOf(ar, homeAr, catalogueAr) })})</script>`),
  }
}

function textsOf(all: typeof en | typeof ar, home: typeof homeEn | typeof homeAr, catalogue: typeof catalogueEn | typeof catalogueAr): SightTexts {
  const listings = categories.flatMap(({ type, slug }) => (slug ? [[slug, { title: all.category[type].many }]] : []))
  return {
    name: all.app.name,
    pages: { '': { title: home.build.heading, lead: home.build.lead }, products: { title: catalogue.listing.all }, ...Object.fromEntries(listings) },
  }
}
