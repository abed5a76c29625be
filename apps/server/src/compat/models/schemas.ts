import { isPasswordHash, ROLES } from '@platform/auth'
import { COMMENT_STATUSES, USERNAME_STATUSES } from '@platform/core-schema'
import { z } from 'zod'

const text = z.string().min(1)
const date = z.date()
const orNull = <S extends z.ZodType>(schema: S) => schema.nullish()
const counts = z.record(z.string(), z.number())
const history = z.array(z.looseObject({}))
const tags = z.array(z.looseObject({ tag: z.looseObject({ name: text }) }))
const metadata = z.record(z.string(), z.unknown())
const record = { id: text, created_at: date, updated_at: date }

const notStored = (error: string) => z.never({ error }).optional()
const method = notStored('is a method of users, so no field can have this name')

/** A stored user, as plugins may write it; fields of plugins are not checked. */
export const userSchema = z.looseObject({
  ...record,
  role: notStored('is the strongest of `roles`; write that list in its place'),
  firstEmail: notStored('is read from `profiles`; write that list in its place'),
  can: method,
  verifyPassword: method,
  save: method,
  username: text,
  lowercaseUsername: text,
  password: text
    .refine(isPasswordHash, { error: 'is no hash; store what `hashPassword` of services/users makes of a password' })
    .optional(),
  roles: z.array(z.enum(ROLES)),
  // Profiles are unique, and two users without any would have the same.
  profiles: z.array(z.looseObject({ id: text, provider: text })).min(1),
  status: z.looseObject({
    username: z.looseObject({ status: z.enum(USERNAME_STATUSES), history }),
    banned: z.looseObject({ status: z.boolean(), history }),
    alwaysPremod: z.looseObject({ status: z.boolean(), history }),
    suspension: z.looseObject({ until: date.nullable(), history }),
  }),
  ignoresUsers: z.array(text),
  action_counts: counts,
  tags,
  tokens: z.array(z.looseObject({ id: text, active: z.boolean() })),
  metadata,
  validAfter: orNull(date),
  deletion_at: orNull(date),
  last_download_at: orNull(date),
})

/** A stored asset, as plugins may write it. */
export const assetSchema = z.looseObject({
  ...record,
  url: text,
  title: orNull(z.string()),
  description: orNull(z.string()),
  author: orNull(z.string()),
  image: orNull(z.string()),
  section: orNull(z.string()),
  subsection: orNull(z.string()),
  publication_date: orNull(date),
  modified_date: orNull(date),
  closedAt: date.nullable(),
  closedMessage: z.string().nullable(),
  scraped: date.nullable(),
  settings: z.record(z.string(), z.unknown()),
  comment_counts: z.looseObject({ total: z.number(), roots: z.number() }),
  last_comment_at: date.nullable(),
  tags,
  metadata,
})

/** A stored comment, as plugins may write it. */
export const commentSchema = z.looseObject({
  ...record,
  asset_id: text,
  author_id: text.nullable(),
  parent_id: text.nullable(),
  body: z.string().nullable(),
  body_history: history,
  status: z.enum(COMMENT_STATUSES),
  status_history: history,
  reply_count: z.number(),
  action_counts: counts,
  tags,
  deleted_at: date.nullable(),
  metadata,
})

/** A stored action, as plugins may write it. */
export const actionSchema = z.looseObject({
  ...record,
  action_type: text,
  item_type: z.enum(['ASSETS', 'COMMENTS', 'USERS']),
  item_id: text,
  user_id: text.nullable(),
  group_id: z.string().nullable(),
  metadata,
})
