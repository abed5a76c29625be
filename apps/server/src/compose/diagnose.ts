import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createKeySet, createTokens } from '@platform/auth'
import { loadConfig } from '@platform/config'
import { connectDocstore } from '@platform/docstore'
import { connectKvstore } from '@platform/kvstore'
import { systemClock } from '../boot/clock.ts'
import { createLog } from '../boot/log.ts'
import { assemblePlatform } from '../boot/platform.ts'
import type { Member } from './member.ts'
import { CompositionError, type Problem } from './problem.ts'

/** What keeps these plugins from being composed; found on stores of its own that are thrown away, without starting any. */
export async function diagnose(plugins: readonly Member[]): Promise<readonly Problem[]> {
  const directory = await mkdtemp(join(tmpdir(), 'platform-doctor-'))
  const config = loadConfig({ cwd: directory, env: { NODE_ENV: 'test', PLATFORM_DOCSTORE_URL: `sqlite:${join(directory, 'platform.db')}` } })
  const docstore = await connectDocstore(config.docstoreUrl)
  const kvstore = await connectKvstore('memory:')
  try {
    const keys = await createKeySet({ algorithm: 'HS256', production: false, secret: 'nothing is ever signed with this key of the doctor' })
    assemblePlatform({ config, docstore, kvstore, plugins, log: createLog('fatal'), tokens: createTokens({ keys, config: config.jwt }), clock: systemClock })
    return []
  } catch (error) {
    if (error instanceof CompositionError) return error.problems
    throw error
  } finally {
    await kvstore.close()
    await docstore.close()
    await rm(directory, { recursive: true, force: true })
  }
}
