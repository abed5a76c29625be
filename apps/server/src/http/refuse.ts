import type { IncomingMessage, ServerResponse } from 'node:http'
import { graphContentType, graphError, isForGraph } from '../graphql/refusal.ts'

/** Why a request is refused before the application sees it. */
export interface Refusal {
  readonly status: number
  readonly code: string
  readonly message: string
  /** When to try again. Seconds. */
  readonly retryAfter?: number
  /** Whether the connection stays open for the next request. Default: no. */
  readonly staysOpen?: boolean
}

/** Refuses a request in the form that its client reads: that of GraphQL for its endpoint. */
export function refuse(
  req: IncomingMessage,
  res: ServerResponse,
  { status, code, message, retryAfter, staysOpen = false }: Refusal,
): void {
  const wait = retryAfter === undefined ? {} : { retryAfter }
  const isGraph = isForGraph(req)
  const body = isGraph
    ? graphError(message, { code, ...wait })
    : JSON.stringify({ error: { code, message, ...(retryAfter === undefined ? {} : { metadata: wait }) } })
  if (retryAfter !== undefined) res.setHeader('retry-after', retryAfter)
  res.writeHead(status, {
    'content-type': isGraph ? graphContentType(req.headers.accept) : 'application/json',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(staysOpen ? {} : { connection: 'close' }),
  })
  res.end(body)
}
