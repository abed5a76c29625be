import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { ConfigSchema } from '../config-schema.ts'
import type { TransactionSession } from './job-queue.ts'

/**
 * A mail that a plugin sends. Its texts are templates in the language Liquid, as those of the core: beside the mail's
 * own values they are given `site`, `address`, `contact` and `language`, and the filter `t` gives the text of a key
 * below `email` of the plugin's translations. An operator replaces them by `<name>.txt` and `<name>.html` in the folder
 * of `PLATFORM_MAIL_TEMPLATES`.
 *
 * @example
 * const digest: MailDefinition<z.ZodObject<{ username: z.ZodString }>> = {
 *   values: z.object({ username: z.string() }),
 *   sample: { username: 'ada' },
 *   subject: '{{ username }}, your week at {{ site }}',
 *   text: 'Hello {{ username }},\n\nthis was your week.',
 * }
 */
export interface MailDefinition<Schema = ConfigSchema> {
  /** What the texts are given, an object. Times are kept as text while the mail waits. */
  readonly values: Schema & ConfigSchema
  /** Values to try the texts with when the server starts. */
  readonly sample: MailValues<Schema>
  /** One line. */
  readonly subject: string
  /** The mail as plain text; the core's footer is put below. */
  readonly text: string
  /** The content of the mail as HTML, which the core's layout is put around. What it prints is escaped. Default: the text. */
  readonly html?: string
}

/**
 * The hook `mails`: name → mail. No two plugins may use one name, so a name begins with the plugin's own: `likes.digest`.
 *
 * @example
 * const mails: MailMap = { 'likes.digest': digest }
 */
export type MailMap<Schemas = Readonly<Record<string, ConfigSchema>>> = {
  readonly [Name in keyof Schemas]: MailDefinition<Schemas[Name]>
}

/**
 * What a mail of a schema is sent with.
 *
 * @example
 * type Values = MailValues<typeof schema> // { username: string }
 */
export type MailValues<Schema> = [Schema] extends [StandardSchemaV1] ? StandardSchemaV1.InferInput<Schema> : object

/**
 * The mails this compilation knows by name, each with its values. A plugin adds its own, so that `send` checks them; a
 * mail that is not named here takes any object.
 *
 * @example
 * declare module '@platform/plugin-sdk' {
 *   interface MailInputs { 'likes.digest': { username: string } }
 * }
 */
export interface MailInputs {}

/**
 * What a mail is sent with.
 *
 * @example
 * const options: SendMailOptions<{ username: string }> = { to: 'ada@example.org', values: { username: 'ada' } }
 */
export interface SendMailOptions<Values = object> {
  /** One address. */
  readonly to: string
  readonly values: Values
  /** Of the texts. Default `en`. */
  readonly language?: string
  /** Names the mail, so that it is not sent again while it waits. */
  readonly key?: string
  /** The transaction the mail belongs to: it is sent when, and only when, that is committed. */
  readonly session?: TransactionSession
}

/**
 * The service `mail`: mails are put into the queue, so nothing waits for the mail server.
 *
 * @example
 * await mail.send('likes.digest', { to: 'ada@example.org', values: { username: 'ada' }, key: `ada:${week}` })
 */
export interface Mails {
  /** Whether mails leave this server, or are written to the log outside production. */
  readonly works: boolean
  /**
   * Puts a mail into the queue.
   *
   * @throws PlatformError EMAIL_INVALID or EMAIL_REQUIRED for what is not exactly one address
   * @throws Error when there is no mail of that name, or the values are not what it takes
   */
  send<Name extends string>(
    name: Name,
    options: SendMailOptions<Name extends keyof MailInputs ? MailInputs[Name] : object>,
  ): Promise<void>
}
