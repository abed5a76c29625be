import { ROLES } from '@platform/auth'
import { wording } from '@platform/config'
import { described, type LoadedPlugin } from '@platform/plugin-host'
import type { User } from '@platform/plugin-sdk'
import pTimeout from 'p-timeout'
import { z } from 'zod'
import type { FindUnknown } from '../contract/composed.ts'
import { attribute } from './attribution.ts'

/** How long one plugin may look for a user. Milliseconds. */
const DEADLINE = 10_000

/** Asks the plugins in order for the user of a valid token that belongs to nobody known; the first answer counts. */
export async function findUnknown(
  plugins: readonly LoadedPlugin[],
  found: Parameters<FindUnknown>[0],
): Promise<User | null> {
  for (const plugin of plugins) {
    const { tokenUserNotFound: ask } = plugin.hooks
    if (!ask) continue
    const answer = () =>
      pTimeout(
        Promise.resolve().then(() => ask(found)),
        { milliseconds: DEADLINE, message: `it did not answer within ${DEADLINE / 1_000} s` },
      ).then(userOf)
    const user = await attribute(plugin, 'tokenUserNotFound', 'tokenUserNotFound', answer)()
    if (user) return user
  }
  return null
}

const record = z.looseObject({
  id: z.string().min(1),
  username: z.string(),
  roles: z.array(z.enum(ROLES)),
  status: z.looseObject({}),
  tokens: z.array(z.unknown()),
})

/** A user as they are stored; anything else would be let in as whoever it looks like. */
function userOf(answer: unknown): User | null {
  if (answer === null || answer === undefined) return null
  const { error } = record.safeParse(answer, { error: wording })
  if (error)
    throw new Error(
      `gave ${described(answer)} that is no user: ${error.issues.map(({ path, message }) => `${path.join('.') || 'it'}: ${message}`).join('; ')}`,
    )
  return answer as User
}
