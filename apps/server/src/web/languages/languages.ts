import { join } from 'node:path'
import { type AdminTexts, languages as adminTexts } from '@platform/admin'
import type { Services } from '@platform/plugin-sdk'
import { type StreamTexts, languages as streamTexts } from '@platform/stream'
import { fittingLanguage } from '../../http/language.ts'
import type { PageTexts } from '../texts/en.ts'
import { pageTexts } from '../texts/index.ts'
import { type FileTexts, layered, readLanguageFiles, type TextsByName } from './language-files.ts'
import { createPageTranslator, type PageTranslator } from './page-translator.ts'

/** A language in which the stream and the pages are offered. What it lacks is in the default language. */
export interface Language {
  /** Its tag, such as `de` or `pt-BR`. */
  readonly lang: string
  readonly pages: PageTranslator
  /** The texts of the stream, if its script does not bring them; else `null`. */
  readonly stream: StreamTexts | null
  /** The texts of the admin panel, if its script does not bring them; else `null`. */
  readonly admin: AdminTexts | null
}

/** The languages of the stream and the pages. */
export interface Languages {
  /** The tags of the languages that are offered, the default one first. */
  readonly offered: readonly string[]
  /** The language of an offered tag, else the default one. */
  of(lang: string): Language
  /** The offered tag that fits another one best, such as `de` for `de-AT`; `null` when none fits. */
  find(tag: string | null): string | null
}

const ENGLISH = 'en'

/** Reads the languages of the release and of the operator's folder. @throws TranslationsError */
export function createLanguages({ config, log }: Pick<Services, 'config' | 'log'>): Languages {
  const files = readLanguageFiles(config.languages)
  const available = [...new Set([...Object.keys(streamTexts), ...Object.keys(pageTexts), ...files.keys()])]
  const { offered, lacking } = offer(config.languages, available)
  for (const lang of lacking)
    log.warn(
      `there are no texts in the language ${lang}, so it is not offered; add the file ` +
        join(config.languages.folder, `${lang}.json`),
    )
  const made = new Map(offered.map(lang => [lang, makeLanguage(lang, { files, fallback: offered[0] })]))
  const first = made.get(offered[0])
  return {
    offered,
    of(lang) {
      const language = made.get(lang) ?? first
      if (!language) throw new Error('no language is offered')
      return language
    },
    find: tag =>
      tag !== null && /^[a-z0-9]+(?:[-_][a-z0-9]+)*$/i.test(tag)
        ? fittingLanguage(tag.replaceAll('_', '-'), offered)
        : null,
  }
}

type Offered = readonly [string, ...string[]]

/** The languages to offer of those that have texts, and those that the operator lists and that have none. */
function offer(
  { default: preferred, allowed }: Services['config']['languages'],
  available: readonly string[],
): { readonly offered: Offered; readonly lacking: readonly string[] } {
  const listed = allowed ?? [preferred]
  const known = available.filter(lang => allowed === undefined || allowed.includes(lang))
  const first = known.includes(preferred) ? preferred : allowed === undefined ? ENGLISH : (known[0] ?? ENGLISH)
  return {
    offered: [first, ...known.filter(lang => lang !== first)],
    lacking: listed.filter(lang => !available.includes(lang)),
  }
}

interface Sources {
  readonly files: ReadonlyMap<string, FileTexts>
  /** The default language. */
  readonly fallback: string
}

function makeLanguage(lang: string, { files, fallback }: Sources): Language {
  const [root = lang] = lang.split('-')
  // A language of a region, such as de-AT, takes a text from its language before it takes that of the default one.
  const chain = [...new Set([lang, root, fallback, ENGLISH])].reverse()
  const over = (texts: readonly (TextsByName | undefined)[]) =>
    texts.filter(each => each !== undefined).reduce((below, above) => layered(below, above))
  const isReleased = lang in streamTexts && !files.has(lang)
  const stream = over(chain.flatMap(each => [streamTexts[each], files.get(each)?.stream]))
  const pages = over(chain.flatMap(each => [pageTexts[each], files.get(each)?.pages]))
  const admin = over(chain.flatMap(each => [adminTexts[each], files.get(each)?.admin]))
  return {
    lang,
    // Each chain begins with the English texts, which are complete.
    pages: createPageTranslator(lang, pages as PageTexts),
    stream: isReleased ? null : (stream as StreamTexts),
    admin: isReleased ? null : (admin as AdminTexts),
  }
}
