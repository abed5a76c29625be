import { readFile } from 'node:fs/promises'
import type { User } from '@platform/plugin-sdk'
import { currentServices } from '../../runtime/current-services.ts'
import { createLiquid } from '../../runtime/liquid.ts'
import { errors } from '../errors.ts'

type Format = 'txt' | 'html'
type Helper = (value: unknown, ...given: unknown[]) => unknown

interface PluginMail {
  /** One address, or else the user who gets the mail: the record or its id. */
  readonly email?: string
  readonly user?: string | Pick<User, 'id'>
  /** The name of a template that was registered. */
  readonly template: string
  readonly locals?: object
  readonly subject: string
}

/** `<name>.<format>` → the file of a template. */
const files = new Map<string, string>()
const helpers = new Map<string, Helper>()
/** The engine of each format, with the helpers. */
const engines = new Map<Format, ReturnType<typeof createLiquid>>()

const keyOf = (name: string, format: string) => `${name}.${format}`

async function render(name: string, format: Format, values: object): Promise<string> {
  const file = files.get(keyOf(name, format))
  if (file === undefined)
    throw new Error(`there is no template ${keyOf(name, format)}: register it in the hook connect`)
  const engine = engines.get(format) ?? createLiquid(format, { filters: Object.fromEntries(helpers) })
  engines.set(format, engine)
  return String(await (await engine).parseAndRender(await readFile(file, 'utf8'), values))
}

async function addressOf({ email, user }: PluginMail): Promise<string> {
  if (email !== undefined) return email
  const id = typeof user === 'string' ? user : user?.id
  const address = id === undefined ? null : (await currentServices().users.findById(id))?.firstEmail
  if (!address) throw new errors.ErrMissingEmail()
  return address
}

/** Sends mails of a plugin's templates, which are in the language Liquid, for plugins that import `services/mailer`. */
export const mailer = {
  templates: {
    /** Names the file of a template. The first file of a name is used, so a site can replace a plugin's. */
    register(file: string, name: string, format: Format = 'txt'): void {
      const key = keyOf(name, format)
      if (!files.has(key)) files.set(key, file)
    },
    render,
  },
  /** Adds filters for the templates. */
  registerHelpers(added: Readonly<Record<string, Helper>>): void {
    for (const [name, run] of Object.entries(added)) helpers.set(name, run)
    engines.clear()
  },
  /** Puts a mail into the queue, with the text of the template inside of the site's own layout. */
  async send(mail: PluginMail): Promise<void> {
    const to = await addressOf(mail)
    const { template, locals = {}, subject } = mail
    const body = await render(template, 'txt', locals)
    await currentServices().mail.send('notice', { to, values: { subject, body } })
  },
}

export default mailer
export { mailer as 'module.exports' }
