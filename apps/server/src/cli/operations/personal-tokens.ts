import { z } from 'zod'
import { defineOperation } from '../operation.ts'
import { onOneLine } from '../printable.ts'
import { report } from '../report.ts'
import { findUser } from './find-user.ts'

const json = z.boolean().default(false)
const user = z.string().trim().min(1)

/** `platform tokens create <user> <name>`: prints only the new token, which is never shown again. */
export const createToken = defineOperation({
  options: z.object({ user, name: z.string(), json }),
  positional: ['user', 'name'],
  run: (services, { user: named, name, json: machine }, terminal) =>
    report(terminal, async () => {
      const token = await services.personalTokens.create(await findUser(services, named), name)
      return machine ? JSON.stringify(token) : token.jwt
    }),
})

/** `platform tokens list <user>`: prints the tokens of a user, including revoked tokens. */
export const listTokens = defineOperation({
  options: z.object({ user, json }),
  positional: ['user'],
  run: (services, { user: named, json: machine }, terminal) =>
    report(terminal, async () => {
      const tokens = await services.personalTokens.of((await findUser(services, named)).id)
      const shown = tokens.map(({ id, name, active }) => ({ id, name, active }))
      if (machine) return JSON.stringify({ tokens: shown })
      return (
        shown
          .map(({ id, name, active }) => `${id}  ${active ? 'active ' : 'revoked'}  ${onOneLine(name)}`)
          .join('\n') || 'No tokens'
      )
    }),
})

/** `platform tokens revoke <user> <id>`: revokes a token, which can't be undone. */
export const revokeToken = defineOperation({
  options: z.object({ user, id: z.string().trim().min(1), json }),
  positional: ['user', 'id'],
  run: (services, { user: named, id, json: machine }, terminal) =>
    report(terminal, async () => {
      const owner = await findUser(services, named)
      await services.personalTokens.revoke(owner, id)
      return machine ? JSON.stringify({ id }) : `The token ${id} of ${owner.username} is revoked`
    }),
})
