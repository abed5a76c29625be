import { type HookObject, NotAuthorizedError, type User } from '@platform/plugin-sdk'
import type { ServerContext } from '../../contract/context.ts'
import { avatarPath } from './avatar-path.ts'
import { REMOVES_OTHER_AVATARS } from './permissions.ts'

export const avatarResolvers: NonNullable<HookObject<ServerContext>['resolvers']> = {
  User: {
    avatar: (user: User, _args, { services }) => avatarPath(services.config, user),
  },
  RootMutation: {
    async removeAvatar(_root, { id }: { id: string }, { user, can, services }) {
      if (!user || (id !== user.id && !can(REMOVES_OTHER_AVATARS))) throw new NotAuthorizedError()
      await services.avatars.remove(user, id)
      return null
    },
  },
  Subscription: { avatarRemoved: ({ id }: { id: string }) => id },
}
