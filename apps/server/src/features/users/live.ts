import type { Permission } from '@platform/auth'
import type { HookObject, SetupFunction } from '@platform/plugin-sdk'
import type { ServerContext } from '../../contract/context.ts'

type Hooks = HookObject<ServerContext>

interface UserEvent {
  readonly id: string
  readonly previousUsername?: string
}

/** Events about people, and who hears of everybody's; the person concerned always hears of their own. */
export const USER_EVENTS = {
  userSuspended: 'SUBSCRIBE_ALL_USER_SUSPENDED',
  userBanned: 'SUBSCRIBE_ALL_USER_BANNED',
  usernameFlagged: 'SUBSCRIBE_ALL_USERNAME_FLAGGED',
  usernameRejected: 'SUBSCRIBE_ALL_USERNAME_REJECTED',
  usernameApproved: 'SUBSCRIBE_ALL_USERNAME_APPROVED',
  usernameChanged: 'SUBSCRIBE_ALL_USERNAME_CHANGED',
  userCreated: 'SUBSCRIBE_ALL_USER_CREATED',
} as const satisfies Record<string, Permission>

const filterOf =
  (event: string, permission: Permission): SetupFunction<ServerContext> =>
  (_options, { user_id: wanted }: { user_id?: string | null }) => ({
    [event]: {
      filter: ({ id }: UserEvent, context: ServerContext) =>
        (!wanted || wanted === id) && (context.can(permission) || context.user?.id === id),
    },
  })

/** Compared with who listens, not with what they ask for. */
export const userFilters: NonNullable<Hooks['setupFunctions']> = Object.fromEntries(
  Object.entries(USER_EVENTS).map(([event, permission]) => [event, filterOf(event, permission)]),
)

const reloaded = ({ id }: UserEvent, _args: unknown, { loaders }: ServerContext) => loaders.Users.getByID(id)

/** An event carries an id; the person is read when it is delivered. */
export const userSubscriptions: NonNullable<Hooks['resolvers']>[string] = {
  ...Object.fromEntries(Object.keys(USER_EVENTS).map(event => [event, reloaded])),
  usernameChanged: async (event: UserEvent, args, context) => {
    const user = await reloaded(event, args, context)
    return user && { previousUsername: event.previousUsername ?? null, user }
  },
}
