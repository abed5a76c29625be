import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadConfig } from '@platform/config'
import { attributionOf, describeAttribution } from '../composition/attribution.ts'
import { CompositionError, type Problem, type Remarks, unless } from '../composition/problem.ts'
import type { LoadedPlugin } from '../contract/loaded-plugin.ts'
import { openPlatform } from '../main/open.ts'
import { createLog } from '../runtime/log.ts'

/** What composing would say. Remarks are there once nothing is wrong. */
export interface Diagnosis extends Remarks {
  readonly problems: readonly Problem[]
}

/**
 * Composes plugins with the core as a start does, on empty stores that are thrown away, and says what is wrong. Nothing
 * of a plugin is started.
 *
 * @param unseen - names of plugins that are listed and not, or not wholly, among these.
 */
export async function diagnose(plugins: readonly LoadedPlugin[], unseen: readonly string[] = []): Promise<Diagnosis> {
  const directory = await mkdtemp(join(tmpdir(), 'platform-doctor-'))
  const config = loadConfig({
    cwd: directory,
    env: {
      NODE_ENV: 'test',
      PLATFORM_DOCSTORE_URL: `sqlite:${join(directory, 'platform.db')}`,
      PLATFORM_KVSTORE_URL: 'memory:',
      PLATFORM_JWT_SECRET: 'signs nothing: this platform is thrown away',
    },
  })
  try {
    const { platform, close } = await openPlatform({ config, log: createLog('silent'), plugins: plugins.map(resting) })
    await close()
    return { problems: [], ...platform.composition.remarks }
  } catch (error) {
    return {
      problems: (error instanceof CompositionError ? error.problems : [unforeseen(error)]).map(problem =>
        unless(problem, unseen),
      ),
      warnings: [],
      overrides: [],
    }
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/** A plugin without what it does once it runs; its clashes are all told, also those it may be left out for. */
function resting(member: LoadedPlugin): LoadedPlugin {
  const { init, ready, shutdown, connect, app, ...hooks } = member.hooks
  return { ...member, hooks, onFailure: 'abort' }
}

function unforeseen(error: unknown): Problem {
  const from = attributionOf(error)
  return {
    code: 'PLUGIN_HOOK_FAILED',
    owners: from ? [from.plugin] : [],
    message: `${from ? `${describeAttribution(from)}: ` : ''}${error instanceof Error ? error.message : String(error)}`,
  }
}
