import type { Tokens } from '@platform/auth'
import type { Config } from '@platform/config'
import type { Docstore } from '@platform/docstore'
import type { Kvstore } from '@platform/kvstore'
import type { LoadedPlugin } from '@platform/plugin-host'
import type Koa from 'koa'
import type { Composition, Disabled } from '../composition/composition.ts'
import type { Foundations } from '../composition/services/services.ts'
import type { Services } from '../contract/services.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Log } from '../runtime/log.ts'

/** With it come the types of all services of the core. */
export type { core } from './core.ts'

/** The parts a platform is assembled from. */
export interface PlatformParts {
  readonly config: Config
  readonly log: Log
  readonly docstore: Docstore
  readonly kvstore: Kvstore
  readonly tokens: Tokens
  readonly plugins: readonly LoadedPlugin[]
  /** What the server ships with. Default: all of it. */
  readonly core?: readonly LoadedPlugin[]
  readonly clock?: Clock
  /** Whether it is to serve: then plugins' `app` and `connect` hooks are called too, and it has started once they are done. */
  readonly serves?: boolean
  /** Plugins that could not be loaded, and may be left out. */
  readonly leftOut?: readonly Disabled[]
}

/** One running platform, without a port: everything behind HTTP and the live endpoint. For commands and tests. */
export interface Platform extends Foundations, Pick<Services, 'setupToken'> {
  readonly services: Services
  readonly composition: Composition
  /** Plugins that are not composed, and why. */
  readonly leftOut: readonly Disabled[]
  /** What answers over HTTP. */
  readonly app: Koa
  /** Whether requests may come: false before everything is up, and once it is being stopped. */
  readonly ready: boolean
  /** Takes the platform out of service; `close` ends it. */
  drain(): void
  close(): Promise<void>
}
