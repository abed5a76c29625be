import { languages } from '@platform/stream'
import { pageTexts } from '#server/web/texts/index'

type Texts = Readonly<Record<string, string>>

/** A file of texts that are 40 % longer than the English ones. */
export const LONG = change(longer)

/** A file of texts as long that are written from right to left: Hebrew letters in the place of the English ones. */
export const MIRRORED = change(text =>
  longer(text).replace(/\{\w+\}|[a-z]/gi, found =>
    found.startsWith('{') ? found : String.fromCodePoint(0x5d0 + ((found.codePointAt(0) ?? 0) % 27)),
  ),
)

function longer(text: string): string {
  return `${text} ${'·'.repeat(Math.ceil(text.replace(/\{\w+\}/g, '').length * 0.4))}`
}

function change(text: (english: string) => string): Readonly<Record<'stream' | 'pages', Texts>> {
  const changed = (english: Texts = {}) =>
    Object.fromEntries(Object.entries(english).map(([name, each]) => [name, text(each)]))
  return { stream: changed(languages['en']), pages: changed(pageTexts['en']) }
}
