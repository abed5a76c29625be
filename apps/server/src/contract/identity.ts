import type { FoundToken, TokenPlaces, VerifiedToken } from '@platform/auth'
import type { User } from '@platform/plugin-sdk'

/** Who sends a request, and by which token. */
export interface Caller {
  readonly user: User | null
  readonly token: VerifiedToken | null
  /** Where the token came from; `null` without one. */
  readonly source: FoundToken['source'] | null
  /** A cookie whose token is bad: to be cleared. */
  readonly staleCookie: string | null
}

/** What a request shows of its caller, whatever its transport. */
export interface Credentials {
  readonly cookieHeader?: string | undefined
  readonly accessToken?: TokenPlaces['accessToken']
  readonly authorization?: TokenPlaces['authorization']
}
