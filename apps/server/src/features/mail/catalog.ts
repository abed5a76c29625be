import type { ConfigSchema, MailDefinition } from '@platform/plugin-sdk'
import type { FeatureMail } from '../../contract/define-feature.ts'
import { checkBySchema } from '../../input/check-by-schema.ts'
import { JobRefused } from '../../jobs/definition.ts'

/** One mail: its values, and its texts where they are not files of the core. */
export interface CataloguedMail {
  readonly values: ConfigSchema
  readonly sample: unknown
  readonly texts?: Pick<MailDefinition, 'subject' | 'text' | 'html'>
}

/** All mails that can be sent, by name: the core's, and those of plugins. */
export interface MailCatalog {
  readonly names: readonly string[]
  find(name: string): CataloguedMail
  add(name: string, mail: MailDefinition | FeatureMail): void
  /** @throws JobRefused naming each value that is not what the mail takes: a mail in the queue is not tried again for it. */
  valuesOf(name: string, values: unknown): Promise<object>
}

export function createMailCatalog(): MailCatalog {
  const all = new Map<string, CataloguedMail>()
  const find = (name: string) => {
    const mail = all.get(name)
    if (!mail) throw new JobRefused(`there is no mail ${name}`)
    return mail
  }
  return {
    get names() {
      return [...all.keys()]
    },
    find,
    add(name, mail) {
      if (all.has(name)) throw new Error(`the mail ${name} is defined twice`)
      const { values, sample } = mail
      all.set(name, { values, sample, ...('subject' in mail ? { texts: mail } : {}) })
    },
    async valuesOf(name, values) {
      const { issues, value } = await checkBySchema(find(name).values, values)
      if (issues !== undefined) throw new JobRefused(`the mail ${name} can't be given this: ${issues}`)
      return { ...(value as object) }
    },
  }
}
