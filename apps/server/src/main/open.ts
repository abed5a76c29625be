import type { Config } from '@platform/config'
import type { LoadedPlugin } from '@platform/plugin-host'
import { loadStreamBuild, type StreamBuild, withParts } from '@platform/stream'
import { releaseAbandonedJobs } from '../jobs/leases.ts'
import { type Clock, systemClock } from '../runtime/clock.ts'
import type { Log } from '../runtime/log.ts'
import { createPlatform } from './create-platform.ts'
import { tokensOf } from './keys.ts'
import type { Platform, PlatformParts } from './platform.ts'
import { openStores } from './stores.ts'
import { firstTabWarning, streamNotes } from './stream-notes.ts'

/** What a platform with its stores is made of. */
export interface OpenOptions {
  readonly config: Config
  readonly log: Log
  readonly plugins: readonly LoadedPlugin[]
  /** What browsers load. Default: the build of the release, without the client part of any plugin. */
  readonly streamBuild?: StreamBuild
  /** The core features. Default: all of them. */
  readonly core?: readonly LoadedPlugin[]
  readonly clock?: Clock
  readonly disabled?: PlatformParts['disabled']
  /** Whether the platform answers requests. Default: no. */
  readonly serves?: boolean
  readonly deadlines?: PlatformParts['deadlines']
  readonly passwordCost?: PlatformParts['passwordCost']
  /** The clock by which `memory:` measures expiry, in milliseconds. Default: that of the process. */
  readonly monotonic?: () => number
  /** Called when a store can't be reached any more and the process should end. */
  readonly onFatal?: (error: Error) => void
}

/** A platform with its stores; closing it closes them too. */
export interface OpenPlatform {
  /** The platform of now. */
  readonly platform: Platform
  /**
   * Makes another platform with these plugins, and this build, on the same stores, and gives it out as `platform`. The
   * former one runs on until `retire` closes it.
   *
   * @throws CompositionError naming every problem of the plugins; then `platform` stays.
   */
  renew(
    plugins: readonly LoadedPlugin[],
    other?: Pick<OpenOptions, 'disabled' | 'streamBuild'>,
  ): Promise<{ retire(): Promise<void> }>
  /** Notes for the operator. */
  readonly notes: readonly string[]
  close(): Promise<void>
}

/** Opens the stores and makes a platform on them. When something fails, what was opened is closed again. */
export async function openPlatform({
  config,
  log,
  plugins,
  streamBuild,
  core,
  disabled = [],
  serves = false,
  clock = systemClock,
  deadlines = {},
  passwordCost,
  monotonic,
  onFatal,
}: OpenOptions): Promise<OpenPlatform> {
  const opened: { close(): Promise<void> }[] = []
  const close = async () => {
    for (const part of opened.splice(0).toReversed()) await part.close()
  }
  try {
    const stores = await openStores({
      config,
      log,
      ...(monotonic ? { monotonic } : {}),
      ...(onFatal ? { onFatal } : {}),
    })
    opened.push(stores)
    const { docstore, kvstore } = stores
    await releaseAbandonedJobs({ docstore, clock })
    const { tokens, notes } = await tokensOf(config, clock)
    const build = streamBuild ?? withParts(await loadStreamBuild(), [])
    const foundations = {
      config,
      log,
      docstore,
      kvstore,
      tokens,
      clock,
      deadlines,
      passwordCost,
      serves,
      streamBuild: build,
    }
    const parts = { ...foundations, ...(core ? { core } : {}) }
    let platform = await createPlatform({ ...parts, plugins, disabled })
    opened.push({ close: () => platform.close() })
    // The client parts of disabled plugins are not shown.
    const shown = platform.services.streamBuild
    const warning = firstTabWarning({ config, streamBuild: shown })
    if (serves && warning !== null) log.warn(warning)
    return {
      notes: [...notes, ...streamNotes({ plugins, streamBuild: shown })],
      close,
      get platform() {
        return platform
      },
      async renew(others, { disabled: without = [], streamBuild: renewed = build } = {}) {
        const former = platform
        platform = await createPlatform({ ...parts, plugins: others, disabled: without, streamBuild: renewed })
        return { retire: () => former.close() }
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}
