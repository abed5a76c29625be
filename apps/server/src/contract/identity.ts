import type { FoundToken, TokenPlaces, VerifiedToken } from '@platform/auth'
import type { User } from '@platform/plugin-sdk'

/** The caller of a request, and the caller's token. */
export interface Caller {
  readonly user: User | null
  readonly token: VerifiedToken | null
  /** The place of the request that the token came from; `null` without a token. */
  readonly source: FoundToken['source'] | null
  /** The name of a cookie whose token is not valid, which the answer clears. */
  readonly staleCookie: string | null
}

/** The places of a request, HTTP or websocket, that may have the caller's token. */
export interface Credentials {
  readonly cookieHeader?: string | undefined
  readonly accessToken?: TokenPlaces['accessToken']
  readonly authorization?: TokenPlaces['authorization']
}
