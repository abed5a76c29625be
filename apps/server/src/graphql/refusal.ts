import type { IncomingMessage } from 'node:http'
import { GRAPH_PATH, mediaType } from './serve-shared.ts'

/** Whether a request is for the GraphQL endpoint, below whatever mount path. */
export function isForGraph({ url = '' }: Pick<IncomingMessage, 'url'>): boolean {
  return url.split('?', 1)[0]?.endsWith(GRAPH_PATH) === true
}

/** The `Content-Type` of an answer of the GraphQL endpoint to a request with this `Accept`. */
export function graphContentType(accept: string | undefined): string {
  return `${mediaType(accept)}; charset=utf-8`
}

/** The body of an answer of GraphQL that has nothing but one error. */
export function graphError(message: string, extensions: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ errors: [{ message, extensions }] })
}
