import type { User } from '@platform/plugin-sdk'
import { attribute } from '../compose/attribution.ts'
import type { Member } from '../compose/member.ts'
import type { FindUnknown } from '../http/authentication.ts'
import { withDeadline } from './deadline.ts'

/** How long one plugin may look for a user. Milliseconds. */
const DEADLINE = 10_000

/** Asks the members in order for the user of a valid token that belongs to nobody known; the first answer counts. */
export async function findUnknown(members: readonly Member[], found: Parameters<FindUnknown>[0]): Promise<User | null> {
  for (const member of members) {
    const { tokenUserNotFound: ask } = member.hooks
    if (!ask) continue
    const answer = Promise.resolve().then(() => attribute(member, 'tokenUserNotFound', 'tokenUserNotFound', ask)(found))
    const user = await withDeadline(answer, DEADLINE, `${member.name} tokenUserNotFound did not answer within ${DEADLINE / 1_000} s`)
    if (user) return user
  }
  return null
}
