import { isRole, ROLES } from '@platform/auth'
import { z } from 'zod'
import { ownAccount } from '../../features/users/public-user.ts'
import { readRegistration } from '../../features/users/registration.ts'
import { EXIT } from '../../runtime/failure.ts'
import { defineOperation } from '../operation.ts'
import { report } from '../report.ts'

const options = z.object({
  email: z.string(),
  username: z.string(),
  password: z.string(),
  json: z.boolean().default(false),
  roles: z
    .string()
    .default('')
    .transform(text =>
      text
        .split(',')
        .map(role => role.trim().toUpperCase())
        .filter(Boolean),
    ),
})

/** `platform users create`: creates an account with a confirmed e-mail address and a password. */
export const createUser = defineOperation({
  options,
  async run(services, { email, username, password, roles, json }, terminal) {
    const unknown = roles.filter(role => !isRole(role))
    if (unknown.length > 0) {
      terminal.err(`--roles: ${unknown.join(', ')} is unknown; the roles are ${ROLES.join(', ')}\n`)
      return EXIT.usage
    }
    return report(terminal, async () => {
      await readRegistration({ email, username, password }, services.users)
      const account = ownAccount(
        await services.users.createLocal({ email, username, password, roles: roles.filter(isRole), confirmed: true }),
      )
      return json
        ? JSON.stringify(account)
        : `Created ${account.username} (${account.roles.join(', ')}), id ${account.id}`
    })
  },
})
