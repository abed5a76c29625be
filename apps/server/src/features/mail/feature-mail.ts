import { readFileSync } from 'node:fs'
import type { ConfigSchema, MailDefinition, MailMap, MailValues } from '@platform/plugin-sdk'
import { z } from 'zod'

/** An imported username has up to 300 characters, and the id of its author behind them if it was taken. */
export const name = z.string().max(400)
export const text = z.string().max(20_000)
/** The longest e-mail address has 254 characters. */
export const address = z.string().max(254)
/** A token in it has at most 8,192 characters. */
export const link = z.url({ protocol: /^https?$/ }).max(10_000)
/** A time, which the queue stores as text. */
export const time = z.union([z.date(), z.iso.datetime()]).transform(value => new Date(value))

/** The values of mails, and samples of them, by the names of the mails. */
type Described<Schemas> = {
  readonly [Name in keyof Schemas]: Pick<MailDefinition<Schemas[Name]>, 'values' | 'sample'>
}

/**
 * Defines the mails of a feature, whose texts are the files `mail/<name>.txt` and `mail/<name>.html` beside the module.
 * The files have the form in which an operator replaces them, so an operator can begin with a copy.
 *
 * @param module the `import.meta.url` of the calling module
 * @example
 * featureMails(import.meta.url, { banned: { values: z.object({ username: name }), sample: { username: 'ada' } } })
 */
export function featureMails<Schemas extends Readonly<Record<string, ConfigSchema>>>(
  module: string,
  described: Described<Schemas>,
): MailMap<Schemas> {
  const mails = Object.entries<Pick<MailDefinition, 'values' | 'sample'>>(described).map(
    ([name, { values, sample }]) => [name, withFiles({ module, name }, { values, sample })] as const,
  )
  // Object.fromEntries forgets which name has which schema.
  return Object.fromEntries(mails) as MailMap<Schemas>
}

/** The values with which each of these mails is sent, for `MailInputs`. */
export type InputsOf<Mails> = {
  readonly [Name in keyof Mails]: Mails[Name] extends MailDefinition<infer Schema> ? MailValues<Schema> : never
}

/** The files are read when the texts are first needed: most commands send no mail. */
function withFiles(
  { module, name }: { module: string; name: string },
  described: Pick<MailDefinition, 'values' | 'sample'>,
): MailDefinition {
  const read = (ending: string) => readFileSync(new URL(`./mail/${name}.${ending}`, module), 'utf8')
  let known: Required<MailTexts> | undefined
  const texts = () => {
    known ??= { ...parseTextFile(read('txt')), html: read('html') }
    return known
  }
  return {
    ...described,
    get subject() {
      return texts().subject
    },
    get text() {
      return texts().text
    },
    get html() {
      return texts().html
    },
  }
}

type MailTexts = Pick<MailDefinition, 'subject' | 'text' | 'html'>

const SUBJECT = /^Subject:([^\r\n]*\S)[^\S\n]*\n([\s\S]*)$/

/** Parses a file with the subject in its first line. @throws Error that says what the line must be. */
export function parseTextFile(content: string): Pick<MailTexts, 'subject' | 'text'> {
  const [, subject, text] = SUBJECT.exec(content) ?? []
  if (subject === undefined || text === undefined)
    throw new Error('its first line has to be "Subject: ...", with a subject')
  return { subject, text }
}
