import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { textsDirectory, textSets } from '~/testing/textSets'

/** Refused spellings, each with the agreed one. The English ones are those of the strings that the specification quotes. */
const refused: Record<'en' | 'ar', [RegExp, string][]> = {
  en: [
    [/favourite/i, 'favorite'],
    [/\bsign(?:s|ed|ing)?[- ](?:you )?in\b/i, 'log in, login'],
    [/\blog(?:s|ged|ging)?[- ]?out\b/i, 'sign out'],
    [/\bwish(?:es)?\b/i, 'preferences'],
    [/\bdelivery counted\b|^(?:with delivery|delivery included)$/, 'including delivery'],
  ],
  ar: [
    [/بالكويت/, 'في الكويت'],
    [/في جهازك/, 'بجهازك'],
    [/ننبه|نبهني/, 'نبّهني'],
    [/ندور/, 'ندوّر'],
    [/(?<!\p{L})ضيف/u, 'أضف'],
    [/طلّعني/, 'تسجيل خروج'],
    [/أفضل قيمة/, 'أحسن قيمة'],
    [/ما يبيله/, 'ما يحتاج'],
  ],
}

test.each(['en', 'ar'] as const)('%s: each word has one spelling in all texts', (language) => {
  const wrong = textSets.flatMap((set) =>
    [
      ...readFileSync(join(textsDirectory, `${set}${language}.json`), 'utf8').matchAll(/^\s*"(\w+)": "(.*)",?$/gm),
    ].flatMap(([, key = '', text = '']) =>
      refused[language]
        .filter(([spelling]) => spelling.test(text.replace(/\{\{\w+\}\}/g, '')))
        .map(([, agreed]) => `${set}${key}: ${text}, write ${agreed}`),
    ),
  )
  expect(wrong).toEqual([])
})
