import { languages as adminTexts } from '@platform/admin'
import { languages as streamTexts } from '@platform/stream'
import { pageTexts } from '../texts/index.ts'
import { ENGLISH, type FileTexts, neededNames, type Part, type TextsByName } from './language-files.ts'

const RELEASED: Readonly<Record<Part, Readonly<Record<string, TextsByName>>>> = {
  stream: streamTexts,
  pages: pageTexts,
  admin: adminTexts,
}

/**
 * The texts that a language lacks, in English and by their names. A language of a region, such as `de-AT`, has those of
 * its language.
 *
 * @param files the texts of the operator's folder, by language
 */
export function missingTexts(lang: string, files: ReadonlyMap<string, FileTexts>): Readonly<Record<Part, TextsByName>> {
  const [root = lang] = lang.split('-')
  const missing = (part: Part) => {
    const english: TextsByName = ENGLISH[part]
    const texts = [root, lang].flatMap(each => [RELEASED[part][each] ?? {}, files.get(each)?.[part] ?? {}])
    const lacking = neededNames(part, lang).filter(name => !texts.some(known => Object.hasOwn(known, name)))
    return Object.fromEntries(
      lacking.map(name => [name, english[name] ?? english[name.replace(/_[a-z]+$/, '_other')] ?? '']),
    )
  }
  return { stream: missing('stream'), pages: missing('pages'), admin: missing('admin') }
}
