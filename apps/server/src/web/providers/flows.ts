import { createHash, randomBytes } from 'node:crypto'
import type { Kvstore } from '@platform/kvstore'
import { PlatformError } from '@platform/plugin-sdk'
import { z } from 'zod'

/** How a sign-in at a provider ends, and the language that the address of its beginning named. */
export type Ending =
  /** A page in a pop-up posts the credentials to the page that opened it, if that has this origin. */
  | { readonly display: 'popup'; readonly origin: string; readonly lang: string | null }
  /** The cookie is set, and the browser is sent to a path of this site. */
  | { readonly display: 'page'; readonly next: string; readonly lang: string | null }

/** A sign-in at a provider that has begun. */
export interface Flow {
  readonly provider: string
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
  readonly ending: Ending
}

export interface Flows {
  begin(about: { readonly provider: string; readonly browser: string; readonly ending: Ending }): Promise<Flow>
  /** Ends a flow; it can be ended only once. @throws PlatformError SIGN_IN_STALE, UNAVAILABLE */
  take(about: {
    readonly provider: string
    readonly browser: string | null
    readonly state: string | null
  }): Promise<Flow>
}

/** How long a flow lasts at most. Milliseconds. */
export const FLOW_LIFETIME = 10 * 60_000

/** A server of an earlier release has stored no language. */
const lang = z.string().nullable().default(null)
const storedFlow = z.object({
  provider: z.string(),
  browser: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  ending: z.discriminatedUnion('display', [
    z.object({ display: z.literal('popup'), origin: z.string(), lang }),
    z.object({ display: z.literal('page'), next: z.string(), lang }),
  ]),
})

/** A secret of 256 bits, as a text for addresses, cookies and code verifiers. */
export const secret = (): string => randomBytes(32).toString('base64url')

/** Flows are in the key-value store, so that a flow may end on another server than it began on, but only once. */
export function createFlows(kvstore: Kvstore): Flows {
  return {
    async begin({ provider, browser, ending }) {
      const flow: Flow = { provider, ending, state: secret(), nonce: secret(), codeVerifier: secret() }
      const { state, ...rest } = flow
      await available(() =>
        kvstore.set(keyOf(state), JSON.stringify({ ...rest, browser: digest(browser) }), { expiresIn: FLOW_LIFETIME }),
      )
      return flow
    },
    async take({ provider, browser, state }) {
      if (state === null || browser === null) throw staleError()
      const text = await available(() => kvstore.get(keyOf(state)))
      const flow = text === null ? null : storedFlow.parse(JSON.parse(text))
      if (!flow || flow.provider !== provider || flow.browser !== digest(browser)) throw staleError()
      if ((await available(() => kvstore.delete(keyOf(state)))) === 0) throw staleError()
      return { state, provider, nonce: flow.nonce, codeVerifier: flow.codeVerifier, ending: flow.ending }
    },
  }
}

/** Keys have only a digest, so that a person who can read the store can't end the flows of others. */
function keyOf(state: string): string {
  return `sign-in:${digest(state)}`
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

function staleError(): PlatformError {
  return new PlatformError(
    'SIGN_IN_STALE',
    'This sign-in began in another window, took more than ten minutes, or has ended already; begin again',
    { status: 400 },
  )
}

/** Awaits an operation of the store, and throws UNAVAILABLE when the store does not answer. */
async function available<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    throw new PlatformError('UNAVAILABLE', 'Signing in is not possible at the moment; try again in a few seconds', {
      status: 503,
      cause,
      metadata: { retryAfter: 5 },
    })
  }
}
