import { type LookupAddress, type LookupOptions, lookup as systemLookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import type { Agent, fetch } from 'undici'
import { isPublicAddress } from './address.ts'
import { refused } from './destination.ts'

/** Finds the addresses of a name; the system's own by default. */
export type Resolve = (
  hostname: string,
  options: LookupOptions & { readonly all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** How long a connection may take to open, in milliseconds. */
const CONNECT = 5_000
/** The most bytes of an answer's headers. */
const LARGEST_HEADERS = 16_384

/** `anywhere` is for addresses from the configuration, and `publicOnly` for addresses from users. */
export interface Connections {
  readonly fetch: typeof fetch
  readonly anywhere: Agent
  readonly publicOnly: Agent
  close(): Promise<void>
}

/** Loads the HTTP client. It is loaded with the first request, because most commands make none. */
export async function createConnections(resolve: Resolve = systemLookup): Promise<Connections> {
  const { Agent, fetch } = await import('undici')
  const agent = (lookup: LookupFunction) =>
    new Agent({
      connect: { lookup, timeout: CONNECT },
      maxHeaderSize: LARGEST_HEADERS,
      headersTimeout: CONNECT * 2,
      bodyTimeout: CONNECT * 2,
      connections: 16,
      keepAliveTimeout: 1_000,
    })
  const anywhere = agent((hostname, options, done) =>
    resolve(hostname, { ...options, all: true }, (error, addresses) => answer(error, addresses, options, done)),
  )
  const publicOnly = agent((hostname, options, done) =>
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      // The connection uses the addresses that are checked here; a second lookup could give others.
      if (!error && !addresses.every(({ address }) => isPublicAddress(address)))
        return answer(refused(`${hostname} is inside a private network`), [], options, done)
      answer(error, addresses, options, done)
    }),
  )
  return {
    fetch,
    anywhere,
    publicOnly,
    async close() {
      await Promise.all([anywhere.destroy(), publicOnly.destroy()])
    },
  }
}

/** Calls back with all addresses or the first one, as the options ask. After an error there are no `addresses`. */
function answer(
  error: Error | null,
  addresses: LookupAddress[] | undefined,
  { all }: LookupOptions,
  done: Parameters<LookupFunction>[2],
): void {
  const [first] = addresses ?? []
  if (error || !addresses || !first) done(error ?? new Error('the name has no address'), all ? [] : '')
  else if (all) done(null, addresses)
  else done(null, first.address, first.family)
}
