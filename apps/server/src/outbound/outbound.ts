import { parseBoundedJson } from '@platform/config'
import type { Headers, RequestInit, Response } from 'undici'
import { type Connections, createConnections, type Resolve } from './connect.ts'
import { type Destination, destinationOf, refused } from './destination.ts'
import { OutboundError } from './error.ts'

declare module '@platform/plugin-sdk' {
  interface Services {
    readonly outbound: Outbound
  }
}

const TIMEOUT = 10_000
const LARGEST = 2 * 1024 * 1024
const REDIRECTS = 3
const REDIRECTING = new Set([301, 302, 303, 307, 308])

export interface OutboundRequest {
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | URLSearchParams
  /**
   * Whether the operator configured the address, which may then be private. So may redirects to the same origin, but
   * not to another one. Default `false`.
   */
  readonly trusted?: boolean
  /** How often a redirect is followed. Default 3. */
  readonly redirects?: number
  /** The time until the last byte of the answer, with redirects, in milliseconds. Default 10 s. */
  readonly timeout?: number
  /** The most bytes of the unpacked answer. Default 2 MiB. */
  readonly maxBytes?: number
  /** The accepted types of content, such as `text/html`. Default: all. */
  readonly accept?: readonly string[]
  readonly signal?: AbortSignal
}

export interface OutboundAnswer {
  /** The address of the answer, after redirects. */
  readonly url: string
  readonly status: number
  readonly headers: Headers
  readonly bytes: Uint8Array
  /** The answer as text, in UTF-8. */
  text(): string
  /** @throws SyntaxError for an answer that is no JSON. */
  json(): unknown
}

/** The only way from the platform to other servers over HTTP. */
export interface Outbound {
  /**
   * Fetches from the public internet and from the private servers that the operator allows, within limits of time, size
   * and redirects.
   *
   * @throws OutboundError
   * @example
   * const { status, text } = await outbound.fetch('https://example.org/article', { accept: ['text/html'] })
   */
  fetch(url: string | URL, request?: OutboundRequest): Promise<OutboundAnswer>
  close(): Promise<void>
}

export interface OutboundOptions {
  /** The private servers that may be fetched from, as `host` or `host:port`. */
  readonly allowed?: readonly string[]
  readonly resolve?: Resolve
}

/** Makes the client of the whole platform. Close it when the platform ends. */
export function createOutbound({ allowed = [], resolve }: OutboundOptions = {}): Outbound {
  const known = new Set(allowed)
  let connections: Promise<Connections> | undefined
  const connect = () => {
    connections ??= createConnections(resolve)
    return connections
  }
  return {
    async fetch(address, request = {}) {
      const { trusted = false, timeout = TIMEOUT, maxBytes = LARGEST, accept } = request
      const destination = destinationOf(address, { allowed: known, trusted })
      const late = AbortSignal.timeout(timeout)
      const signal = AbortSignal.any([late, ...(request.signal ? [request.signal] : [])])
      try {
        const { response, url } = await follow(
          { destination, request, signal },
          { allowed: known, connections: await connect() },
        )
        const bytes = await read(response, { maxBytes, accept })
        const text = () => new TextDecoder().decode(bytes)
        return {
          url: url.href,
          status: response.status,
          headers: response.headers,
          bytes,
          text,
          json: () => parseBoundedJson(text()),
        }
      } catch (error) {
        throw explain(error, { late, timeout })
      }
    },
    async close() {
      await (await connections)?.close()
    },
  }
}

interface First {
  readonly destination: Destination
  readonly request: OutboundRequest
  readonly signal: AbortSignal
}

interface Network {
  readonly allowed: ReadonlySet<string>
  readonly connections: Connections
}

/** Sends a request and follows its redirects; each target is checked like the first address. */
async function follow(
  { destination: first, request, signal }: First,
  { allowed, connections: { fetch, anywhere, publicOnly } }: Network,
): Promise<{ response: Response; url: URL }> {
  let destination = first
  let { method = 'GET', body, headers = {} } = request
  for (let left = request.redirects ?? REDIRECTS; ; left--) {
    const init: RequestInit = {
      method,
      headers,
      redirect: 'manual',
      signal,
      dispatcher: destination.trusted ? anywhere : publicOnly,
      ...(body === undefined ? {} : { body }),
    }
    const response = await fetch(destination.url, init)
    const location = response.headers.get('location')
    if (!REDIRECTING.has(response.status) || location === null) return { response, url: destination.url }
    await response.body?.cancel()
    if (left <= 0) throw refused('it redirects too often')
    const { origin } = destination.url
    const next = URL.canParse(location, destination.url) ? new URL(location, destination.url) : location
    const stays = next instanceof URL && next.origin === origin
    destination = destinationOf(next, { allowed, trusted: destination.trusted && stays })
    if (!stays) headers = withoutCredentials(headers)
    if (response.status < 307) {
      method = 'GET'
      body = undefined
    }
  }
}

/** Reads an answer and counts its bytes as they arrive, because the announced length may be wrong. */
async function read(
  response: Response,
  { maxBytes, accept }: { maxBytes: number; accept: readonly string[] | undefined },
): Promise<Uint8Array> {
  const type = response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
  const stop = async (error: OutboundError) => {
    await response.body?.cancel()
    throw error
  }
  if (accept && !accept.includes(type)) await stop(refused(`it is ${type || 'of no type'}, not ${accept.join(' or ')}`))
  if (Number(response.headers.get('content-length') ?? 0) > maxBytes) await stop(tooLarge(maxBytes))
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.byteLength
    if (size > maxBytes) throw tooLarge(maxBytes)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

function tooLarge(maxBytes: number): OutboundError {
  return new OutboundError('OUTBOUND_TOO_LARGE', `the answer is larger than ${maxBytes} bytes`)
}

function explain(error: unknown, { late, timeout }: { late: AbortSignal; timeout: number }): Error {
  const causes: Error[] = []
  for (let cause = error; cause instanceof Error && causes.length < 5; cause = cause.cause) causes.push(cause)
  const own = causes.find(cause => cause instanceof OutboundError)
  if (own) return own
  const slow =
    late.aborted ||
    causes.some(cause => /^UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT$/.test(String((cause as { code?: unknown }).code)))
  if (slow) return new OutboundError('OUTBOUND_TIMEOUT', `it took longer than ${timeout / 1_000} s`, { cause: error })
  return new OutboundError('OUTBOUND_FAILED', causes.at(-1)?.message ?? String(error), { cause: error })
}

const CREDENTIALS = /^(authorization|cookie|proxy-authorization)$/i

/** A redirect to another server gets no credentials, because they are meant for the first server only. */
function withoutCredentials(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !CREDENTIALS.test(name)))
}
