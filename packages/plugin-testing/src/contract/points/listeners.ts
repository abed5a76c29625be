import type { Finding } from '../finding.ts'

const EVENTS = ['exit', 'beforeExit', 'SIGINT', 'SIGTERM', 'SIGHUP', 'uncaughtException', 'unhandledRejection', 'warning', 'message'] as const

/** How many listeners the process has, by event. */
export type Listening = Readonly<Record<string, number>>

export function listening(): Listening {
  return Object.fromEntries(EVENTS.map(event => [event, process.listenerCount(event)]))
}

/** Listeners that were added and not taken off. */
export function checkListeners(before: Listening): Finding[] {
  return EVENTS.filter(event => process.listenerCount(event) > before[event]!).map(event => ({
    point: 'shutdown', message: `a listener of the process for ${event} stays when the platform has stopped`, fix: `take it off: init: ({ defer }) => { process.on('${event}', listener); defer(() => process.off('${event}', listener)) }`,
  }))
}
