import { parseBoundedJson } from '@platform/config'
import type { Headers, RequestInit, Response } from 'undici'
import { causesOf } from '../runtime/causes.ts'
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
   * Whether the operator configured the address. A trusted address may be private, and so may redirects to its own
   * origin. Redirects to another origin may not. Default `false`.
   */
  readonly trusted?: boolean
  /** The most redirects that are followed. Default 3. */
  readonly redirects?: number
  /** The milliseconds until the last byte of the answer, redirects included. Default 10,000. */
  readonly timeout?: number
  /** The most bytes of the unpacked answer. Default 2 MiB. */
  readonly maxBytes?: number
  /** The media types that a successful answer may have, such as `text/html`. Default: all. */
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
  /** Parses the answer. @throws SyntaxError for an answer that is no JSON. */
  json(): unknown
}

/** The HTTP client of the platform. All requests to other servers go through it. */
export interface Outbound {
  /**
   * Fetches an address of the public internet, or of a private server that the operator allows. Time, size and the
   * number of redirects are limited.
   *
   * @throws OutboundError
   * @example
   * const { status, text } = await outbound.fetch('https://example.org/article', { accept: ['text/html'] })
   */
  fetch(url: string | URL, request?: OutboundRequest): Promise<OutboundAnswer>
  close(): Promise<void>
}

/** Statuses below 500 with which a server says that it may answer better later. */
const LATER = new Set([408, 425, 429])

/** Whether another request may have a better answer than one with this status. */
export const mayAnswerLater = (status: number): boolean => status >= 500 || LATER.has(status)

export interface OutboundOptions {
  /** The private servers that the operator allows, as `host` or `host:port`. */
  readonly allowed?: readonly string[]
  /** Replaces the look-up of host names, for tests. */
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
      const timedOut = AbortSignal.timeout(timeout)
      const signal = AbortSignal.any([timedOut, ...(request.signal ? [request.signal] : [])])
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
        throw outboundError(error, { timedOut, timeout })
      }
    },
    async close() {
      await (await connections)?.close()
    },
  }
}

interface FirstRequest {
  readonly destination: Destination
  readonly request: OutboundRequest
  readonly signal: AbortSignal
}

interface Network {
  readonly allowed: ReadonlySet<string>
  readonly connections: Connections
}

/** Sends a request and follows its redirects. The target of each redirect is checked like the first address. */
async function follow(
  { destination: first, request, signal }: FirstRequest,
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
    const isSameOrigin = next instanceof URL && next.origin === origin
    destination = destinationOf(next, { allowed, trusted: destination.trusted && isSameOrigin })
    if (!isSameOrigin) headers = withoutCredentials(headers)
    if (response.status < 307) {
      method = 'GET'
      body = undefined
    }
  }
}

/** Reads an answer. Its bytes are counted as they arrive, because its Content-Length may be wrong. */
async function read(
  response: Response,
  { maxBytes, accept }: { maxBytes: number; accept: readonly string[] | undefined },
): Promise<Uint8Array> {
  const type = response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
  const cancelAndThrow = async (error: OutboundError) => {
    await response.body?.cancel()
    throw error
  }
  if (accept && response.ok && !accept.includes(type))
    await cancelAndThrow(refused(`it is ${type || 'of no type'}, not ${accept.join(' or ')}`))
  if (Number(response.headers.get('content-length') ?? 0) > maxBytes) await cancelAndThrow(tooLarge(maxBytes))
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

/** The error for the caller: its own error if there is one among the causes, else a timeout or a failure. */
function outboundError(error: unknown, { timedOut, timeout }: { timedOut: AbortSignal; timeout: number }): Error {
  const causes = causesOf(error).filter(cause => cause instanceof Error)
  const own = causes.find(cause => cause instanceof OutboundError)
  if (own) return own
  const slow =
    timedOut.aborted ||
    causes.some(cause => /^UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT$/.test(String((cause as { code?: unknown }).code)))
  if (slow) return new OutboundError('OUTBOUND_TIMEOUT', `it took longer than ${timeout / 1_000} s`, { cause: error })
  return new OutboundError('OUTBOUND_FAILED', causes.at(-1)?.message ?? String(error), { cause: error })
}

const CREDENTIALS = /^(authorization|cookie|proxy-authorization)$/i

/** Headers for another server, which must not get the credentials that are meant for the first one. */
function withoutCredentials(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !CREDENTIALS.test(name)))
}
