import type { Permission } from '@platform/auth'
import type { HookObject, SetupFunction } from '@platform/plugin-sdk'
import type { ServerContext } from '../../contract/context.ts'

type Hooks = HookObject<ServerContext>

interface UserEvent {
  readonly id: string
  readonly previousUsername?: string
}

/** Events about users, with the permission to get those of all users; each user always gets the own events. */
export const USER_EVENTS = {
  userSuspended: 'SUBSCRIBE_ALL_USER_SUSPENDED',
  userUnsuspended: 'SUBSCRIBE_ALL_USER_SUSPENDED',
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

/** The permission is checked for the caller of the subscription, whatever `user_id` it asks for. */
export const userFilters: NonNullable<Hooks['setupFunctions']> = Object.fromEntries(
  Object.entries(USER_EVENTS).map(([event, permission]) => [event, filterOf(event, permission)]),
)

const reloaded = ({ id }: UserEvent, _args: unknown, { loaders }: ServerContext) => loaders.Users.getByID(id)

/** The user of an event is read again on delivery, because the event may be older than the latest change. */
export const userSubscriptions: NonNullable<Hooks['resolvers']>[string] = {
  ...Object.fromEntries(Object.keys(USER_EVENTS).map(event => [event, reloaded])),
  usernameChanged: async (event: UserEvent, args, context) => {
    const user = await reloaded(event, args, context)
    return user && { previousUsername: event.previousUsername ?? null, user }
  },
}
