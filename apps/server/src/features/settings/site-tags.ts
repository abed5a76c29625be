import { USER_ROLES } from '@platform/core-schema/enums'
import { z } from 'zod'
import { singleLine } from '../../input/well-formed.ts'

/** Tags that a site defines beside those of the plugins. */
export const siteTags = z
  .array(
    z.strictObject({
      name: z
        .string()
        .overwrite(singleLine)
        .trim()
        .min(1, 'a tag needs a name')
        .max(100)
        .refine(name => name !== 'STAFF', "STAFF is the platform's own"),
      permissions: z
        .strictObject({
          public: z.boolean().default(true),
          self: z.boolean().default(false),
          roles: z.array(z.enum(USER_ROLES)).default([]),
        })
        .default({ public: true, self: false, roles: [] }),
      models: z.array(z.enum(['ASSETS', 'COMMENTS', 'USERS'])).min(1, 'say what it applies to'),
      created_at: z.coerce.date(),
    }),
  )
  .max(200)
  .refine(tags => new Set(tags.map(({ name }) => name)).size === tags.length, 'two tags have the same name')
