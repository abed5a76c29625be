import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { parse } from 'yaml'
import type { Member } from '../compose/member.ts'

type Texts = { readonly [key: string]: string | Texts }

/** Texts of all plugins, by language and key. */
export interface Translations {
  /** The text of a key in a language, else in English, else the key; `{0}`, `{1}` ... are replaced. */
  text(language: string, key: string, ...replacements: readonly unknown[]): string
}

/** Reads every member's language file: YAML or JSON, or the texts themselves; later ones win. */
export function createTranslations(members: readonly Member[]): Translations {
  const texts = new Map<string, string>()
  for (const { hooks: { translations } } of members) {
    if (translations === undefined) continue
    const languages = typeof translations === 'string' ? readTexts(translations) : translations as Texts
    for (const [language, entries] of Object.entries(languages)) if (typeof entries === 'object') add(texts, language, entries)
  }
  return {
    text(language, key, ...replacements) {
      const found = texts.get(`${language}.${key}`) ?? texts.get(`en.${key}`) ?? key
      return found.replace(/\{(\d+)\}/g, (all, i: string) => Number(i) < replacements.length ? String(replacements[Number(i)]) : all)
    },
  }
}

/** The content of a language file, YAML or JSON. */
export function readTexts(file: string): Texts {
  const content = readFileSync(file, 'utf8')
  return (extname(file) === '.json' ? JSON.parse(content) : parse(content)) as Texts
}

function add(texts: Map<string, string>, prefix: string, entries: Texts): void {
  for (const [key, value] of Object.entries(entries)) {
    if (typeof value === 'string') texts.set(`${prefix}.${key}`, value)
    else if (typeof value === 'object' && value !== null) add(texts, `${prefix}.${key}`, value)
  }
}
