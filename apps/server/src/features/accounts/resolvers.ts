import type { HookObject, User } from '@platform/plugin-sdk'
import type { ServerContext } from '../../contract/context.ts'
import { invitationFields } from './invitation-fields.ts'
import type { InvitedUser } from './invited-user.ts'
import type { WithWaitingAddress } from './profile.ts'

type Resolvers = NonNullable<HookObject<ServerContext>['resolvers']>
interface Input<T> {
  readonly input: T
}
interface Again {
  readonly password?: string | null
}

export const accountResolvers: Resolvers = {
  ...invitationFields,
  RootMutation: {
    ...invitationFields.RootMutation,
    async endSessions(_root, { user_id: id }: { user_id: string }, { mutators }) {
      await mutators.User.endSessions(id)
      return null
    },
    async attachLocalAuth(_root, { input }: Input<{ email: string; password: string }>, { mutators }) {
      await mutators.User.attachLocalAuth(input)
      return null
    },
    async resendLocalAuthLink(_root, _args, { mutators }) {
      await mutators.User.resendLocalAuthLink()
      return null
    },
    changePassword: async (_root, { input }: Input<{ oldPassword: string; newPassword: string }>, { mutators }) => ({
      token: await mutators.User.changePassword(input),
    }),
    async changeEmail(_root, { input }: Input<{ email: string; password: string }>, { mutators }) {
      await mutators.User.changeEmail(input)
      return null
    },
    async signOutEverywhere(_root, _args, { mutators }) {
      await mutators.User.signOutEverywhere()
      return null
    },
    requestDeletion: async (_root, { password }: Again, { mutators }) => ({
      deletionAt: await mutators.User.requestDeletion(password),
    }),
    async cancelDeletion(_root, _args, { mutators }) {
      await mutators.User.cancelDeletion()
      return null
    },
    requestAccountDeletion: async (_root, { password }: Again, { mutators }) => ({
      scheduledDeletionDate: await mutators.User.requestDeletion(password),
    }),
    async cancelAccountDeletion(_root, _args, { mutators }) {
      await mutators.User.cancelDeletion()
      return null
    },
    async requestDownloadLink(_root, _args, { mutators }) {
      await mutators.User.requestDownloadLink()
      return null
    },
    downloadUser: async (_root, { id }: { id: string }, { mutators }) => ({
      archiveURL: await mutators.User.download(id),
    }),
    createToken: async (_root, { input }: Input<{ name: string }>, { mutators }) => ({
      token: await mutators.Token.create(input),
    }),
    async revokeToken(_root, { input }: Input<{ id: string }>, { mutators }) {
      await mutators.Token.revoke(input)
      return null
    },
  },
  User: {
    deletionAt: ({ deletion_at: at }: User) => at ?? null,
    scheduledDeletionDate: ({ deletion_at: at }: User) => at ?? null,
    lastAccountDownload: ({ last_download_at: at }: User) => at ?? null,
    canAttachLocalAuth: (user: User, _args, { services }) => services.attachment.isPossible(user),
    isInvited: ({ invitation }: InvitedUser) => invitation !== undefined,
    waitingEmail: (user: WithWaitingAddress) => user.attaching?.email ?? null,
  },
}
