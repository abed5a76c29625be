import { createTestPlatform } from '@platform/plugin-testing'
import { afterAll, expect, test } from 'vitest'
import { startMongo } from '../../../../packages/docstore/test/mongo.ts'
import { testWith } from '../../../../test/needs.ts'
import { runOperation } from '../../src/cli/run-operation.ts'
import { REDIS, startRedis } from '../redis.ts'
import { emptyFolder, interrupted } from './command.ts'

const mongo = await startMongo()
afterAll(mongo.stop)

testWith(mongo, REDIS)(
  'a command that is interrupted takes leave of the servers, which go on to give kept answers',
  { timeout: 60_000 },
  async () => {
    await using redis = await startRedis()
    await using folder = await emptyFolder()
    const stores = { PLATFORM_DOCSTORE_URL: mongo.url(), PLATFORM_KVSTORE_URL: redis.url }
    await using server = await createTestPlatform({ env: stores })
    const { docstore, kvstore } = server.services
    for (let n = 0; n < 50; n++) await server.createAsset()
    // Each is reported, so that the command is interrupted in the middle.
    await docstore.collection('assets').updateMany({}, { $inc: { 'comment_counts.total': 1 } })
    const said: string[] = []
    await kvstore.subscribe('servers', message => said.push((JSON.parse(message) as { says: string }).says))
    const env = { ...stores, PLATFORM_JWT_SECRET: 'a secret that is long enough, 32 bytes' }
    const ended = await interrupted(['verify-counts'], { cwd: folder.path, env }, 'comment_counts.total')
    expect(ended).toMatchObject({ exitCode: 130, stdout: expect.stringMatching(/counts wrong; correct with --fix/) })
    await expect.poll(() => said).toContain('bye')
    expect(server.services.peers.unheard).toBeNull()
  },
)

test.each(['verify-counts', 'statistics recount'])(
  '%s that is interrupted says that it has not done all, and ends with 130',
  async name => {
    await using platform = await createTestPlatform()
    for (let n = 0; n < 2; n++) await platform.createAsset()
    const said = { out: '', err: '' }
    const terminal = {
      out: (text: string) => {
        said.out += text
      },
      err: (text: string) => {
        said.err += text
      },
      draw: () => {},
      columns: null,
      interrupted: true,
    }
    expect(await runOperation(platform.services, { name, options: { json: true } }, terminal)).toBe(130)
    expect(Object.values(JSON.parse(said.out) as object)).toContain(1)
    expect(said.err).toMatch(/^Stopped before all/)
  },
)

test('readers see the counts that verify-counts corrected before the store went away', async () => {
  await using platform = await createTestPlatform()
  const { docstore } = platform.services
  const asset = await platform.createAsset()
  await platform.createComment({ asset })
  await docstore.collection('assets').updateOne({ id: asset.id }, { $set: { 'comment_counts.total': 7 } })
  const shown = async () =>
    (await platform.graphql('query ($id: ID!) { asset(id: $id) { totalCommentCount } }', { id: asset.id })).data
  expect(await shown()).toEqual({ asset: { totalCommentCount: 7 } })

  const away = new Proxy(docstore, {
    get:
      (store, name) =>
      (given: string, ...rest: never[]) => {
        if (name === 'collection' && given === 'users') throw new Error('the store is away')
        return Reflect.apply(Reflect.get(store, name) as () => unknown, store, [given, ...rest])
      },
  })
  const services = { ...platform.services, docstore: away, revisions: platform.services.revisions }
  const terminal = { out: () => {}, err: () => {}, draw: () => {}, columns: null, interrupted: false }
  const command = { name: 'verify-counts', options: { fix: true } }
  await expect(runOperation(services, command, terminal)).rejects.toThrow('the store is away')
  expect(await shown()).toEqual({ asset: { totalCommentCount: 1 } })
})
