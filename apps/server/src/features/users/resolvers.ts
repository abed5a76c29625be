import { strongestRole } from '@platform/auth'
import {
  type CommentsQuery,
  type HookObject,
  NotAuthorizedError,
  type User,
  type UserProfile,
  type UsersQuery,
} from '@platform/plugin-sdk'
import { type TrustRecord, trustOf } from '@platform/trust'
import type { ServerContext } from '../../contract/context.ts'
import { publicTags } from '../tags/visible.ts'
import { userSubscriptions } from './live.ts'
import { userMutations } from './mutations.ts'

type Resolvers = NonNullable<HookObject<ServerContext>['resolvers']>

/** The user of an id; `null` when the caller may not look up other users. */
export function userById(id: string | null | undefined, context: ServerContext): Promise<User | null> | null {
  return id && (id === context.user?.id || context.can('SEARCH_OTHER_USERS')) ? context.loaders.Users.getByID(id) : null
}

const assignedBy = {
  assigned_by: (entry: { assigned_by: string | null }, _args: unknown, context: ServerContext) =>
    userById(entry.assigned_by, context),
}

export const userResolvers: Resolvers = {
  RootQuery: {
    me: (_root, _args, { user }) => user,
    users: (_root, { query }: { query: UsersQuery }, { loaders }) => loaders.Users.getByQuery(query),
    userCount: (_root, { query }: { query: UsersQuery }, { loaders }) => loaders.Users.getCountByQuery(query),
    user(_root, { id }: { id: string }, context) {
      if (id !== context.user?.id && !context.can('SEARCH_OTHER_USERS')) throw new NotAuthorizedError()
      return context.loaders.Users.getByID(id)
    },
  },
  RootMutation: userMutations,
  Subscription: userSubscriptions,
  User: {
    role: ({ roles }: User) => strongestRole(roles),
    email: ({ profiles }: User) => profiles.find(profile => profile.provider === 'local')?.id ?? null,
    tags: ({ tags }: User, _args, context) => publicTags(tags, context),
    ignoredUsers: async ({ ignoresUsers }: User, _args, { loaders }) =>
      (await Promise.all(ignoresUsers.map(id => loaders.Users.getByID(id)))).filter(user => user !== null),
    tokens: ({ id }: User, _args, { services }) => services.personalTokens.of(id),
    state: (user: User) => user,
    actions: (user: User, _args, { loaders }) => loaders.Actions.getByItem(user),
    action_summaries: (user: User, _args, { loaders }) => loaders.Actions.getSummariesByItem(user),
    reliable: ({ metadata }: User, _args, { services }) =>
      trustOf(metadata['trust'] as TrustRecord | undefined, services.config.trustThresholds),
    comments: async (user: User, { query }: { query?: CommentsQuery | null }, { loaders }) =>
      (await loaders.Comments.getByQuery({ ...query, author_id: user.id })) ?? {
        nodes: [],
        hasNextPage: false,
        startCursor: null,
        endCursor: null,
      },
  },
  UserState: { status: ({ status }: User) => status },
  UserProfile: {
    __resolveType: ({ provider }: UserProfile) => (provider === 'local' ? 'LocalUserProfile' : undefined),
  },
  LocalUserProfile: { confirmedAt: ({ metadata }: UserProfile) => metadata?.confirmed_at ?? null },
  UsernameStatusHistory: assignedBy,
  BannedStatusHistory: assignedBy,
  AlwaysPremodStatusHistory: assignedBy,
  SuspensionStatusHistory: assignedBy,
}
