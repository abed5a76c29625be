import { AlreadyExistsError, type Connectors, type LifecycleApi, type ScheduledJob } from '@platform/plugin-sdk'
import type { Config } from '../config.ts'
import { tally } from '../tally.ts'
import { reports } from './models.ts'

/** `init`: runs when the platform starts. Use it to open resources, and register with `defer` how each is closed. */
export function init({ config, log, defer }: LifecycleApi<Config>): void {
  const timer = setInterval(() => log.info({ ...tally }, 'the tally so far'), config.reportEvery)
  defer(() => clearInterval(timer))
}

/** `ready`: runs when every plugin has started. Use it for work that needs the other plugins. */
export function ready({ log, config }: LifecycleApi<Config>): void {
  log.info({ maxStars: config.maxStars }, 'readers can star comments')
}

/**
 * `shutdown`: runs when the platform stops. Use it to finish work that must not be lost; close resources by `defer`.
 */
export function shutdown({ log }: LifecycleApi<Config>): void {
  log.info({ ...tally }, 'the tally at the end')
}

/** `jobs`: work at fixed times, which one of all servers does, or work that continues after its request is answered. */
const report: ScheduledJob = {
  schedule: '0 7 * * MON',
  async run({ scheduledAt: week }, { log, services }) {
    log.info({ week: week.toISOString(), ...tally }, 'the tally of this server, each week')
    try {
      await reports.in(services).insert({ id: week.toISOString(), week, ...tally })
    } catch (error) {
      if (!(error instanceof AlreadyExistsError)) throw error
    }
  },
}

export const jobs = { 'platform-plugin-example.report': report }

interface Graph {
  readonly subscriptions: { getBroker(): { on(event: string, listener: (payload: unknown) => void): unknown } }
}

/**
 * `connect`: called once before the server listens, and not by commands. Use it to follow events of this server. Each
 * event reaches only the server on which it happens, so work in a listener is done once.
 */
export function connect(connectors: Connectors): void {
  const { subscriptions } = connectors['graph'] as Graph
  subscriptions.getBroker().on('commentAdded', () => {
    tally.comments++
  })
}

/** `connectors`: parts for code without a request, which reads them by name: `connectors.example.tally`. */
export const connectors = { example: { tally } }
