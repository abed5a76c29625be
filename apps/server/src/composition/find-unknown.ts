import { ROLES } from '@platform/auth'
import type { User } from '@platform/plugin-sdk'
import { z } from 'zod'
import type { FindUnknown } from '../contract/composed.ts'
import type { LoadedPlugin } from '../contract/loaded-plugin.ts'
import { wording } from '../input/wording.ts'
import { withDeadline } from '../runtime/deadline.ts'
import { attribute } from './attribution.ts'
import { described } from './described.ts'

/** How long one plugin may look for a user. Milliseconds. */
const DEADLINE = 10_000

/** Asks the plugins in order for the user of a valid token that belongs to nobody known; the first answer counts. */
export async function findUnknown(
  plugins: readonly LoadedPlugin[],
  found: Parameters<FindUnknown>[0],
): Promise<User | null> {
  for (const member of plugins) {
    const { tokenUserNotFound: ask } = member.hooks
    if (!ask) continue
    const answer = () =>
      withDeadline(
        Promise.resolve().then(() => ask(found)),
        DEADLINE,
        `it did not answer within ${DEADLINE / 1_000} s`,
      ).then(userOf)
    const user = await attribute(member, 'tokenUserNotFound', 'tokenUserNotFound', answer)()
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
