import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  CompositionError,
  type LoadedPlugin,
  messageOf,
  type Problem,
  type Remarks,
  referenceTo,
  unlessProvided,
} from '@platform/plugin-host'
import type { StreamBuild } from '@platform/stream'
import { attributionOf } from '../composition/attribution.ts'
import { createLog } from '../runtime/log.ts'
import { openPlatform } from './open.ts'
import { probeHooks } from './probe-hooks.ts'
import { trialConfig } from './trial-config.ts'

/** The result of a trial composition. It has warnings and overrides only when there are no problems. */
export interface DryRun extends Remarks {
  readonly problems: readonly Problem[]
}

/**
 * Composes plugins with the core as a start does, on empty stores that are removed afterwards, and reports the
 * problems. No plugin is started.
 *
 * @param trial.unseen - names of listed plugins some or all of whose hooks could not be read.
 * @param trial.streamBuild - what browsers load, with the client parts of the list.
 */
export async function dryRun(
  plugins: readonly LoadedPlugin[],
  { unseen = [], streamBuild }: { readonly unseen?: readonly string[]; readonly streamBuild?: StreamBuild } = {},
): Promise<DryRun> {
  const directory = await mkdtemp(join(tmpdir(), 'platform-doctor-'))
  const config = trialConfig(directory)
  try {
    const { platform, close } = await openPlatform({
      config,
      log: createLog('silent'),
      plugins: plugins.map(withoutLifecycle),
      ...(streamBuild ? { streamBuild } : {}),
    })
    const { warnings, overrides } = platform.composition.remarks
    const found = { problems: [], warnings: [...warnings, ...probeHooks(platform.composition)], overrides }
    await close()
    return found
  } catch (error) {
    return {
      problems: (error instanceof CompositionError ? error.problems : [unexpected(error)]).map(problem =>
        unlessProvided(problem, unseen),
      ),
      warnings: [],
      overrides: [],
    }
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/** A plugin without the hooks that start it. It is not disabled for its conflicts, so that all of them are reported. */
function withoutLifecycle(plugin: LoadedPlugin): LoadedPlugin {
  const { init, ready, shutdown, connect, app, ...hooks } = plugin.hooks
  return { ...plugin, hooks, onFailure: 'abort' }
}

function unexpected(error: unknown): Problem {
  const from = attributionOf(error)
  const message = messageOf(error)
  if (!from) return { code: 'PLUGIN_HOOK_FAILED', plugins: [], message }
  const { plugin, version, hook, at } = from
  return {
    code: 'PLUGIN_HOOK_FAILED',
    plugins: [referenceTo({ name: plugin, version })],
    hook,
    ...(at === hook ? {} : { at }),
    message,
  }
}
