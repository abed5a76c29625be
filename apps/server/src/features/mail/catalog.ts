import type { MailDefinition } from '@platform/plugin-sdk'
import { checkBySchema } from '../../input/check-by-schema.ts'
import { NonRetryableError } from '../../jobs/definition.ts'

/** All mails that can be sent, by name: those of the features and those of the plugins. */
export interface MailCatalog {
  readonly names: readonly string[]
  /** @throws NonRetryableError when there is no mail of that name. */
  find(name: string): MailDefinition
  add(name: string, mail: MailDefinition): void
  /** @throws NonRetryableError that names each bad value, so that a queued mail with bad values is not tried again. */
  valuesOf(name: string, values: unknown): Promise<object>
}

export function createMailCatalog(): MailCatalog {
  const all = new Map<string, MailDefinition>()
  const find = (name: string) => {
    const mail = all.get(name)
    if (!mail) throw new NonRetryableError(`there is no mail ${name}`)
    return mail
  }
  return {
    get names() {
      return [...all.keys()]
    },
    find,
    add(name, mail) {
      all.set(name, mail)
    },
    async valuesOf(name, values) {
      const { issues, value } = await checkBySchema(find(name).values, values)
      if (issues !== undefined) throw new NonRetryableError(`wrong values for the mail ${name}: ${issues}`)
      return Object.assign({}, value)
    },
  }
}
