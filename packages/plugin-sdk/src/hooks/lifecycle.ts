import type { Logger } from '../context.ts'
import type { ReadPluginHooks } from './plugin-hooks.ts'

/**
 * The argument of `init`, `ready` and `shutdown`. There is no request then, so it has no user, loaders or mutators.
 *
 * @example
 * const init = ({ config, log, defer }: LifecycleApi<{ every: number }>) => {
 *   const timer = setInterval(() => log.info('still here'), config.every)
 *   defer(() => clearInterval(timer))
 * }
 */
export interface LifecycleApi<Config = unknown> {
  /** The operator's settings after the plugin's `config` schema has parsed them. */
  readonly config: Config
  readonly log: Logger
  /** Reads a hook that this plugin defines, as `pluginHooks` of a context does. */
  readonly pluginHooks: ReadPluginHooks
  /** Aborted at shutdown. */
  readonly signal: AbortSignal
  /**
   * Registers a function that undoes a step. These functions run in reverse order at shutdown, and when `init` fails.
   */
  defer(undo: () => void | Promise<void>): void
}

/**
 * The type of the hooks `init`, `ready` and `shutdown`.
 *
 * @example
 * const ready: LifecycleHook = ({ log }) => log.info('ready')
 */
export type LifecycleHook<Config = unknown> = (api: LifecycleApi<Config>) => void | Promise<void>
