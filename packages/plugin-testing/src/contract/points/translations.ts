import { messageOf } from '@platform/plugin-host'
import { readTexts } from '@platform/server/testing'
import type { Finding } from '../finding.ts'
import type { Subject } from '../subject.ts'

/** English is one of the languages, and every key exists in each of them. */
export function checkTranslations({ hooks: { translations } }: Subject): Finding[] {
  if (translations === undefined) return []
  const finding = (message: string, fix: string): Finding => ({ point: 'translations', message, fix })
  let languages: Readonly<Record<string, unknown>>
  try {
    languages = typeof translations === 'string' ? (readTexts(translations) ?? {}) : translations
  } catch (error) {
    return [finding(`the language file can't be read: ${messageOf(error)}`, 'correct the path or the file')]
  }
  const keys = new Map(Object.entries(languages).map(([language, texts]) => [language, keysOf(texts)]))
  if (!keys.has('en'))
    return [finding('there is no English, which is used for texts that a language lacks', 'write en: { ... }')]
  const all = new Set([...keys.values()].flat())
  return [...keys].flatMap(([language, own]) =>
    [...all]
      .filter(key => !own.includes(key))
      .map(key => finding(`${language} lacks ${key}`, `add ${key} to ${language}`)),
  )
}

function keysOf(texts: unknown, prefix = ''): string[] {
  if (typeof texts !== 'object' || texts === null) return [prefix.slice(0, -1)]
  return Object.entries(texts).flatMap(([key, value]) => keysOf(value, `${prefix}${key}.`))
}
