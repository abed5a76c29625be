import { join } from 'node:path'
import { languageTag, loadConfig } from '@platform/config'
import { EXIT } from '../runtime/failure.ts'
import { PARTS, readLanguageFiles } from '../web/languages/language-files.ts'
import { missingTexts } from '../web/languages/missing-texts.ts'
import { table } from './table.ts'
import { processTerminal } from './terminal.ts'

/**
 * `platform translations missing`: prints the texts that a language lacks, with the English ones. As JSON they have the
 * form of the file that they are to be added to.
 *
 * @returns 1 when a text is missing
 */
export function printMissingTexts(given: string, { json = false }: { readonly json?: boolean }): number {
  const { out, err } = processTerminal()
  const lang = languageTag(given)
  if (lang === undefined) {
    err(`${given} is no tag of a language; give one such as de or pt-BR\n`)
    return EXIT.usage
  }
  const { languages } = loadConfig({ env: process.env, cwd: process.cwd() })
  const files = readLanguageFiles(languages)
  const missing = missingTexts(lang, files)
  const file = join(languages.folder, `${lang}.json`)
  const rows = PARTS.flatMap(part => Object.entries(missing[part]).map(([name, text]) => [`${part}.${name}`, text]))
  if (json) out(`${JSON.stringify({ lang, file, missing }, null, 2)}\n`)
  else if (rows.length === 0) out(`The language ${lang} has every text.\n`)
  else {
    out(`${table(rows)}\n`)
    const what = `${rows.length} ${rows.length === 1 ? 'text is' : 'texts are'} missing in the language ${lang}`
    err(`${what}; ${files.has(lang) ? 'add them to the file' : 'write them into a new file'} ${file}\n`)
  }
  return rows.length > 0 ? EXIT.failed : EXIT.ok
}
