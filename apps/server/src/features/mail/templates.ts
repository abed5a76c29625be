import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Liquid } from 'liquidjs'
import { EXIT } from '../../boot/failure.ts'
import type { Translations } from '../../boot/translations.ts'
import { mailNames, mails, samples, type MailName } from './model.ts'

const OWN = fileURLToPath(new URL('../../../assets/mail/', import.meta.url))
const LONGEST_SUBJECT = 200
const SUBJECT = /^Subject:(.*)(?:\r?\n|$)/

/** What every template is given. */
export interface SiteValues {
  readonly site: string
  readonly address: string
  readonly contact: string | null
}

export interface Rendered { readonly subject: string; readonly text: string; readonly html: string }

export interface MailTemplates {
  render(name: MailName, values: object, about: { readonly site: SiteValues; readonly language: string }): Rendered
  /** @throws an error naming every template that is wrong. */
  check(): void
}

/** Templates of an operator are wrong. */
export class MailTemplatesError extends Error {
  override readonly name = 'MailTemplatesError'
  readonly code = 'CONFIG_MAIL_TEMPLATES'
  readonly exitCode = EXIT.configuration
}

/**
 * The templates of all mails: `<name>.txt`, whose first line is the subject, and `<name>.html`. A file in the operator's folder
 * replaces the one of that name. In HTML everything a template prints is escaped; what it prints is never read as a template.
 */
export function createMailTemplates({ folder, translations }: { folder: string | undefined; translations: () => Translations }): MailTemplates {
  const root = folder === undefined ? [OWN] : [folder, OWN]
  const shared = { root, cache: true, strictFilters: true, strictVariables: true, ownPropertyOnly: true, relativeReference: false } as const
  const engines = { html: new Liquid({ ...shared, outputEscape: 'escape' }), txt: new Liquid(shared) }
  for (const engine of Object.values(engines)) {
    engine.registerFilter('t', function (key: unknown, ...replacements: unknown[]) {
      return translations().text(String(this.context.getSync(['language'])), `email.${String(key)}`, ...replacements)
    })
    engine.registerFilter('time', function (value: unknown) {
      return `${new Intl.DateTimeFormat(String(this.context.getSync(['language'])), { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(new Date(String(value)))} UTC`
    })
  }

  function render(name: MailName, values: object, { site, language }: { site: SiteValues; language: string }): Rendered {
    const options = { globals: { ...site, language } }
    const text = engines.txt.renderFileSync(`${name}.txt`, values, options) as string
    const subject = SUBJECT.exec(text)?.[1]
    if (subject === undefined || oneLine(subject) === '') throw new Error(`${name}.txt: its first line has to be "Subject: ...", with a subject`)
    const html = engines.html.renderFileSync(`${name}.html`, { ...values, subject: oneLine(subject) }, options) as string
    return { subject: oneLine(subject), text: `${text.replace(SUBJECT, '').trim()}\n`, html }
  }

  return {
    render,
    check() {
      if (folder !== undefined && !existsSync(folder)) throw new MailTemplatesError(`PLATFORM_MAIL_TEMPLATES: there is no folder ${folder}`)
      const site = { site: 'Example', address: 'https://example.org', contact: 'editor@example.org' }
      const wrong = mailNames.flatMap(name => {
        try {
          render(name, mails[name].parse(samples[name]), { site, language: 'en' })
          return []
        } catch (error) {
          return [`  ${name}: ${error instanceof Error ? error.message : String(error)}`]
        }
      })
      if (wrong.length > 0) throw new MailTemplatesError(`Mail templates${folder === undefined ? '' : ` in ${join(folder, '/')}`} are wrong:\n${wrong.join('\n')}`)
    },
  }
}

/** Whatever could end or split a header is a space. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029\s]+/gu, ' ').trim().slice(0, LONGEST_SUBJECT)
}
