import type { ConfigSchema, MailValues } from '@platform/plugin-sdk'
import { z } from 'zod'
import type { FeatureMail } from '../../contract/define-feature.ts'

export const name = z.string().max(200)
export const text = z.string().max(20_000)
export const link = z.url({ protocol: /^https?$/ }).max(4_000)
/** A time; kept as text in the queue. */
export const time = z.union([z.date(), z.iso.datetime()]).transform(value => new Date(value))

/** A mail of the core, whose texts are files: its values, and a sample to try the texts with. */
export interface CoreMail<Schema> extends FeatureMail {
  readonly values: Schema & ConfigSchema
  readonly sample: MailValues<Schema>
}

/** Has the sample checked by the values. */
export function coreMail<Schema extends ConfigSchema>(values: Schema, sample: MailValues<Schema>): CoreMail<Schema> {
  return { values, sample }
}

/** What each of these mails is sent with, for `MailInputs`. */
export type InputsOf<Mails> = {
  readonly [Name in keyof Mails]: Mails[Name] extends CoreMail<infer Schema> ? MailValues<Schema> : never
}
