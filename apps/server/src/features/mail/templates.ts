import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Liquid, Template } from 'liquidjs'
import { EXIT } from '../../runtime/failure.ts'
import type { Translations } from '../../runtime/translations.ts'
import type { MailCatalog } from './catalog.ts'

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
    name: string,
    values: object,
    about: { readonly site: SiteValues; readonly language: string },
  ): Promise<Rendered>
  /** Tries every template of an operator. @throws MailTemplatesError naming each that is wrong. */
  check(): Promise<void>
  /** Tries the texts of a mail with its sample. @throws Error saying what is wrong. */
  tryTexts(name: string): Promise<void>
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
export function createMailTemplates({ folder, catalog, translations }: Sources): MailTemplates {
  let engines: Promise<Engines> | undefined
  const parsed = new Map<string, Promise<Parsed>>()
  const root = folder === undefined ? [OWN] : [folder, OWN]

  const render: MailTemplates['render'] = async (name, values, { site, language }) => {
    engines ??= createEngines(root, translations)
    const { txt, html: pages } = await engines
    const options = { globals: { ...site, language } }
    const template = await memo(parsed, name, () => parse(name, { txt, html: pages, root, catalog }))
    const subject = oneLine((await txt.render(template.subject, values, options)) as string)
    const text = ((await txt.render(template.body, values, options)) as string).trim()
    const given = { ...values, subject, mail_text: text }
    const html = (await pages.render(template.html, given, options)) as string
    return { subject, text: `${text}\n`, html }
  }

  async function tryTexts(name: string): Promise<void> {
    const values = await catalog.valuesOf(name, catalog.find(name).sample)
    await render(name, values, { site: SAMPLE_SITE, language: 'en' })
  }

  return {
    render,
    tryTexts,
    async check() {
      if (folder === undefined) return
      if (!existsSync(folder)) throw new MailTemplatesError(`PLATFORM_MAIL_TEMPLATES: there is no folder ${folder}`)
      const { names } = catalog
      const tried = await Promise.allSettled(names.map(tryTexts))
      const wrong = tried.flatMap((result, i) =>
        result.status === 'rejected'
          ? [`  ${names[i]}: ${result.reason instanceof Error ? result.reason.message : String(result.reason)}`]
          : [],
      )
      if (wrong.length > 0)
        throw new MailTemplatesError(`PLATFORM_MAIL_TEMPLATES: templates in ${folder} are wrong:\n${wrong.join('\n')}`)
    },
  }
}

const SAMPLE_SITE: SiteValues = { site: 'Example', address: 'https://example.org', contact: 'editor@example.org' }

interface Sources {
  /** The operator's own templates. */
  readonly folder: string | undefined
  readonly catalog: MailCatalog
  readonly translations: () => Translations
}

interface Parsed extends TextTemplate {
  readonly html: Template[]
}

/** A file of that name is used before the texts a plugin gives, so that an operator can replace them. */
async function parse(
  name: string,
  { txt, html: pages, root, catalog }: Engines & { root: readonly string[]; catalog: MailCatalog },
): Promise<Parsed> {
  const { texts } = catalog.find(name)
  const [textFile, pageFile] = [`${name}.txt`, `${name}.html`].map(file => findFile(root, file))
  const text =
    texts && textFile === undefined
      ? { subject: txt.parse(texts.subject), body: txt.parse(`${texts.text}\n\n{% render 'footer.txt' %}`) }
      : await readText(txt, textFile, name)
  const html = texts && pageFile === undefined ? pages.parse(pageOf(texts.html)) : await pages.parseFile(`${name}.html`)
  return { ...text, html }
}

/** The layout around the content that a plugin gives; without any, around the plain text. */
function pageOf(content = '<p style="margin:0 0 16px">{{ mail_text | escape | newline_to_br | raw }}</p>'): string {
  return `{% layout 'layout.html' %}{% block content %}${content}{% endblock %}`
}

function findFile(root: readonly string[], file: string): string | undefined {
  return root.map(folder => join(folder, file)).find(path => existsSync(path))
}

interface TextTemplate {
  readonly subject: Template[]
  readonly body: Template[]
}

/** The subject is a template of its own, so that no value in it can reach into the body. */
async function readText(engine: Liquid, file: string | undefined, name: string): Promise<TextTemplate> {
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
