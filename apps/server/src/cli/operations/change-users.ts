import { isRole, ROLES } from '@platform/auth'
import { z } from 'zod'
import { ownAccount } from '../../features/users/public-user.ts'
import { SYSTEM_USER } from '../../features/users/system-user.ts'
import { defineOperation } from '../operation.ts'
import { report } from '../report.ts'
import { findUser } from './find-user.ts'
import { warnOfUnloaded } from './warn-of-unloaded.ts'

const json = z.boolean().default(false)
const user = z.string().trim().min(1)
const role = z
  .string()
  .transform(text => text.trim().toUpperCase())
  .refine(isRole, `the roles are ${ROLES.join(', ')}`)

/** `platform users set-role <user> <role>` */
export const setUserRole = defineOperation({
  options: z.object({ user, role, json }),
  positional: ['user', 'role'],
  run: (services, { user: named, role: chosen, json: machine }, terminal) =>
    report(terminal, async () => {
      const { id } = await findUser(services, named)
      const { user: changed } = await services.accountStatus.make('setRole', SYSTEM_USER, { id, role: chosen })
      return machine ? JSON.stringify(ownAccount(changed)) : `${changed.username} has the role ${chosen}`
    }),
})

/** `platform users ban <user>`: bans a user, or lifts the ban with `--lift`. */
export const banUser = defineOperation({
  options: z.object({ user, message: z.string().max(10_000).optional(), lift: z.boolean().default(false), json }),
  positional: ['user'],
  run: (services, { user: named, message, lift, json: machine }, terminal) =>
    report(terminal, async () => {
      const { id } = await findUser(services, named)
      const { user: changed } = await services.accountStatus.make(lift ? 'unban' : 'ban', SYSTEM_USER, {
        id,
        ...(message ? { message } : {}),
      })
      return machine
        ? JSON.stringify(ownAccount(changed))
        : `${changed.username} is ${lift ? 'no longer banned' : 'banned'}`
    }),
})

/** `platform users delete <user>` */
export const deleteUser = defineOperation({
  options: z.object({ user, json }),
  positional: ['user'],
  run: (services, { user: named, json: machine }, terminal) =>
    report(terminal, async () => {
      const { id, username } = await findUser(services, named)
      await warnOfUnloaded(services, terminal)
      await services.erasure.request(SYSTEM_USER, id)
      return machine
        ? JSON.stringify({ id })
        : `${username} is deleted; a job of the server now erases their personal data`
    }),
})

/** `platform users verify <user>`: confirms the user's e-mail address, as if they had opened the link. */
export const verifyUser = defineOperation({
  options: z.object({ user, json }),
  positional: ['user'],
  run: (services, { user: named, json: machine }, terminal) =>
    report(terminal, async () => {
      const confirmed = await services.confirmation.confirmWithoutLink(await findUser(services, named))
      return machine
        ? JSON.stringify(ownAccount(confirmed))
        : `The e-mail address of ${confirmed.username} is confirmed`
    }),
})
