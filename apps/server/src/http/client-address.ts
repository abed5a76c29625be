import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { Config } from '@platform/config'
import type { Middleware } from 'koa'
import proxyAddr from 'proxy-addr'

/** Headers by which a proxy describes the client in front of it. */
const FORWARDED = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
  'x-real-ip',
]

/**
 * Finds the address of a client: the nearest address on the request's way that is not a trusted proxy. `X-Forwarded-*`
 * headers of any other sender are deleted, so that no later code can trust them.
 */
export function clientAddress(config: Pick<Config, 'trustProxy'>): Middleware {
  const addressOf = addressReader(config)
  return async (ctx, next) => {
    ctx.request.ip = addressOf(ctx.req)
    await next()
  }
}

/** Finds the address of a client for a request that no middleware sees. */
export function addressReader({ trustProxy }: Pick<Config, 'trustProxy'>): (req: IncomingMessage) => string {
  const trusts = trustOf(trustProxy)
  return req => {
    if (!trusts(req.socket.remoteAddress ?? '', 0)) for (const name of FORWARDED) delete req.headers[name]
    const way = proxyAddr.all(req, (address, hop) => trusts(withoutPort(address), hop))
    return way.map(withoutPort).findLast(address => isIP(address) !== 0) ?? ''
  }
}

/** Some proxies add the port of the client: `203.0.113.9:51234`, or `[2001:db8::9]:51234`. */
const WITH_PORT = /^(?:\[([0-9a-f:.]+)\]|([0-9.]+))(?::\d+)?$/i

function withoutPort(address: string): string {
  const [, inBrackets, plain] = WITH_PORT.exec(address) ?? []
  return inBrackets ?? plain ?? address
}

export function trustOf(trustProxy: Config['trustProxy']): (address: string, hop: number) => boolean {
  if (typeof trustProxy === 'boolean') return () => trustProxy
  if (typeof trustProxy === 'number') return (_address, hop) => hop < trustProxy
  return proxyAddr.compile([...trustProxy])
}
