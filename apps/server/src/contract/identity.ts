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
  /** Where the request says that it was sent from. Without it no frame token is accepted. */
  readonly sender?: Sender
  readonly accessToken?: TokenPlaces['accessToken']
  readonly authorization?: TokenPlaces['authorization']
}

/** The headers of a request that say which page sent it. */
export interface Sender {
  readonly origin?: string | undefined
  readonly host?: string | undefined
  /** `Sec-Fetch-Site` */
  readonly site?: string | undefined
  /** The origin of the page that embeds the frame, as the frame says it. */
  readonly frame?: string | undefined
}
