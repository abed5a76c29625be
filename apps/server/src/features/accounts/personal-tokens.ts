import { isIssuedBefore, type Tokens } from '@platform/auth'
import type { Docstore } from '@platform/docstore'
import { BadUserInputError, NotFoundError, type User } from '@platform/plugin-sdk'
import { refusedField } from '../../input/invalid-input.ts'
import type { Revisions } from '../../pubsub/revisions.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { PersonalToken, StoredUser } from '../../runtime/user-record.ts'
import type { SessionsService } from '../sessions/service.ts'

/** A new token. `jwt` is its secret, which is shown only now. */
export interface NewToken {
  readonly id: string
  readonly name: string
  readonly active: true
  readonly jwt: string
}

/** Tokens with which programs act as their user, until they are revoked. */
export interface PersonalTokensService {
  /** All tokens of a user. Those that were revoked, or ended with all sessions of the user, are not active. */
  of(userId: string): Promise<readonly PersonalToken[]>
  /** @throws PlatformError BAD_USER_INPUT for a bad name, and for a user who has too many tokens. */
  create(user: User, name: string): Promise<NewToken>
  /**
   * Revokes a token of the user: it is refused from now on, and its live connections are closed.
   *
   * @throws PlatformError NOT_FOUND when the user has no such token.
   */
  revoke(user: User, id: string): Promise<void>
}

interface Dependencies {
  readonly docstore: Docstore
  readonly tokens: Tokens
  readonly sessions: SessionsService
  readonly clock: Clock
  readonly revisions: Revisions
}

/** The most tokens of one user, with the revoked ones, which stay on the list. */
const MOST = 200
const LONGEST_NAME = 100

export function createPersonalTokens({
  docstore,
  tokens,
  sessions,
  clock,
  revisions,
}: Dependencies): PersonalTokensService {
  const users = docstore.collection<StoredUser>('users')
  return {
    async of(id) {
      const user = await users.findOne({ id }, { projection: { tokens: 1, validAfter: 1 } })
      const isOver = ({ issued_at: at }: PersonalToken) => at && isIssuedBefore({ issuedAt: at }, user?.validAfter)
      return (user?.tokens ?? []).map(token => ({ ...token, active: token.active && !isOver(token) }))
    },
    async create({ id: userId }, given) {
      const name = given.trim()
      if (name === '' || [...name].length > LONGEST_NAME) throw refusedField('name', `1 to ${LONGEST_NAME} characters`)
      const user = await users.findOne({ id: userId })
      if (!user) throw new NotFoundError('The user')
      const { token, jti, claims } = await tokens.sign({ kind: 'personal', userId, issuedAfter: user.validAfter })
      const { matchedCount } = await users.updateOne(
        { id: userId, [`tokens.${MOST - 1}`]: { $exists: false } },
        {
          $push: { tokens: { id: jti, name, active: true, issued_at: new Date(Number(claims['iat']) * 1_000) } },
          $set: { updated_at: clock.now() },
        },
      )
      if (matchedCount === 0)
        throw new BadUserInputError(`An account has at most ${MOST} tokens, revoked ones included`)
      revisions.bump('users')
      return { id: jti, name, active: true, jwt: token }
    },
    async revoke({ id: userId }, id) {
      if (!(await users.findOne({ id: userId, 'tokens.id': id }))) throw new NotFoundError('The token')
      await sessions.end({ kind: 'personal', userId, jti: id, claims: {} })
      revisions.bump('users')
    },
  }
}
