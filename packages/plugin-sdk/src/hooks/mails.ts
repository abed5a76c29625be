import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { ConfigSchema } from '../config-schema.ts'
import type { TransactionSession } from './job-queue.ts'

/**
 * A mail that a plugin sends. Its texts are templates in the language Liquid. Beside the mail's own values a template
 * can use `site`, `address`, `contact` and `language`; the filter `t` looks a key up below `email` of the plugin's
 * translations. An operator replaces the texts by `<name>.txt` and `<name>.html` in the folder of
 * `PLATFORM_MAIL_TEMPLATES`.
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
  /** Schema of the values that the texts use, an object. A `Date` becomes a text while the mail waits in the queue. */
  readonly values: Schema & ConfigSchema
  /** Example values, with which the server renders the texts once when it starts, to find mistakes. */
  readonly sample: MailValues<Schema>
  /** The subject, one line. */
  readonly subject: string
  /** The mail as plain text. The core adds its footer below. */
  readonly text: string
  /** The content of the mail as HTML, inside of the core's layout. Values are escaped. @defaultValue the plain text */
  readonly html?: string
}

/**
 * The hook `mails`: name → mail. No two plugins may use one name, so a name begins with the plugin's own:
 * `likes.digest`.
 *
 * @example
 * const mails: MailMap = { 'likes.digest': digest }
 */
export type MailMap<Schemas = Readonly<Record<string, ConfigSchema>>> = {
  readonly [Name in keyof Schemas]: MailDefinition<Schemas[Name]>
}

/**
 * The values of a mail with this schema.
 *
 * @example
 * type Values = MailValues<typeof schema> // { username: string }
 */
export type MailValues<Schema> = [Schema] extends [StandardSchemaV1] ? StandardSchemaV1.InferInput<Schema> : object

/**
 * The values of mails by the name of the mail. A plugin adds those of its own mails, so that the compiler checks calls
 * of
 * `send`; a mail that is not named here takes any object.
 *
 * @example
 * declare module '@platform/plugin-sdk' {
 *   interface MailInputs { 'likes.digest': { username: string } }
 * }
 */
export interface MailInputs {}

/**
 * The recipient and the values of one mail.
 *
 * @example
 * const options: SendMailOptions<{ username: string }> = { to: 'ada@example.org', values: { username: 'ada' } }
 */
export interface SendMailOptions<Values = object> {
  /** One e-mail address. */
  readonly to: string
  readonly values: Values
  /** The language of the texts. @defaultValue 'en' */
  readonly language?: string
  /** While a mail with this key waits, it is not added again. */
  readonly key?: string
  /** Milliseconds to wait before the mail is sent; until then it can be withdrawn by its key. @defaultValue 0 */
  readonly delay?: number
  /** The transaction that the mail belongs to: the mail is sent only if that transaction is committed. */
  readonly session?: TransactionSession
}

/**
 * The service `mail`, which puts mails into the queue, so that no request waits for the mail server.
 *
 * @example
 * await mail.send('likes.digest', { to: 'ada@example.org', values: { username: 'ada' }, key: `ada:${week}` })
 */
export interface Mails {
  /** Whether mails can be sent. Without a mail server they are written to the log, outside production only. */
  readonly works: boolean
  /**
   * Puts a mail into the queue.
   *
   * @throws PlatformError EMAIL_INVALID or EMAIL_REQUIRED when `to` is not exactly one address
   * @throws Error when there is no mail of that name, or when the values do not fit its schema
   */
  send<Name extends string>(
    name: Name,
    options: SendMailOptions<Name extends keyof MailInputs ? MailInputs[Name] : object>,
  ): Promise<void>
  /**
   * Takes the mail with this key out of the queue. One that is being sent may still arrive, but is not tried again, and
   * another one with its key can be added at once.
   *
   * @returns `false` when no such mail waits.
   */
  withdraw(name: string, key: string, options?: Pick<SendMailOptions, 'session'>): Promise<boolean>
}
