import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Liquid, Template } from 'liquidjs'
import { EXIT } from '../../runtime/failure.ts'
import type { Translations } from '../../runtime/translations.ts'
import { type MailName, mailNames, mails, samples } from './model.ts'

const OWN = fileURLToPath(new URL('../../../assets/mail/', import.meta.url))
const LONGEST_SUBJECT = 200
const SUBJECT = /^Subject:([^\r\n]*\S)[^\S\n]*\n([\s\S]*)$/

/** What every template is given. */
export interface SiteValues {
  readonly site: string
  readonly address: string
  readonly contact: string | null
}

export interface Rendered {
  readonly subject: string
  readonly text: string
  readonly html: string
}

export interface MailTemplates {
  render(
    name: MailName,
    values: object,
    about: { readonly site: SiteValues; readonly language: string },
  ): Promise<Rendered>
  /** Tries every template of an operator. @throws MailTemplatesError naming each that is wrong. */
  check(): Promise<void>
}

/** Templates of an operator are wrong. */
export class MailTemplatesError extends Error {
  override readonly name = 'MailTemplatesError'
  readonly code = 'CONFIG_MAIL_TEMPLATES'
  readonly exitCode = EXIT.configuration
}

/**
 * The templates of all mails: `<name>.txt`, whose first line is the subject, and `<name>.html`. A file in the
 * operator's folder replaces the one of that name. In HTML everything a template prints is escaped; what it prints is
 * never read as a template.
 */
export function createMailTemplates({
  folder,
  translations,
}: {
  folder: string | undefined
  translations: () => Translations
}): MailTemplates {
  let engines: Promise<Engines> | undefined
  const texts = new Map<MailName, Promise<TextTemplate>>()
  const root = folder === undefined ? [OWN] : [folder, OWN]

  async function render(
    name: MailName,
    values: object,
    { site, language }: { site: SiteValues; language: string },
  ): Promise<Rendered> {
    engines ??= createEngines(root, translations)
    const { txt, html: pages } = await engines
    const options = { globals: { ...site, language } }
    const template = await memo(texts, name, () => readText(txt, root, name))
    const subject = oneLine((await txt.render(template.subject, values, options)) as string)
    const text = ((await txt.render(template.body, values, options)) as string).trim()
    const html = (await pages.renderFile(`${name}.html`, { ...values, subject }, options)) as string
    return { subject, text: `${text}\n`, html }
  }

  return {
    render,
    async check() {
      if (folder === undefined) return
      if (!existsSync(folder)) throw new MailTemplatesError(`PLATFORM_MAIL_TEMPLATES: there is no folder ${folder}`)
      const site = { site: 'Example', address: 'https://example.org', contact: 'editor@example.org' }
      const tried = await Promise.allSettled(
        mailNames.map(name => render(name, mails[name].parse(samples[name]), { site, language: 'en' })),
      )
      const wrong = tried.flatMap((result, i) =>
        result.status === 'rejected'
          ? [`  ${mailNames[i]}: ${result.reason instanceof Error ? result.reason.message : String(result.reason)}`]
          : [],
      )
      if (wrong.length > 0)
        throw new MailTemplatesError(`PLATFORM_MAIL_TEMPLATES: templates in ${folder} are wrong:\n${wrong.join('\n')}`)
    },
  }
}

interface TextTemplate {
  readonly subject: Template[]
  readonly body: Template[]
}

/** The subject is a template of its own, so that no value in it can reach into the body. */
async function readText(engine: Liquid, root: readonly string[], name: MailName): Promise<TextTemplate> {
  const file = root.map(folder => join(folder, `${name}.txt`)).find(path => existsSync(path))
  const [, subject, body] = SUBJECT.exec(file === undefined ? '' : await readFile(file, 'utf8')) ?? []
  if (subject === undefined || body === undefined)
    throw new Error(`${name}.txt: its first line has to be "Subject: ...", with a subject`)
  return { subject: engine.parse(subject), body: engine.parse(body) }
}

function memo<K, V>(known: Map<K, Promise<V>>, key: K, make: () => Promise<V>): Promise<V> {
  const made = known.get(key) ?? make()
  known.set(key, made)
  return made
}

interface Engines {
  readonly html: Liquid
  readonly txt: Liquid
}

/** Loaded for the first mail: most requests, and most commands, send none. */
async function createEngines(root: string[], translations: () => Translations): Promise<Engines> {
  const { Liquid } = await import('liquidjs')
  const shared = {
    root,
    cache: true,
    strictFilters: true,
    strictVariables: true,
    ownPropertyOnly: true,
    relativeReference: false,
  } as const
  const engines = { html: new Liquid({ ...shared, outputEscape: 'escape' }), txt: new Liquid(shared) }
  for (const engine of Object.values(engines)) {
    engine.registerFilter('t', function (key: unknown, ...replacements: unknown[]) {
      return translations().text(String(this.context.getSync(['language'])), `email.${String(key)}`, ...replacements)
    })
    engine.registerFilter('time', function (value: unknown) {
      const format = new Intl.DateTimeFormat(String(this.context.getSync(['language'])), {
        dateStyle: 'long',
        timeStyle: 'short',
        timeZone: 'UTC',
      })
      return `${format.format(new Date(String(value)))} UTC`
    })
  }
  return engines
}

/** Whatever could end or split a header is a space. */
function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029\s]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_SUBJECT)
}
