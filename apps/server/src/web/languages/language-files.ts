import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { languages as adminTexts } from '@platform/admin'
import { type LanguagesConfig, languageTag } from '@platform/config'
import { readJson } from '@platform/plugin-host'
import { languages as streamTexts } from '@platform/stream'
import { z } from 'zod'
import { EXIT } from '../../runtime/failure.ts'
import { en as pageTexts } from '../texts/en.ts'

/** The English texts of each part of a language, which say which texts there are. */
export const ENGLISH = {
  stream: streamTexts['en'] ?? {},
  pages: pageTexts,
  admin: adminTexts['en'] ?? {},
} as const satisfies Readonly<Record<string, TextsByName>>

/** The parts of a language: the stream, the platform's own pages, and the admin panel. */
export type Part = keyof typeof ENGLISH
export const PARTS: readonly Part[] = ['stream', 'pages', 'admin']

export type TextsByName = Readonly<Record<string, string>>
/** The texts that a file has, by part. */
export type FileTexts = Readonly<Record<Part, TextsByName>>

/** Files with texts are wrong. */
export class TranslationsError extends Error {
  override readonly name = 'TranslationsError'
  readonly code = 'CONFIG_TRANSLATIONS'
  readonly exitCode = EXIT.configuration
}

/**
 * Reads the files `<language>.json` of the operator's folder.
 *
 * @throws TranslationsError with every problem of every file.
 */
export function readLanguageFiles({
  folder,
  folderNamed,
}: Pick<LanguagesConfig, 'folder' | 'folderNamed'>): ReadonlyMap<string, FileTexts> {
  if (!existsSync(folder)) {
    if (!folderNamed) return new Map()
    throw new TranslationsError(`PLATFORM_TRANSLATIONS: there is no folder ${folder}; make it, or name another one`)
  }
  const found = readdirSync(folder)
    .filter(name => extname(name) === '.json')
    .sort()
    .map(name => ({ name, lang: name.slice(0, -'.json'.length) }))
    .map(({ name, lang }) => ({ lang, ...readLanguageFile(join(folder, name), { name, lang }) }))
  const problems = found.flatMap(file => file.problems)
  if (problems.length > 0)
    throw new TranslationsError(
      `Files with texts in ${folder} are wrong:\n${problems.map(problem => `  ${problem}`).join('\n')}`,
    )
  return new Map(found.map(({ lang, texts }) => [lang, texts]))
}

interface ReadFile {
  readonly texts: FileTexts
  /** `fr.json, line 3, column 5: stream.newest: …` */
  readonly problems: readonly string[]
}

const EMPTY: FileTexts = { stream: {}, pages: {}, admin: {} }
const anyObject = z.record(z.string(), z.unknown())

function readLanguageFile(path: string, { name, lang }: { readonly name: string; readonly lang: string }): ReadFile {
  const tag = languageTag(lang)
  const misnamed =
    tag === undefined
      ? [`${name}: the name is no tag of a language; call the file such as fr.json or pt-BR.json`]
      : tag === lang
        ? []
        : [`${name}: call the file ${tag}.json`]
  const text = readText(path)
  if (text === null) return { texts: EMPTY, problems: [`${name}: this is no file that the server can read`] }
  const json = readJson(text)
  if (!json.isJson) return { texts: EMPTY, problems: [...misnamed, ...json.problems.map(text => `${name}, ${text}`)] }
  const problems: string[] = []
  const report = (at: readonly string[], message: string) =>
    problems.push(`${[name, json.place(at)].filter(Boolean).join(', ')}: ${at.join('.')}: ${message}`)
  const given = anyObject.safeParse(json.value)
  if (!given.success) problems.push(`${name}: write an object {"stream": {…}, "pages": {…}, "admin": {…}}`)
  for (const part of Object.keys(given.data ?? {}))
    if (!PARTS.some(known => known === part))
      report([part], 'there is no such part; the parts are stream, pages and admin')
  const read = (part: Part) => checkPart(part, given.data?.[part], { lang: tag ?? 'en', report })
  const texts = { stream: read('stream'), pages: read('pages'), admin: read('admin') }
  return { texts, problems: [...misnamed, ...json.problems.map(text => `${name}, ${text}`), ...problems] }
}

/** The text of a file; `null` when it can't be read. */
function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').replace(/^\uFEFF/, '')
  } catch {
    return null
  }
}

interface Checking {
  readonly lang: string
  readonly report: (at: readonly string[], message: string) => void
}

/** The texts of one part that can be used; the others are reported. */
function checkPart(part: Part, value: unknown, { lang, report }: Checking): TextsByName {
  if (value === undefined) return {}
  const given = anyObject.safeParse(value)
  if (!given.success) {
    report([part], 'write an object with the texts by their names')
    return {}
  }
  const sound = Object.entries(given.data).flatMap(([name, text]) => {
    const wrong = problemOf(text, englishOf(part, { name, lang }), name)
    if (wrong !== null) report([part, name], wrong)
    return wrong === null && typeof text === 'string' ? [[name, text] as const] : []
  })
  return Object.fromEntries(sound)
}

/** What is wrong with a text; `null` when it can be used. */
function problemOf(text: unknown, english: string | undefined, name: string): string | null {
  if (english === undefined) return 'there is no text of this name; correct the name, or remove the line'
  if (typeof text !== 'string' || text.trim() === '') return 'write a text in quotation marks'
  const [wanted, used] = [placesOf(english), placesOf(text)]
  const unknown = [...used].filter(place => !wanted.has(place))
  // A form for one number may have the number as a word.
  const lacking = [...wanted].filter(
    place => !used.has(place) && !(place === 'count' && /_(?:zero|one|two)$/.test(name)),
  )
  if (unknown.length > 0)
    return `${unknown.map(place => `{${place}}`).join(', ')}: this text has no such place; ${
      wanted.size === 0 ? 'remove it' : `its places are ${[...wanted].map(place => `{${place}}`).join(', ')}`
    }`
  return lacking.length > 0
    ? `the text lacks ${lacking.map(place => `{${place}}`).join(', ')}; write it where it belongs`
    : null
}

const placesOf = (text: string) => new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, place = '']) => place))

const PLURAL = /^(.+)_(zero|one|two|few|many|other)$/

/** The English text of a name, which may be a plural form that English does not have. */
function englishOf(part: Part, { name, lang }: { readonly name: string; readonly lang: string }): string | undefined {
  const english: TextsByName = ENGLISH[part]
  if (Object.hasOwn(english, name)) return english[name]
  const [, base, form = ''] = PLURAL.exec(name) ?? []
  const other = `${base}_other`
  return base !== undefined && formsOf(lang).includes(form) && Object.hasOwn(english, other)
    ? english[other]
    : undefined
}

const formsOf = (lang: string): readonly string[] => new Intl.PluralRules(lang).resolvedOptions().pluralCategories

/** The names of the texts that a language needs, in the order of the English file, with its own plural forms. */
export function neededNames(part: Part, lang: string): readonly string[] {
  const names = Object.keys(ENGLISH[part]).flatMap(name => {
    const [, base, form] = PLURAL.exec(name) ?? []
    if (base === undefined) return [name]
    return form === 'other' ? formsOf(lang).map(each => `${base}_${each}`) : []
  })
  return names
}

/** Texts over others: a text takes the place of the one of its name, and plural forms that of all forms. */
export function layered(below: TextsByName, above: TextsByName): TextsByName {
  const counted = new Set(Object.keys(above).flatMap(name => (name.endsWith('_other') ? [baseOf(name)] : [])))
  const texts: Record<string, string> = {}
  for (const [name, text] of Object.entries(below)) {
    const base = baseOf(name)
    if (base === undefined || !counted.has(base)) texts[name] = text
  }
  return Object.assign(texts, above)
}

/** The name without the form of a plural; `undefined` where there is none. A server asks for each name many times. */
function baseOf(name: string): string | undefined {
  if (!bases.has(name)) bases.set(name, PLURAL.exec(name)?.[1])
  return bases.get(name)
}
const bases = new Map<string, string | undefined>()
