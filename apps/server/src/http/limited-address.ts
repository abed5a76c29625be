import type { IncomingMessage } from 'node:http'
import type { Services } from '@platform/plugin-sdk'
import { LRUCache } from 'lru-cache'
import { isPublicAddress } from '../outbound/address.ts'
import { addressReader, trustOf } from './client-address.ts'

/** Tells to which address the limits by address apply. */
export interface LimitedAddress {
  /** That of a new connection; `null` when its requests will name their clients. */
  ofConnection(peer: string | undefined): string | null
  /** That of a request's client; `null` when no limit by address applies to it. */
  ofRequest(req: IncomingMessage): string | null
  /** Whether this peer is a trusted proxy, which sends requests of several clients. */
  isTrusted(peer: string | undefined): boolean
}

/** For how long a peer counts as a proxy that is not configured, and how often the log says so. Milliseconds. */
const HOUR = 60 * 60_000

/** Whether an address may be that of the operator's own proxy: it belongs to this machine or to a private network. */
export function mayBeProxy(peer: string): boolean {
  return !isPublicAddress(peer)
}

/** Whether a peer is trusted. Each peer is looked up once, because every request asks for its own. */
function rememberingTrust(trusts: ReturnType<typeof trustOf>): (peer: string | undefined) => boolean {
  const known = new LRUCache<string, boolean>({ max: 10_000 })
  return peer => {
    if (peer === undefined) return false
    const remembered = known.get(peer)
    if (remembered !== undefined) return remembered
    const answer = trusts(peer, 0)
    known.set(peer, answer)
    return answer
  }
}

/**
 * A proxy that `PLATFORM_TRUST_PROXY` does not name sends the requests of all readers from one address, and limits by
 * address would shut out all of them. So no such limit applies to a private address that sends `X-Forwarded-For`.
 */
export function createLimitedAddress({
  config,
  log,
  clock,
}: Pick<Services, 'config' | 'log' | 'clock'>): LimitedAddress {
  const addressOf = addressReader(config)
  const isTrusted = rememberingTrust(trustOf(config.trustProxy))
  const seen = new LRUCache<string, number>({ max: 1_000 })
  let warned = Number.NEGATIVE_INFINITY

  const remember = (peer: string) => {
    const now = clock.now().getTime()
    seen.set(peer, now)
    if (now - warned < HOUR) return
    warned = now
    log.warn(
      { peer },
      `${peer} sends X-Forwarded-For, and PLATFORM_TRUST_PROXY does not name it: all readers behind it count as one ` +
        `address, and the limits of connections by address do not apply to it. If it is your proxy, set PLATFORM_TRUST_PROXY=${peer}`,
    )
  }
  const isForwarder = (peer: string) => {
    if (seen.size === 0) return false
    const last = seen.get(peer)
    return last !== undefined && clock.now().getTime() - last < HOUR
  }

  return {
    isTrusted,
    ofConnection: peer => (peer === undefined || isTrusted(peer) || isForwarder(peer) ? null : peer),
    ofRequest(req) {
      const peer = req.socket.remoteAddress
      if (peer === undefined) return null
      if (isTrusted(peer)) return addressOf(req) || null
      if (req.headers['x-forwarded-for'] !== undefined && mayBeProxy(peer)) remember(peer)
      return isForwarder(peer) ? null : peer
    },
  }
}
