import type { Config } from '@platform/config'
import type { Jobs, MailDefinition, Mails, QueuedJob } from '@platform/plugin-sdk'
import { z } from 'zod'
import type { ServerContext } from '../../contract/context.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Log } from '../../runtime/log.ts'
import type { Translations } from '../../runtime/translations.ts'
import type { SettingsService } from '../settings/service.ts'
import { assertEmail } from '../users/rules.ts'
import { createMailCatalog, type MailCatalog } from './catalog.ts'
import type { Message } from './model.ts'
import { notifyBy } from './notify.ts'
import { createMailTemplates, type SiteValues } from './templates.ts'
import { createMailTransport } from './transport.ts'

/** Sends mails by the job queue, so that no request waits for the mail server. */
export interface MailService extends Mails {
  /** Whether mails leave this server; a feature that needs mails refuses its work where they don't. */
  readonly sends: boolean
  /**
   * Puts a mail into the queue as `send` does. While too many mails wait, and if the address is none, it is left out,
   * and the log says so: what the mail tells of, such as a ban or a new password, must not fail because of it.
   */
  notify: Mails['send']
  /** The destination of mails, for the lines that the server prints when it starts. */
  readonly description: string
  /**
   * Adds a mail. The ledger of the composition makes sure that its name is unique.
   *
   * @param options `tryTexts` renders the mail with its sample
   * @throws Error when a text is wrong
   */
  define(name: string, definition: MailDefinition, options: { readonly tryTexts: boolean }): Promise<void>
  /** Renders a mail and sends it to the mail server. The work of the job `mail.send`; `id` is the id of the job. */
  deliver(mail: QueuedMail, id: string): Promise<void>
  /** The last hundred mails that were not sent, because there is no mail server; empty in production. */
  readonly kept: readonly Message[]
  /** @throws MailTemplatesError naming every template that is wrong. */
  checkTemplates(): Promise<void>
  /** Logs a warning when the mail server can't be used. */
  checkServer(): Promise<void>
}

interface Foundations {
  readonly config: Config
  readonly log: Log
  readonly clock: Clock
  readonly jobs: Jobs
  readonly settings: SettingsService
  readonly translations: () => Translations
}

/** Sixteen attempts take about six and a half hours: most outages are shorter, and most links work longer. */
const ATTEMPTS = 16

const input = z.object({
  template: z.string(),
  to: z.string(),
  language: z.string(),
  values: z.record(z.string(), z.unknown()),
})
type QueuedMail = z.output<typeof input>

declare module '@platform/plugin-sdk' {
  interface JobInputs {
    'mail.send': QueuedMail
  }
}

/**
 * Longer than a mail server may take for all of its answers: a mail that it takes at the end must not be sent again.
 * Milliseconds.
 */
const TIMEOUT = 300_000

const sendMail: QueuedJob<typeof input, ServerContext> = {
  input,
  attempts: ATTEMPTS,
  timeout: TIMEOUT,
  run: (mail, { services }, { id }) => services.mail.deliver(mail, id),
}

export const mailJobs = { 'mail.send': sendMail }

export function createMail({ config, log, jobs, settings, translations }: Foundations): MailService {
  const transport = createMailTransport({ config, log })
  const catalog = createMailCatalog()
  const templates = createMailTemplates({ folder: config.mailTemplates, catalog, translations })
  const send = sendBy({ config, jobs, catalog })

  async function siteValues(): Promise<SiteValues> {
    const { organizationName, organizationContactEmail } = await settings.load()
    return {
      site: organizationName || new URL(config.rootUrl).host,
      address: config.rootUrl,
      contact: organizationContactEmail || null,
    }
  }

  return {
    sends: transport.sends,
    works: transport.sends || !config.production,
    description: transport.description,
    kept: transport.kept,
    async define(name, definition, { tryTexts }) {
      catalog.add(name, definition)
      if (tryTexts) await templates.tryTexts(name)
    },
    async deliver({ template, to, language, values }, id) {
      const site = await siteValues()
      const rendered = await templates.render(template, await catalog.valuesOf(template, values), { site, language })
      await transport.deliver({
        id,
        to,
        template,
        ...rendered,
        replyTo: site.contact,
        link: typeof values['link'] === 'string' ? values['link'] : null,
      })
    },
    checkTemplates: () => templates.check(),
    async checkServer() {
      await transport
        .check()
        .catch(error =>
          log.warn(
            { reason: error instanceof Error ? error.message : String(error) },
            `the mail server ${transport.description} can't be used`,
          ),
        )
    },
    send,
    notify: notifyBy(send, log),
    withdraw: (template, key, options) => jobs.withdraw('mail.send', keyOf(template, key), options),
  }
}

/** Puts mails into the queue. */
function sendBy({
  config,
  jobs,
  catalog,
}: Pick<Foundations, 'config' | 'jobs'> & { readonly catalog: MailCatalog }): Mails['send'] {
  return async (template, { to, values, language, key, delay, session }) => {
    await catalog.valuesOf(template, values)
    const payload = {
      template,
      to: assertEmail(to),
      language: knownLanguage(language) ?? config.languages.default,
      values: Object.fromEntries(Object.entries(values)),
    }
    await jobs.add('mail.send', payload, {
      ...(key === undefined ? {} : { key: keyOf(template, key) }),
      ...(delay === undefined ? {} : { delay }),
      ...(session ? { session } : {}),
    })
  }
}

const keyOf = (template: string, key: string) => `${template}:${key}`

/** The canonical form of a language tag, as date formats need it; nothing for a text that is none. */
function knownLanguage(language: string | undefined): string | undefined {
  try {
    return Intl.getCanonicalLocales(language)[0]
  } catch {
    return undefined
  }
}
