import { z } from 'zod'

const text = z.string().max(20_000).nullable().default(null)
const address = z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).nullable().default(null)
const phrases = z.array(z.string().trim().min(1, 'a phrase is empty').max(200)).max(20_000).default([])

/** Every setting of a site, with its default. Times: `closedTimeout` in seconds, `editCommentWindowLength` in milliseconds. */
export const settingsSchema = z.strictObject({
  moderation: z.enum(['PRE', 'POST']).default('POST'),
  requireEmailConfirmation: z.boolean().default(false),
  infoBoxEnable: z.boolean().default(false),
  infoBoxContent: text,
  questionBoxEnable: z.boolean().default(false),
  questionBoxIcon: z.string().max(100).default('default'),
  questionBoxContent: text,
  premodLinksEnable: z.boolean().default(false),
  autoCloseStream: z.boolean().default(false),
  customCssUrl: address,
  customAdminCssUrl: address,
  closedTimeout: z.int().min(0).max(10 * 365 * 86_400).default(14 * 86_400),
  closedMessage: text,
  disableCommenting: z.boolean().default(false),
  disableCommentingMessage: text,
  editCommentWindowLength: z.int().min(0).max(365 * 86_400_000).default(30_000),
  charCountEnable: z.boolean().default(false),
  charCount: z.int().min(1).max(100_000).default(5_000),
  organizationName: z.string().max(200).nullable().default(null),
  organizationContactEmail: z.email().nullable().default(null),
  wordlist: z.strictObject({ banned: phrases, suspect: phrases }).default({ banned: [], suspect: [] }),
  domains: z.strictObject({ whitelist: z.array(z.string().trim().min(1).max(253)).max(1_000).default(['localhost']) }).default({ whitelist: ['localhost'] }),
})

/** The settings of a site. */
export type Settings = z.output<typeof settingsSchema>

/** What holds before anybody changed anything. */
export const defaultSettings: Settings = settingsSchema.parse({})

/** Settings that a discussion may have of its own. */
export const assetSettingNames = ['premodLinksEnable', 'moderation', 'questionBoxEnable', 'questionBoxContent', 'questionBoxIcon'] as const satisfies readonly (keyof Settings)[]
