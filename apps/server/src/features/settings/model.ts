import { MODERATION_MODES, type ModerationMode } from '@platform/core-schema/enums'
import type { Tag } from '@platform/plugin-sdk'
import { phraseProblem } from '@platform/trust'
import { z } from 'zod'
import { singleLine, wellFormed } from '../../input/well-formed.ts'
import { host } from './host.ts'
import { siteTags } from './site-tags.ts'

const MOST_PHRASES = 20_000

/** A list of words and phrases that comments are searched for. Each is taken literally; duplicates are dropped. */
const phrases = z
  .array(
    z
      .string()
      .trim()
      .max(200, 'a phrase has at most 200 characters')
      .superRefine((phrase, context) => {
        const problem = phraseProblem(phrase)
        if (problem !== null) context.addIssue({ code: 'custom', message: problem })
      }),
  )
  .max(MOST_PHRASES, 'a list has at most 20,000 phrases')
  .transform(list => [...new Set(list)])

const text = z.string().overwrite(wellFormed)
const line = z.string().overwrite(singleLine)
const markdown = text.max(20_000, 'has more than 20,000 characters').nullable()
const address = z
  .union([z.literal(''), z.url({ protocol: /^https?$/, error: 'give an http or https address' })])
  .nullable()
/** Sentences that moderators choose from. Duplicates are dropped. */
const sentences = z
  .array(line.trim().min(1, 'write something').max(500, 'a reason has at most 500 characters'))
  .max(30, 'there are at most 30 reasons')
  .transform(list => [...new Set(list)])
const mailText = text.trim().max(2_000, 'has more than 2,000 characters').nullable()
const between = (least: number, most: number, unit: string) => {
  const error = `give a whole number of ${unit} from ${least} to ${most}`
  return z.int(error).min(least, error).max(most, error)
}

const simple = {
  moderation: z.enum(MODERATION_MODES),
  requireEmailConfirmation: z.boolean(),
  infoBoxEnable: z.boolean(),
  infoBoxContent: markdown,
  questionBoxEnable: z.boolean(),
  questionBoxIcon: line.max(100),
  questionBoxContent: markdown,
  premodLinksEnable: z.boolean(),
  premodRepeatedEnable: z.boolean(),
  commentsPerMinute: between(0, 1_000, 'comments'),
  autoCloseStream: z.boolean(),
  customCssUrl: address,
  customAdminCssUrl: address,
  closedTimeout: between(0, 10 * 365 * 86_400, 'seconds'),
  closedMessage: markdown,
  disableCommenting: z.boolean(),
  disableCommentingMessage: markdown,
  editCommentWindowLength: between(0, 365 * 86_400_000, 'milliseconds'),
  charCountEnable: z.boolean(),
  charCount: between(1, 100_000, 'characters'),
  organizationName: line.trim().max(200).nullable(),
  organizationContactEmail: z.union([z.literal(''), z.email('this is no e-mail address')]).nullable(),
  rejectionReasons: sentences,
  usernameRejectionReasons: sentences,
  banMessage: mailText,
  suspensionMessage: mailText,
  tags: siteTags,
  metadata: z.record(
    z.string().regex(/^(?![$_])[^.]+$/, 'a name begins with neither $ nor _, and has no dot'),
    z.unknown(),
  ),
}

const wordlist = { banned: phrases, suspect: phrases }
const domains = {
  whitelist: z
    .array(host)
    .max(1_000, 'more than 1,000 hosts')
    .transform(hosts => [...new Set(hosts)]),
}

/**
 * The settings of a site: one document. Times: `closedTimeout` in seconds, `editCommentWindowLength` in
 * milliseconds. `tags` are tags the site defines itself; `metadata` is for plugins, each under its own name.
 */
export interface Settings {
  readonly moderation: ModerationMode
  readonly requireEmailConfirmation: boolean
  readonly infoBoxEnable: boolean
  readonly infoBoxContent: string | null
  readonly questionBoxEnable: boolean
  readonly questionBoxIcon: string
  readonly questionBoxContent: string | null
  readonly premodLinksEnable: boolean
  readonly premodRepeatedEnable: boolean
  /** How many comments one user may post in a minute; 0 means no limit. */
  readonly commentsPerMinute: number
  readonly autoCloseStream: boolean
  readonly customCssUrl: string | null
  readonly customAdminCssUrl: string | null
  readonly closedTimeout: number
  readonly closedMessage: string | null
  readonly disableCommenting: boolean
  readonly disableCommentingMessage: string | null
  readonly editCommentWindowLength: number
  readonly charCountEnable: boolean
  /** The most Unicode code points of a comment. */
  readonly charCount: number
  readonly organizationName: string | null
  readonly organizationContactEmail: string | null
  readonly wordlist: { readonly banned: readonly string[]; readonly suspect: readonly string[] }
  /** Hosts, as `new URL(...).hostname` writes them. */
  readonly domains: { readonly whitelist: readonly string[] }
  /** What moderators choose from, and begin with; empty for the texts of the platform. */
  readonly rejectionReasons: readonly string[]
  readonly usernameRejectionReasons: readonly string[]
  readonly banMessage: string | null
  readonly suspensionMessage: string | null
  readonly tags: readonly Tag[]
  readonly metadata: Readonly<Record<string, unknown>>
}

/** The settings as they are stored: only the changed ones, and of a group only the changed fields. */
export type StoredValues = {
  readonly [Name in keyof Settings]?: Name extends 'wordlist' | 'domains' ? Partial<Settings[Name]> : Settings[Name]
}

/** The settings of a site on which no setting was changed yet. */
export const defaultSettings: Settings = {
  moderation: 'POST',
  requireEmailConfirmation: false,
  infoBoxEnable: false,
  infoBoxContent: null,
  questionBoxEnable: false,
  questionBoxIcon: 'default',
  questionBoxContent: null,
  premodLinksEnable: false,
  premodRepeatedEnable: false,
  commentsPerMinute: 0,
  autoCloseStream: false,
  closedTimeout: 14 * 86_400,
  closedMessage: null,
  customCssUrl: null,
  customAdminCssUrl: null,
  disableCommenting: false,
  disableCommentingMessage: null,
  editCommentWindowLength: 30_000,
  charCountEnable: false,
  charCount: 5_000,
  organizationName: null,
  organizationContactEmail: null,
  wordlist: { banned: [], suspect: [] },
  domains: { whitelist: ['localhost'] },
  rejectionReasons: [],
  usernameRejectionReasons: [],
  banMessage: null,
  suspensionMessage: null,
  tags: [],
  metadata: {},
}

/** A change of the word lists: `null` empties a list. */
export const wordlistInput = z.strictObject(nullish(wordlist)).nullish()

/**
 * A change of settings: the given ones change, and `null` brings the default back. Each list of `wordlist` and
 * `domains`, and each name of `metadata`, changes by itself.
 */
export const settingsInput = z.strictObject({
  ...nullish(simple),
  wordlist: wordlistInput,
  domains: z.strictObject(nullish(domains)).nullish(),
})

function nullish<Shape extends Record<string, z.ZodType>>(
  shape: Shape,
): { [Name in keyof Shape]: z.ZodOptional<z.ZodNullable<Shape[Name]>> } {
  // Object.fromEntries forgets which name has which schema.
  return Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, schema.nullish()])) as never
}

/** Settings that a discussion may have of its own. */
export const assetSettingNames = [
  'premodLinksEnable',
  'moderation',
  'questionBoxEnable',
  'questionBoxContent',
  'questionBoxIcon',
] as const satisfies readonly (keyof Settings)[]
