import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Liquid, Template } from 'liquidjs'
import { EXIT } from '../../runtime/failure.ts'
import { createLiquid, type LiquidFilter } from '../../runtime/liquid.ts'
import type { Translations } from '../../runtime/translations.ts'
import type { MailCatalog } from './catalog.ts'
import { parseTextFile } from './feature-mail.ts'

/** The folder with the parts that all mails share: layout, footer, button and quote. */
const SHARED = fileURLToPath(new URL('./mail/', import.meta.url))
const LONGEST_SUBJECT = 200

/** The values that every template gets. */
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
  /** Tries the templates of the operator, if there are any. @throws MailTemplatesError that names every wrong one. */
  check(): Promise<void>
  /** Renders a mail with its sample. @throws Error that says what is wrong with the texts. */
  tryTexts(name: string): Promise<void>
}

/** Templates of an operator are wrong. */
export class MailTemplatesError extends Error {
  override readonly name = 'MailTemplatesError'
  readonly code = 'CONFIG_MAIL_TEMPLATES'
  readonly exitCode = EXIT.configuration
}

interface Sources {
  /** The folder with the operator's templates. */
  readonly folder: string | undefined
  readonly catalog: MailCatalog
  readonly translations: () => Translations
}

/**
 * The templates of all mails. Files `<name>.txt`, whose first line is the subject, and `<name>.html` in the operator's
 * folder replace the texts of a mail. In HTML every value is escaped; a value is never read as a template.
 */
export function createMailTemplates({ folder, catalog, translations }: Sources): MailTemplates {
  let engines: Promise<Engines> | undefined
  const parsed = new Map<string, Promise<Parsed>>()

  const render: MailTemplates['render'] = async (name, values, { site, language }) => {
    engines ??= createEngines(folder === undefined ? [SHARED] : [folder, SHARED], translations)
    const { txt, html: pages } = await engines
    const template = parsed.get(name) ?? parse(name, { txt, html: pages, folder, catalog })
    parsed.set(name, template)
    const { subject, body, html } = await template

    const options = { globals: { ...site, language } }
    const line = oneLine(String(await txt.render(subject, values, options)))
    const text = String(await txt.render(body, values, options)).trim()
    const page = await pages.render(html, { ...values, subject: line, mail_text: text }, options)
    return { subject: line, text: `${text}\n`, html: String(page) }
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

/** The subject is a template by itself, so that no value in it can reach into the body. */
interface Parsed {
  readonly subject: Template[]
  readonly body: Template[]
  readonly html: Template[]
}

async function parse(
  name: string,
  { txt, html: pages, folder, catalog }: Engines & Pick<Sources, 'folder' | 'catalog'>,
): Promise<Parsed> {
  const replaced = { text: await readFrom(folder, `${name}.txt`), html: await readFrom(folder, `${name}.html`) }
  const mail = catalog.find(name)
  const { subject, text } = replaced.text === null ? withFooter(mail) : parseNamed(`${name}.txt`, replaced.text)
  const html = replaced.html ?? inLayout(mail.html)
  return { subject: txt.parse(subject), body: txt.parse(text), html: pages.parse(html) }
}

/** Reads a file of the operator's folder; `null` without the folder or the file. */
async function readFrom(folder: string | undefined, file: string): Promise<string | null> {
  const path = folder === undefined ? null : join(folder, file)
  return path !== null && existsSync(path) ? readFile(path, 'utf8') : null
}

function parseNamed(file: string, content: string): ReturnType<typeof parseTextFile> {
  try {
    return parseTextFile(content)
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}

/** Texts of plugins get the footer; files of features name it themselves. */
function withFooter({ subject, text }: { readonly subject: string; readonly text: string }) {
  const footer = "{% render 'footer.txt' %}"
  return { subject, text: text.includes(footer) ? text : `${text}\n\n${footer}` }
}

/** HTML of plugins gets the layout; files of features name it themselves. Without HTML, the page shows the text. */
function inLayout(html = '<p style="margin:0 0 16px">{{ mail_text | escape | newline_to_br | raw }}</p>'): string {
  return html.startsWith('{% layout ') ? html : `{% layout 'layout.html' %}{% block content %}${html}{% endblock %}`
}

interface Engines {
  readonly html: Liquid
  readonly txt: Liquid
}

async function createEngines(root: string[], translations: () => Translations): Promise<Engines> {
  const translate: LiquidFilter = function (key: unknown, ...replacements: unknown[]) {
    return translations().text(String(this.context.getSync(['language'])), `email.${String(key)}`, ...replacements)
  }
  const options = {
    root,
    cache: true,
    strictFilters: true,
    strictVariables: true,
    relativeReference: false,
    filters: { t: translate, time: formatTime },
  }
  return { html: await createLiquid('html', options), txt: await createLiquid('txt', options) }
}

const formatTime: LiquidFilter = function (value: unknown) {
  const format = new Intl.DateTimeFormat(String(this.context.getSync(['language'])), {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  })
  return `${format.format(new Date(String(value)))} UTC`
}

/** Replaces every character that could end or split a header by a space. */
function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029\s]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_SUBJECT)
}
