import { z } from 'zod'
import { singleLine, wellFormed } from '../../input/well-formed.ts'
import { settingsInput } from '../settings/model.ts'

const text = (most: number, form = wellFormed) =>
  z
    .string()
    .overwrite(form)
    .trim()
    .max(most, { error: () => `has more than ${most.toLocaleString('en')} characters` })
    .nullish()
    .transform(value => (value === '' ? null : value))
const line = (most: number) => text(most, singleLine)
const time = z
  .date()
  .refine(
    date => date.getUTCFullYear() >= 1970 && date.getUTCFullYear() < 3000,
    'give a time between the years 1970 and 3000',
  )

/** The settings that a discussion can have of its own. */
export const assetSettingsInput = z.strictObject({
  ...settingsInput.pick({
    moderation: true,
    premodLinksEnable: true,
    infoBoxEnable: true,
    infoBoxContent: true,
    questionBoxEnable: true,
    questionBoxIcon: true,
    questionBoxContent: true,
    disableCommenting: true,
    disableCommentingMessage: true,
    charCountEnable: true,
    charCount: true,
    customCssUrl: true,
    tags: true,
  }).shape,
})

/** When a discussion closes, and the message that readers see then. */
export const assetStatusInput = z.strictObject({ closedAt: time.nullish(), closedMessage: text(20_000) })

/** The address of a page and the facts about it; `null` removes a fact. */
export const assetInput = z.strictObject({
  url: z.string().optional(),
  title: line(500),
  description: line(2_000),
  author: line(500),
  section: line(200),
  subsection: line(200),
  image: z
    .union([z.literal(''), z.url({ protocol: /^https?$/, error: 'give an http or https address' })])
    .nullish()
    .transform(value => (value === '' ? null : value)),
  publication_date: time.nullish(),
  modified_date: time.nullish(),
})

/** The facts about a page, read from the page itself or given by a moderator. */
export type AssetFacts = Omit<z.output<typeof assetInput>, 'url'>
