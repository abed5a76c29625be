import type { FieldResolvers, Resolver } from '@platform/plugin-sdk'
import type { ServerContext } from '../../contract/context.ts'
import { withRecentPassword } from '../accounts/password-again.ts'

type Resolve = Resolver<ServerContext>
type Users = ServerContext['mutators']['User']

/** A mutation that answers `null` when it succeeded. */
const done =
  <Args>(run: (users: Users, args: Args) => Promise<unknown>): Resolve =>
  async (_root: unknown, args: Args, { mutators }: ServerContext) => {
    await run(mutators.User, args)
    return null
  }

interface Id {
  readonly id: string
}
interface Again extends Id {
  readonly password?: string | null
}

/** A mutation for which the caller gives the password again, where `isNeeded` says so. */
const againFor =
  <Args extends Again>(
    isNeeded: (args: Args) => boolean,
    run: (users: Users, args: Args) => Promise<unknown>,
  ): Resolve =>
  async (_root: unknown, args: Args, context: ServerContext) => {
    if (isNeeded(args)) await withRecentPassword(context, args.password)
    await run(context.mutators.User, args)
    return null
  }

interface Input<T> {
  readonly input: Id & T
}

/** The mutations of accounts. */
export const userMutations: FieldResolvers<ServerContext> = {
  setUsername: done((users, { id, username }: Id & { username: string }) => users.setUsername(id, username)),
  changeUsername: done((users, { id, username }: Id & { username: string }) => users.changeUsername(id, username)),
  approveUsername: done((users, { id }: Id) => users.setUserUsernameStatus(id, 'APPROVED')),
  rejectUsername: done((users, { id, reason }: Id & { reason?: string | null }) =>
    users.setUserUsernameStatus(id, 'REJECTED', reason ?? undefined),
  ),
  banUser: done((users, { input: { id, message } }: Input<{ message: string }>) =>
    users.setUserBanStatus(id, true, message),
  ),
  unbanUser: done((users, { input: { id } }: Input<object>) => users.setUserBanStatus(id, false)),
  suspendUser: done((users, { input: { id, until, message } }: Input<{ until: Date; message: string }>) =>
    users.setUserSuspensionStatus(id, until, message),
  ),
  unsuspendUser: done((users, { input: { id } }: Input<object>) => users.setUserSuspensionStatus(id, null)),
  alwaysPremodUser: done((users, { input: { id } }: Input<object>) => users.setUserAlwaysPremodStatus(id, true)),
  removeAlwaysPremodUser: done((users, { input: { id } }: Input<object>) => users.setUserAlwaysPremodStatus(id, false)),
  setUserRole: againFor(
    ({ role }: Again & { role?: string | null }) => Boolean(role) && role !== 'COMMENTER',
    (users, { id, role }) => users.setRole(id, role ?? null),
  ),
  ignoreUser: done((users, { id }: Id) => users.ignoreUser({ id })),
  stopIgnoringUser: done((users, { id }: Id) => users.stopIgnoringUser({ id })),
  delUser: againFor(
    () => true,
    (users, { id }: Again) => users.del(id),
  ),
}
