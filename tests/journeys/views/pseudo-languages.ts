import { languages } from '@platform/stream'

type Texts = (typeof languages)[string]

/** A language whose texts are 40 % longer than the English ones. */
export const LONG: Texts = change(text => `${text} ${'·'.repeat(Math.ceil(text.replace(/\{\w+\}/g, '').length * 0.4))}`)

/** A language that is written from right to left: Hebrew letters in the place of the English ones. */
export const MIRRORED: Texts = change(text =>
  text.replace(/\{\w+\}|[a-z]/gi, found =>
    found.startsWith('{') ? found : String.fromCodePoint(0x5d0 + ((found.codePointAt(0) ?? 0) % 27)),
  ),
)

function change(text: (english: string) => string): Texts {
  const english = languages['en'] as Texts
  return Object.fromEntries(Object.entries(english).map(([name, each]) => [name, text(each)])) as Texts
}
