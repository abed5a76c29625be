import type { Logger } from '../context.ts'

/**
 * What `init`, `ready` and `shutdown` get. There is no request, hence no user, loader or mutator.
 *
 * @example
 * const init = ({ config, log, defer }: LifecycleApi<{ every: number }>) => {
 *   const timer = setInterval(() => log.info('still here'), config.every)
 *   defer(() => clearInterval(timer))
 * }
 */
export interface LifecycleApi<Config = unknown> {
  /** What the plugin's `config` schema made of the operator's settings. */
  readonly config: Config
  readonly log: Logger
  /** Aborted at shutdown. */
  readonly signal: AbortSignal
  /** Registers an undo step; they run in reverse order at shutdown and when `init` fails. */
  defer(undo: () => void | Promise<void>): void
}

/**
 * One hook of a plugin's life.
 *
 * @example
 * const ready: LifecycleHook = ({ log }) => log.info('ready')
 */
export type LifecycleHook<Config = unknown> = (api: LifecycleApi<Config>) => void | Promise<void>
