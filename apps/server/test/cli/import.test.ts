import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTestPlatform } from '@platform/plugin-testing'
import { afterAll, expect, test } from 'vitest'
import { startMongo } from '../../../../packages/docstore/test/mongo.ts'
import { testWith } from '../../../../test/needs.ts'
import { freePort } from '../free-port.ts'
import { line, manyLines } from '../import/threads-file.ts'
import { proxyTo } from '../outages/proxy.ts'
import { REDIS, startRedis } from '../redis.ts'
import { emptyFolder, interrupted, platform, serve } from './command.ts'

const env = { PLATFORM_JWT_SECRET: 'a secret that is long enough, 32 bytes' }
const COMMENTS = 12_000

const mongo = await startMongo()
afterAll(mongo.stop)

test.each(['alone', 'in a running server'])(
  'an interrupted import prints its progress, and the same command continues from there: %s',
  async where => {
    await using folder = await emptyFolder()
    const place = { cwd: folder.path, env }
    await using _server = where === 'alone' ? null : await serve({ ...place, port: await freePort() })
    const file = join(folder.path, 'threads.ndjson')
    await writeFile(file, ['no comment', ...manyLines(COMMENTS).map(line => JSON.stringify(line))].join('\n'))

    const first = await interrupted(['import', 'threads', file, '--json'], place, 'line 1:')
    expect(first).toMatchObject({
      exitCode: 130,
      stderr: expect.stringMatching(
        /^line 1: .*\nStopped after \d+ % of the file; run the same command again to import the rest\n$/,
      ) as string,
    })
    const { comments } = JSON.parse(first.stdout) as { comments: number }
    expect(comments).toBeGreaterThan(0)
    expect(comments).toBeLessThan(COMMENTS)

    const second = await platform(['import', 'threads', file, '--json'], place)
    expect(JSON.parse(second.stdout)).toMatchObject({ known: comments, comments: COMMENTS - comments, skipped: 1 })
  },
)

testWith(mongo, REDIS)(
  'servers give no answer from before an import whose connection to Redis broke [F2]',
  { timeout: 60_000 },
  async () => {
    await using redis = await startRedis()
    await using way = await proxyTo(redis.url)
    await using folder = await emptyFolder()
    const url = mongo.url()
    await using server = await createTestPlatform({
      env: { PLATFORM_DOCSTORE_URL: url, PLATFORM_KVSTORE_URL: redis.url },
    })
    const file = join(folder.path, 'threads.ndjson')
    const place = {
      cwd: folder.path,
      env: { ...env, PLATFORM_DOCSTORE_URL: url, PLATFORM_KVSTORE_URL: way.url },
    }
    const importLines = async (lines: readonly object[]) => {
      await writeFile(file, lines.map(each => JSON.stringify(each)).join('\n'))
      const { exitCode, stderr } = await platform(['import', 'threads', file], place)
      expect([exitCode, stderr]).toEqual([0, expect.not.stringContaining('PLATFORM_')])
    }
    const count = async () =>
      (await server.graphql('{ asset(url: "https://news.example/0") { totalCommentCount } }')).data?.['asset']
        ?.totalCommentCount as number
    await importLines([line('first', { asset: { url: 'https://news.example/0', title: 'Number 0' } })])
    await expect.poll(count).toBe(1)
    // Its first word to the servers is also its last one.
    let isFrozen = false
    const leave = await server.services.kvstore.subscribe('servers', said => {
      if (JSON.parse(said).says !== 'hello') return
      isFrozen = true
      way.freeze()
    })
    await importLines(manyLines(600))
    expect(isFrozen).toBe(true)
    await expect.poll(count, { timeout: 5_000 }).toBe(301)
    await leave()
  },
)
