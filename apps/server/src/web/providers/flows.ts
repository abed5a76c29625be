import { createHash, randomBytes } from 'node:crypto'
import type { Kvstore } from '@platform/kvstore'
import { PlatformError } from '@platform/plugin-sdk'
import { z } from 'zod'

/** How a sign-in at a provider ends. */
export type Ending =
  /** A page in a pop-up posts the credentials to the page that opened it, if it is of this origin. */
  | { readonly display: 'popup'; readonly origin: string }
  /** The cookie is set, and the browser goes on to a path of this site. */
  | { readonly display: 'page'; readonly next: string }

/** A sign-in that is on its way. */
export interface Flow {
  readonly provider: string
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
  readonly ending: Ending
}

export interface Flows {
  begin(about: { readonly provider: string; readonly browser: string; readonly ending: Ending }): Promise<Flow>
  /** Takes up a flow; nobody can again. @throws PlatformError SIGN_IN_STALE, UNAVAILABLE */
  take(about: {
    readonly provider: string
    readonly browser: string | null
    readonly state: string | null
  }): Promise<Flow>
}

/** How long somebody has at the provider. Milliseconds. */
export const FLOW_LIFETIME = 10 * 60_000

const kept = z.object({
  provider: z.string(),
  browser: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  ending: z.discriminatedUnion('display', [
    z.object({ display: z.literal('popup'), origin: z.string() }),
    z.object({ display: z.literal('page'), next: z.string() }),
  ]),
})

/** 256 bits that fit into an address, a cookie and a code verifier. */
export const secret = (): string => randomBytes(32).toString('base64url')

/** Kept in the key-value store, so that a flow may end on another instance than it began on, and ends once. */
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
      if (state === null || browser === null) throw stale()
      const text = await available(() => kvstore.get(keyOf(state)))
      const flow = text === null ? null : kept.parse(JSON.parse(text))
      if (!flow || flow.provider !== provider || flow.browser !== digest(browser)) throw stale()
      if ((await available(() => kvstore.delete(keyOf(state)))) === 0) throw stale()
      return { state, provider, nonce: flow.nonce, codeVerifier: flow.codeVerifier, ending: flow.ending }
    },
  }
}

/** Who reads the store must not be able to finish what others began. */
function keyOf(state: string): string {
  return `sign-in:${digest(state)}`
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

function stale(): PlatformError {
  return new PlatformError(
    'SIGN_IN_STALE',
    'This sign-in began in another window, took more than ten minutes, or is over already; begin again',
    { status: 400 },
  )
}

async function available<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    throw new PlatformError('UNAVAILABLE', 'Nobody can sign in at the moment; try again in a little while', {
      status: 503,
      cause,
      metadata: { retryAfter: 5 },
    })
  }
}
