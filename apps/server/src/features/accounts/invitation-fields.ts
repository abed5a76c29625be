import { strongestRole } from '@platform/auth'
import { USER_ROLES } from '@platform/core-schema/enums'
import type { HookObject, SortOrder } from '@platform/plugin-sdk'
import { z } from 'zod'
import { allowed } from '../../contract/caller.ts'
import type { ServerContext } from '../../contract/context.ts'
import { parseInput } from '../../input/invalid-input.ts'
import { pageLimit } from '../../paging/limit.ts'
import { userById } from '../users/resolvers.ts'
import type { InvitedUser } from './invited-user.ts'
import { withRecentPassword } from './password-again.ts'
import { localProfile } from './profile.ts'

type Resolvers = NonNullable<HookObject<ServerContext>['resolvers']>

const input = z.strictObject({
  email: z.string(),
  role: z.enum(USER_ROLES),
  language: z.string().max(35).nullish(),
  password: z.string().nullish(),
})

interface PageArgs {
  readonly limit?: number | null
  readonly cursor?: string | number | null
  readonly sortOrder?: SortOrder | null
}

/** The fields by which administrators invite people. */
export const invitationFields = {
  RootQuery: {
    invitations: (_root: unknown, { limit, cursor = null, sortOrder }: PageArgs, { services }: ServerContext) =>
      services.invitations.page({ limit: pageLimit(limit), cursor, direction: sortOrder === 'ASC' ? 1 : -1 }),
  },
  RootMutation: {
    async inviteUser(_root: unknown, given: { input: unknown }, context: ServerContext) {
      const administrator = allowed(context, 'INVITE_USERS')
      const { password, language, ...invited } = parseInput(input, given.input)
      if (invited.role !== 'COMMENTER') await withRecentPassword(context, password)
      const invitation = await context.services.invitations.invite(administrator, {
        ...invited,
        ...(language ? { language } : {}),
      })
      return { invitation }
    },
    async revokeInvitation(_root: unknown, { id }: { id: string }, context: ServerContext) {
      await context.services.invitations.revoke(allowed(context, 'INVITE_USERS'), id)
      return null
    },
  },
  Invitation: {
    email: (user: InvitedUser) => localProfile(user)?.id ?? '',
    role: ({ roles }: InvitedUser) => strongestRole(roles),
    invited_by: ({ invitation }: InvitedUser, _args: unknown, context: ServerContext) =>
      userById(invitation?.by, context),
    created_at: ({ invitation, created_at }: InvitedUser) => invitation?.created_at ?? created_at,
    expires_at: ({ invitation, created_at }: InvitedUser) => invitation?.expires_at ?? created_at,
  },
} satisfies Resolvers
