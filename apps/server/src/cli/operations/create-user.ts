import { isRole, ROLES } from '@platform/auth'
import { PlatformError } from '@platform/plugin-sdk'
import { z } from 'zod'
import { ownAccount } from '../../features/users/public-user.ts'
import { EXIT } from '../../boot/failure.ts'
import { defineOperation } from '../operation.ts'

const options = z.object({
  email: z.string(), username: z.string(), password: z.string(), json: z.boolean().default(false),
  roles: z.string().default('').transform(text => text.split(',').map(role => role.trim().toUpperCase()).filter(Boolean)),
})

/** `platform users create`: a confirmed account with e-mail and password. */
export const createUser = defineOperation({
  options,
  async run({ services }, { email, username, password, roles, json }, terminal) {
    const unknown = roles.filter(role => !isRole(role))
    if (unknown.length > 0) {
      terminal.err(`--roles: ${unknown.join(', ')} is no role; the roles are ${ROLES.join(', ')}\n`)
      return EXIT.usage
    }
    try {
      const user = await services.users.createLocal({ email, username, password, roles: roles.filter(isRole), confirmed: true })
      const account = ownAccount(user)
      terminal.out(json ? `${JSON.stringify(account)}\n` : `Made ${account.username} (${account.roles.join(', ')}), id ${account.id}\n`)
      return EXIT.ok
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error
      terminal.err(`${error.code}  ${error.message}\n`)
      return EXIT.failed
    }
  },
})
