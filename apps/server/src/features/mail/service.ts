import type { Config } from '@platform/config'
import type { Jobs, MailDefinition, Mails, QueuedJob } from '@platform/plugin-sdk'
import { z } from 'zod'
import type { ServerContext } from '../../contract/context.ts'
import type { FeatureMail } from '../../contract/define-feature.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Log } from '../../runtime/log.ts'
import type { Translations } from '../../runtime/translations.ts'
import type { SettingsService } from '../settings/service.ts'
import { assertEmail } from '../users/rules.ts'
import { createMailCatalog } from './catalog.ts'
import type { Message } from './model.ts'
import { createMailTemplates, type SiteValues } from './templates.ts'
import { createMailTransport } from './transport.ts'

/** Mails to people, sent by the job queue: nothing waits for the mail server. */
export interface MailService extends Mails {
  /** Whether mails leave this server. What needs them says so when they don't. */
  readonly sends: boolean
  readonly description: string
  /**
   * Makes a mail known. Texts that it brings are tried with its sample; those of the core are files.
   *
   * @throws Error when there is one of that name, or a text is wrong
   */
  define(name: string, definition: MailDefinition | FeatureMail): Promise<void>
  /** Hands a mail to the mail server. The work of the job `mail.send`; `id` is the job's. */
  deliver(mail: QueuedMail, id: string): Promise<void>
  /** Mails that were not sent for want of a mail server, the last hundred; outside production only. */
  readonly kept: readonly Message[]
  /** @throws MailTemplatesError naming every template that is wrong. */
  checkTemplates(): Promise<void>
  /** Tells the log when the mail server can't be used. */
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

/** About six and a half hours of attempts: longer than most outages, shorter than most links live. */
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

const sendMail: QueuedJob<typeof input, ServerContext> = {
  input,
  attempts: ATTEMPTS,
  run: (mail, { services }, { id }) => services.mail.deliver(mail, id),
}

export const mailJobs = { 'mail.send': sendMail }

export function createMail({ config, log, jobs, settings, translations }: Foundations): MailService {
  const transport = createMailTransport({ config, log })
  const catalog = createMailCatalog()
  const templates = createMailTemplates({ folder: config.mailTemplates, catalog, translations })

  async function siteValues(): Promise<SiteValues> {
    const { organizationName, organizationContactEmail } = await settings.load()
    return {
      site: organizationName || new URL(config.rootUrl).host,
      address: config.rootUrl,
      contact: organizationContactEmail,
    }
  }

  return {
    sends: transport.sends,
    works: transport.sends || !config.production,
    description: transport.description,
    kept: transport.kept,
    async define(name, definition) {
      catalog.add(name, definition)
      if ('subject' in definition) await templates.tryTexts(name)
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
    async send(template, { to, values, language, key, session }) {
      await catalog.valuesOf(template, values)
      const payload = {
        template,
        to: assertEmail(to),
        language: knownLanguage(language),
        values: values as Record<string, unknown>,
      }
      await jobs.add('mail.send', payload, {
        ...(key === undefined ? {} : { key: `${template}:${key}` }),
        ...(session ? { session } : {}),
      })
    },
  }
}

/** A language that dates can be written in, as browsers name it. */
function knownLanguage(language: string | undefined): string {
  try {
    return Intl.getCanonicalLocales(language)[0] ?? 'en'
  } catch {
    return 'en'
  }
}
