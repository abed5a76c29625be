import type { PersonQuery } from '../documents/types.ts'
import type { Standing } from './standing.ts'

type ReadUser = NonNullable<PersonQuery['user']>
type ReadStatus = NonNullable<NonNullable<ReadUser['state']>['status']>

/** What is read of a user to know what holds. */
export interface ReadStanding extends Pick<ReadUser, 'id' | 'username'> {
  readonly state: {
    readonly status: {
      readonly username: Pick<ReadStatus['username'], 'status'>
      readonly banned: Pick<ReadStatus['banned'], 'status'>
      readonly alwaysPremod: Pick<ReadStatus['alwaysPremod'], 'status'>
      readonly suspension: Pick<ReadStatus['suspension'], 'until'>
    } | null
  } | null
}

/** What holds for a user at a time. */
export function standingOfUser({ id, username, state }: ReadStanding, now: number): Standing {
  const { alwaysPremod, banned, suspension, username: name } = state?.status ?? {}
  const until = suspension?.until ?? null
  return {
    id,
    username,
    banned: banned?.status ?? false,
    suspendedUntil: until !== null && Date.parse(until) > now ? until : null,
    alwaysPremod: alwaysPremod?.status ?? false,
    usernameRejected: name?.status === 'REJECTED',
  }
}
