import { isRole, ROLES } from '@platform/auth'
import { z } from 'zod'
import { ownAccount } from '../../features/users/public-user.ts'
import { defineOperation } from '../operation.ts'
import { onOneLine } from '../printable.ts'
import { report } from '../report.ts'

const options = z.object({
  search: z.string().optional(),
  json: z.boolean().default(false),
  banned: z.boolean().optional(),
  after: z.string().optional(),
  role: z
    .string()
    .transform(text => text.trim().toUpperCase())
    .refine(isRole, `the roles are ${ROLES.join(', ')}`)
    .optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
})

/** `platform users list`: prints one page of accounts, the newest first. */
export const listUsers = defineOperation({
  options,
  run: (services, { search, role, banned, limit, after, json }, terminal) =>
    report(terminal, async () => {
      const state = { ...(role ? { role } : {}), ...(banned ? { status: { banned } } : {}) }
      const { nodes, hasNextPage, endCursor } = await services.usersReader.page({
        value: search ?? null,
        limit,
        cursor: after ?? null,
        state,
      })
      const accounts = nodes.map(ownAccount)
      const next = hasNextPage ? String(endCursor) : null
      if (json) return JSON.stringify({ users: accounts, next })
      const lines = accounts.map(({ id, username, role: strongest, email, status }) =>
        [
          id,
          strongest.padEnd(9),
          onOneLine(username),
          ...(email ? [`<${onOneLine(email)}>`] : []),
          ...(status.banned ? ['banned'] : []),
        ].join('  '),
      )
      return [
        ...(lines.length > 0 ? lines : ['No accounts match']),
        ...(next ? [`For the next page give --after '${next}'`] : []),
      ].join('\n')
    }),
})
