import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { Config } from '@platform/config'
import type { Middleware } from 'koa'
import proxyAddr from 'proxy-addr'

/** What a proxy says about the client in front of it. */
const FORWARDED = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
  'x-real-ip',
]

/**
 * Finds out a client's address: of those a request names on its way, the nearest that is no trusted proxy's. What
 * anybody else claims by `X-Forwarded-*` is dropped, so that nothing behind this can believe it.
 */
export function clientAddress(config: Pick<Config, 'trustProxy'>): Middleware {
  const addressOf = addressReader(config)
  return async (ctx, next) => {
    ctx.request.ip = addressOf(ctx.req)
    await next()
  }
}

/** The same for a request that no middleware sees. */
export function addressReader({ trustProxy }: Pick<Config, 'trustProxy'>): (req: IncomingMessage) => string {
  const trusts = trustOf(trustProxy)
  return req => {
    if (!trusts(req.socket.remoteAddress ?? '', 0)) for (const name of FORWARDED) delete req.headers[name]
    return proxyAddr.all(req, trusts).findLast(address => isIP(address) !== 0) ?? ''
  }
}

function trustOf(trustProxy: Config['trustProxy']): (address: string, hop: number) => boolean {
  if (typeof trustProxy === 'boolean') return () => trustProxy
  if (typeof trustProxy === 'number') return (_address, hop) => hop < trustProxy
  return proxyAddr.compile([...trustProxy])
}
