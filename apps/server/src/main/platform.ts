import type { Can, Tokens } from '@platform/auth'
import type { Config } from '@platform/config'
import type { Docstore } from '@platform/docstore'
import type { Kvstore } from '@platform/kvstore'
import type Koa from 'koa'
import type { Composition, Disabled } from '../composition/composition.ts'
import type { LoadedPlugin } from '../contract/loaded-plugin.ts'
import type { SetupToken } from '../features/setup/token.ts'
import type { Budget } from '../graphql/budget.ts'
import type { SharedAnswers } from '../graphql/shared-answers.ts'
import type { Authentication } from '../http/authentication.ts'
import type { Events } from '../pubsub/events.ts'
import type { Revisions } from '../pubsub/revisions.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Log } from '../runtime/log.ts'
import type { Translations } from '../runtime/translations.ts'
import type { Services } from './services.ts'

/** The parts a platform is assembled from. */
export interface PlatformParts {
  readonly config: Config
  readonly log: Log
  readonly docstore: Docstore
  readonly kvstore: Kvstore
  readonly tokens: Tokens
  readonly plugins: readonly LoadedPlugin[]
  readonly clock?: Clock
  /** Whether it is to serve: then plugins' `app` and `connect` hooks are called too, and it has started once they are done. */
  readonly serves?: boolean
  /** Plugins that could not be loaded, and may be left out. */
  readonly leftOut?: readonly Disabled[]
}

/** One running platform, without a port: everything behind HTTP and the live endpoint. */
export interface Platform extends Omit<Required<PlatformParts>, 'plugins' | 'serves'> {
  readonly instance: string
  readonly services: Services
  readonly events: Events
  readonly revisions: Revisions
  /** Whether a user holds permissions, at this moment. */
  readonly permits: Can
  readonly authentication: Authentication
  readonly sharedAnswers: SharedAnswers
  readonly budget: Budget
  readonly setupToken: SetupToken
  readonly translations: Translations
  readonly composition: Composition
  /** What answers over HTTP. */
  readonly app: Koa
  /** Whether requests may come: false before everything is up, and once it is being stopped. */
  readonly ready: boolean
  /** Takes the platform out of service; `close` ends it. */
  drain(): void
  close(): Promise<void>
}
