import { languages } from '@platform/stream'
import { pageTexts } from '../../src/web/texts/index.ts'
import type { Page } from '../pages/visit.ts'

/** Words that are the same in both languages, and names. */
const SAME = ['administrator', 'moderator', 'username', 'ignore {name}']

/**
 * The English texts, without their values, that are long enough to be no word of another language, and that are no part
 * of a German one.
 */
const ENGLISH = [languages, pageTexts].flatMap(texts => {
  const { en = {}, de = {} } = texts as Readonly<Record<string, Readonly<Record<string, string>>>>
  const german = Object.values(de).join('\n')
  return Object.values(en)
    .filter(text => !SAME.includes(text.toLowerCase()))
    .flatMap(text => text.split(/\{\w+\}/).map(part => part.trim()))
    .filter(part => part.length > 12 && !german.includes(part))
})

const decode = (html: string) =>
  html.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<')

/** The English texts on a page. */
export function englishOn({ html }: Pick<Page, 'html'>): string[] {
  const text = decode(html)
  return ENGLISH.filter(english => text.includes(english))
}

/** The language and the direction that a page names. */
export function languageOf({ html }: Pick<Page, 'html'>): string | undefined {
  return /<html ([^>]*)>/.exec(html)?.[1]
}
