import type { User } from '@platform/plugin-sdk'
import { attribute } from '../compose/attribution.ts'
import type { Member } from '../compose/member.ts'
import type { FindUnknown } from '../http/authentication.ts'

/** Asks the members in order for the user of a valid token that belongs to nobody known; the first answer counts. */
export async function findUnknown(members: readonly Member[], found: Parameters<FindUnknown>[0]): Promise<User | null> {
  for (const member of members) {
    const { tokenUserNotFound: ask } = member.hooks
    const user = ask && await attribute(member, 'tokenUserNotFound', 'tokenUserNotFound', ask)(found)
    if (user) return user
  }
  return null
}
