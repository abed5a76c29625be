import type { Can, Passwords, Tokens } from '@platform/auth'
import type { Config } from '@platform/config'
import type { Docstore } from '@platform/docstore'
import type { Kvstore } from '@platform/kvstore'
import type { StreamBuild } from '@platform/stream'
import type { Clock } from '../runtime/clock.ts'
import type { Log } from '../runtime/log.ts'
import type { Composed } from './composed.ts'

export type { Services } from '@platform/plugin-sdk'

declare module '@platform/plugin-sdk' {
  /** The services that exist before anything is composed. No plugin can replace them. */
  interface Services {
    readonly config: Config
    readonly log: Log
    readonly docstore: Docstore
    readonly kvstore: Kvstore
    readonly clock: Clock
    readonly tokens: Tokens
    /** Hashes and checks passwords. */
    readonly passwordHashes: Passwords
    /** Whether a user has permissions at this moment. */
    readonly permits: Can
    /** What browsers load, and what draws the same on the server, with the client parts of the listed plugins. */
    readonly streamBuild: StreamBuild
    /** The id of this process among those that share the stores. */
    readonly serverId: string
    /** The composition. Read it inside of functions, because it is not complete while services are made. */
    readonly composition: Composed
  }
}
