import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, extname, resolve } from 'node:path'
import { type LoadedPlugin, messageOf, type Problem, referenceTo } from '@platform/plugin-host'
import type { Translations } from '../runtime/translations.ts'
import type { Ledger } from './ledger.ts'

const require = createRequire(import.meta.url)

type Texts = { readonly [key: string]: string | Texts }

/**
 * Reads the texts of all plugins, from a YAML or JSON file or as they are. Two texts with the same key are a conflict.
 */
export function composeTranslations(
  plugins: readonly LoadedPlugin[],
  ledger: Ledger,
): { translations: Translations; problems: Problem[] } {
  const texts = new Map<string, string>()
  const known = new Set(['en'])
  const problems = plugins.flatMap((plugin): Problem[] => {
    const { translations } = plugin.hooks
    if (translations === undefined) return []
    try {
      const given = typeof translations === 'string' ? readTexts(beside(plugin, translations)) : (translations as Texts)
      // A file or a language without a text is `null` in YAML.
      for (const [language, entries] of Object.entries(given ?? {})) {
        if (typeof entries !== 'object' || entries === null) continue
        // The texts of the core are those of its mails, which does not make a plugin speak their languages.
        if (!plugin.core) known.add(language)
        for (const [key, text] of flatten(language, entries)) {
          ledger.claim('text', key, plugin)
          if (ledger.owner('text', key) === plugin) texts.set(key, text)
        }
      }
      return []
    } catch (error) {
      return [
        {
          code: 'PLUGIN_HOOK_INVALID',
          plugins: [referenceTo(plugin)],
          hook: 'translations',
          message: messageOf(error),
          fix:
            "give the path of a YAML or JSON file from the folder of the plugin's module, " +
            'an absolute path, or the texts themselves',
        },
      ]
    }
  })
  return {
    problems,
    translations: {
      languages: [...known],
      text: (language, key, ...replacements) =>
        fill(
          texts.get(`${language}.${key}`) ??
            texts.get(`${language.split('-', 1)[0]}.${key}`) ??
            texts.get(`en.${key}`) ??
            key,
          replacements,
        ),
    },
  }
}

function fill(text: string, replacements: readonly unknown[]): string {
  return text.replace(/\{(\d+)\}/g, (all, i: string) =>
    Number(i) < replacements.length ? String(replacements[Number(i)]) : all,
  )
}

/** The file of a path from the folder of the plugin's module, or from the project's root, as older plugins give it. */
function beside(plugin: LoadedPlugin, file: string): string {
  const near = resolve(dirname(plugin.origin), file)
  return existsSync(near) ? near : resolve(file)
}

/**
 * The content of a language file, YAML or JSON, as the server reads it.
 *
 * @throws Error when the file can't be read, or is neither.
 * @example
 * const { en } = readTexts('plugins/like/translations.yml')
 */
export function readTexts(file: string): Texts | null {
  const content = readFileSync(file, 'utf8')
  return (extname(file) === '.json' ? JSON.parse(content) : parseYaml(content)) as Texts | null
}

function* flatten(prefix: string, entries: Texts): Iterable<readonly [key: string, text: string]> {
  for (const [key, value] of Object.entries(entries)) {
    if (typeof value === 'string') yield [`${prefix}.${key}`, value]
    else if (typeof value === 'object' && value !== null) yield* flatten(`${prefix}.${key}`, value)
  }
}

/** The library has 70 modules, so that it is loaded only for plugins whose language file is YAML. */
function parseYaml(text: string): unknown {
  const { parse } = require('yaml') as typeof import('yaml')
  return parse(text)
}
