import { messageOf } from '@platform/plugin-host'
import type { UnknownToken } from '@platform/plugin-sdk'
import type { Finding } from '../finding.ts'
import type { RunningSubject } from '../subject.ts'

/** Claims of tokens that another service signed with the same key. */
const STRANGE: readonly UnknownToken[] = [
  { jwt: {}, token: 'x' },
  { jwt: { sub: 'not-a-user', jti: '1' }, token: 'x' },
  { jwt: { sub: 'not-a-user', name: null, email: 7, roles: { $gt: '' } }, token: 'x' },
]

/** Reports a `tokenUserNotFound` that throws for strange claims, or answers with neither a user nor `null`. */
export async function checkUnknownTokens({ hooks: { tokenUserNotFound } }: RunningSubject): Promise<Finding[]> {
  if (!tokenUserNotFound) return []
  const found: Finding[] = []
  for (const token of STRANGE) {
    try {
      const user: unknown = await tokenUserNotFound(token)
      const fits =
        user === null ||
        user === undefined ||
        (typeof user === 'object' && typeof (user as { id?: unknown }).id === 'string')
      if (!fits)
        found.push({
          point: 'unknown-tokens',
          message: `tokenUserNotFound answers ${JSON.stringify(token.jwt)} with ${typeof user}`,
          fix: 'answer with a stored user, or null',
        })
    } catch (error) {
      found.push({
        point: 'unknown-tokens',
        message: `tokenUserNotFound throws for ${JSON.stringify(token.jwt)}: ${messageOf(error)}`,
        fix: "check each claim's type first, and answer with null",
      })
    }
  }
  return found
}
