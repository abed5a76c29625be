import type { Argon2Cost, Tokens } from '@platform/auth'
import type { Config } from '@platform/config'
import type { Docstore } from '@platform/docstore'
import type { Kvstore } from '@platform/kvstore'
import type { Disabled, LoadedPlugin } from '@platform/plugin-host'
import type { StreamBuild } from '@platform/stream'
import type Koa from 'koa'
import type { Composition } from '../composition/composition.ts'
import type { Foundations } from '../composition/services/services.ts'
import type { Services } from '../contract/services.ts'
import type { Deadlines } from '../http/deadlines.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Log } from '../runtime/log.ts'

/** The declarations of this module bring the types of all services of the core. */
export type { core } from './core.ts'

/** The parts that a platform is made of. */
export interface PlatformParts {
  readonly config: Config
  readonly log: Log
  readonly docstore: Docstore
  readonly kvstore: Kvstore
  readonly tokens: Tokens
  readonly plugins: readonly LoadedPlugin[]
  /** What browsers load, with the client parts that the list names. */
  readonly streamBuild: StreamBuild
  /** The core features. Default: all of them. */
  readonly core?: readonly LoadedPlugin[]
  readonly clock?: Clock
  /** Deadlines that differ from those of every server, for tests. */
  readonly deadlines?: Partial<Deadlines>
  /** What it costs to hash a password, for tests. Default: what OWASP recommends. */
  readonly passwordCost?: Argon2Cost | undefined
  /**
   * Whether the platform answers requests. Then the plugins' `app` and `connect` hooks are called too, jobs are done,
   * and the platform has started once these hooks are done.
   */
  readonly serves?: boolean
  /** Plugins that are disabled because they could not be loaded. */
  readonly disabled?: readonly Disabled[]
}

/** A running platform without a port. Commands and tests use it; `listen` puts it on a port. */
export interface Platform extends Foundations {
  readonly services: Services
  readonly composition: Composition
  readonly deadlines: Deadlines
  /** Plugins that are not composed, and why. */
  readonly disabled: readonly Disabled[]
  /** The application that answers over HTTP. */
  readonly app: Koa
  /** False before everything has started, and while the platform stops. */
  readonly isRunning: boolean
  /** Whether requests are to be sent here: it runs, and has a connection to the key-value store. */
  readonly ready: boolean
  /** Makes `ready` false, so that no further requests come; `close` ends the platform. */
  drain(): void
  close(): Promise<void>
}
