import type { IncomingHttpHeaders } from 'node:http'
import type { ContextRequest } from '@platform/plugin-sdk'
import type { ContextInit } from '../../contract/context.ts'
import { withoutToken } from '../../request/access-token.ts'

/** Headers that sign a caller in. They can be read by name; a log or a copy of the headers does not have them. */
const CREDENTIALS = ['authorization', 'cookie']

/** The HTTP request from which a context was made, as plugins see it. */
export class CallerRequest implements ContextRequest {
  readonly id: string
  readonly address: string
  readonly method: string
  readonly url: string
  readonly headers: Readonly<IncomingHttpHeaders>
  // Both work when they are taken off the request, as in `({ request: { get } }) => ...`.
  readonly get: ContextRequest['get'] = name => {
    const key = name.toLowerCase()
    const value = this.headers[key] ?? (key === 'referrer' ? this.headers.referer : undefined)
    return Array.isArray(value) ? value.join(', ') : value
  }
  readonly header: ContextRequest['header'] = name => this.get(name)

  constructor(
    request: NonNullable<ContextInit['request']>,
    { id, address }: { readonly id: string; readonly address: string },
  ) {
    this.id = id
    this.address = address
    this.method = request.method
    this.url = withoutToken(request.originalUrl)
    this.headers = { ...request.headers }
    for (const name of CREDENTIALS)
      if (name in request.headers) Object.defineProperty(this.headers, name, { enumerable: false })
  }

  get ip(): string {
    return this.address
  }
  get originalUrl(): string {
    return this.url
  }
  get userAgent(): string | null {
    return this.headers['user-agent'] ?? null
  }
}
