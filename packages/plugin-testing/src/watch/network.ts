import { Socket as Datagrams } from 'node:dgram'
import { isIP, Socket } from 'node:net'
import type { Forgotten } from './forgotten.ts'
import { guardNames } from './names.ts'
import { pluginFrame } from './plugin-frame.ts'

/** Refuses connections to other machines, and look-ups of their names. */
export interface NetworkGuard {
  readonly found: readonly Forgotten[]
  stop(): void
}

interface Guarding {
  readonly found: Forgotten[]
  readonly hosts: readonly string[]
}

const guards = new Set<Guarding>()
const connect = Socket.prototype.connect
const send = Datagrams.prototype.send
let freeNames = () => {}

/** Starts refusing. @param hosts - machines that may be used: those that the variables name. */
export function guardNetwork(hosts: readonly string[]): NetworkGuard {
  const guarding: Guarding = { found: [], hosts }
  if (guards.size === 0) install()
  guards.add(guarding)
  return {
    found: guarding.found,
    stop() {
      guards.delete(guarding)
      if (guards.size === 0) restore()
    },
  }
}

function install(): void {
  Socket.prototype.connect = function guarded(this: Socket, ...args: unknown[]) {
    const refused = refuse(hostOf(args))
    if (!refused) return (connect as (...args: unknown[]) => Socket).apply(this, args)
    process.nextTick(() => this.destroy(refused))
    return this
  } as typeof connect
  Datagrams.prototype.send = function guarded(this: Datagrams, ...args: unknown[]) {
    const refused = refuse(args.slice(1).findLast(arg => typeof arg === 'string'))
    if (refused) throw refused
    return (send as (...args: unknown[]) => void).apply(this, args)
  } as typeof send
  // An address in numbers is looked up without asking another machine.
  freeNames = guardNames(name => (typeof name === 'string' && isIP(name) === 0 ? refuse(name, 'a look-up of') : null))
}

function restore(): void {
  Socket.prototype.connect = connect
  Datagrams.prototype.send = send
  freeNames()
}

/** Reads `connect(port, host)`, `connect({ host })` and the list that Node passes on; a path is on this machine. */
function hostOf(args: readonly unknown[]): unknown {
  const first = Array.isArray(args[0]) ? (args[0] as unknown[])[0] : args[0]
  if (typeof first === 'object' && first !== null)
    return 'path' in first && first.path ? undefined : (first as { host?: unknown }).host
  return typeof first === 'number' || /^\d+$/.test(String(first)) ? args[1] : undefined
}

function refuse(host: unknown, what = 'a connection to'): Error | null {
  if (typeof host !== 'string' || isLoopback(host) || [...guards].every(({ hosts }) => hosts.includes(host)))
    return null
  const error = Object.assign(
    new Error(
      `A test must not connect to ${host}. Start a server on 127.0.0.1 and configure the plugin with its address.`,
    ),
    { code: 'NETWORK_REFUSED' },
  )
  const place = pluginFrame(error.stack ?? '')
  const message = `${what} ${host} was refused${place === null ? '' : `\n  at   ${place}`}`
  for (const { found } of guards)
    found.push({
      code: 'NETWORK_USE',
      message,
      fix: 'start a server on 127.0.0.1 in the test, and configure the plugin with its address',
      cause: error,
    })
  return error
}

function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase()
  return (
    name === '' ||
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    name === '::1' ||
    (isIP(name) === 4 && name.startsWith('127.')) ||
    name.startsWith('::ffff:127.')
  )
}
