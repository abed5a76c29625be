import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTestPlatform } from '@platform/plugin-testing'
import { afterAll, expect } from 'vitest'
import { startMongo } from '../../../../packages/docstore/test/mongo.ts'
import { testWith } from '../../../../test/needs.ts'
import { manyLines } from '../import/threads-file.ts'
import { impatient, proxyTo } from '../outages/proxy.ts'
import { emptyFolder, interrupted, platform } from './command.ts'

const env = { PLATFORM_JWT_SECRET: 'a secret that is long enough, 32 bytes' }
const COMMENTS = 12_000

const mongo = await startMongo()
afterAll(mongo.stop)

testWith(mongo)(
  'an import whose document store goes away says in a sentence that the same command continues, and ends with 69',
  { timeout: 120_000 },
  async () => {
    const url = mongo.url()
    await using way = await proxyTo(url)
    await using folder = await emptyFolder()
    await using server = await createTestPlatform({ env: { PLATFORM_DOCSTORE_URL: url } })
    const comments = server.services.docstore.collection('comments')
    const file = join(folder.path, 'threads.ndjson')
    await writeFile(
      file,
      manyLines(COMMENTS)
        .map(line => JSON.stringify(line))
        .join('\n'),
    )
    const place = (url: string) => ({ cwd: folder.path, env: { ...env, PLATFORM_DOCSTORE_URL: url } })
    const ended = platform(['import', 'threads', file], place(impatient(way.url)))
    await expect.poll(() => comments.countDocuments(), { timeout: 30_000, interval: 20 }).toBeGreaterThan(0)
    way.freeze()
    expect(await ended).toMatchObject({
      exitCode: 69,
      stderr: expect.stringMatching(/^A store does not answer any more: .*\. Run the same command again .*\n$/),
    })
    way.thaw()
    expect(await platform(['import', 'threads', file], place(url))).toMatchObject({ exitCode: 0, stderr: '' })
    expect(await comments.countDocuments()).toBe(COMMENTS)
  },
)

testWith(mongo).each([['migrate'], ['indexes'], ['import', 'threads', 'threads.ndjson']])(
  'a command that waits for the lock of another process says so: %s',
  { timeout: 60_000 },
  async (...command) => {
    const url = mongo.url()
    await using folder = await emptyFolder()
    await using server = await createTestPlatform({ env: { PLATFORM_DOCSTORE_URL: url } })
    await server.services.docstore
      .collection<Record<string, unknown>>('platform_locks')
      .insertOne({ _id: 'migrations', holder: 'another', beat: 3 })
    await writeFile(join(folder.path, 'threads.ndjson'), '')
    const place = { cwd: folder.path, env: { ...env, PLATFORM_DOCSTORE_URL: url } }
    const { stderr } = await interrupted(command.filter(Boolean), place, 'Another process holds the lock')
    expect(stderr).toContain('Another process holds the lock migrations; waiting until it is done')
  },
)
