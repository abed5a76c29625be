import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Asset, Comment, User } from '@platform/plugin-sdk'
import type { TestPlatform } from '@platform/plugin-testing'
import { afterAll, expect, test } from 'vitest'
import { verifyCountsOperation } from '#server/cli/operations/verify-counts'
import { startMongo } from '../../../../packages/docstore/test/mongo.ts'
import { testWith } from '../../../../test/needs.ts'
import { faults } from './faults.ts'
import { openWorkload, operate } from './workload.ts'

const mongo = await startMongo()
afterAll(mongo.stop)

async function worked(env: Record<string, string>): Promise<TestPlatform & { readonly directory: string }> {
  const directory = await mkdtemp(join(tmpdir(), 'platform-counts-'))
  const platform = await openWorkload(directory, env)
  await platform.services.jobs.start()
  return Object.assign(platform, { directory })
}

test('after hundreds of simultaneous operations every counter is right, and a wrong counter is found and corrected', {
  timeout: 120_000,
}, async () => {
  await using platform = await worked({})
  await operate(platform, { seed: 3, rounds: 40 })
  await platform.services.jobs.idle()
  expect(await faults(platform.services.docstore)).toEqual([])

  const { docstore } = platform.services
  const said = { out: '', err: '' }
  const run = (options: object) => {
    said.out = said.err = ''
    return verifyCountsOperation.run(platform.services, options, {
      out: text => {
        said.out += text
      },
      err: text => {
        said.err += text
      },
      draw: () => {},
      columns: null,
      interrupted: false,
    })
  }
  expect([await run({}), said.err]).toEqual([0, ''])
  const [comment] = await docstore.collection<Comment>('comments').find({}).toArray()
  const [asset] = await docstore.collection<Asset>('assets').find({}).toArray()
  const [user] = await docstore.collection<User>('users').find({}).toArray()
  await docstore
    .collection<Comment>('comments')
    .updateOne({ id: comment!.id }, { $inc: { reply_count: 2, 'action_counts.flag': 5 } })
  await docstore
    .collection<Asset>('assets')
    .updateOne({ id: asset!.id }, { $inc: { 'comment_counts.total': -1, 'comment_counts.statuses.PREMOD': 7 } })
  await docstore.collection<User>('users').updateOne({ id: user!.id }, { $inc: { 'action_counts.flag': -3 } })
  expect(await run({})).toBe(1)
  expect(
    said.err
      .trim()
      .split('\n')
      .map(line => line.split(':')[0])
      .sort(),
  ).toEqual(
    [
      `assets ${asset!.id} comment_counts.statuses.PREMOD`,
      `assets ${asset!.id} comment_counts.total`,
      `comments ${comment!.id} action_counts.flag`,
      `comments ${comment!.id} reply_count`,
      `users ${user!.id} action_counts.flag`,
    ].sort(),
  )
  expect([await run({ fix: true, json: true }), JSON.parse(said.out)]).toMatchObject([0, { wrong: 5, fixed: true }])
  expect([await run({}), await faults(platform.services.docstore)]).toEqual([0, []])

  // The time of the latest comment is wrong too when it is later, earlier or missing.
  for (const last_comment_at of [new Date('2999-01-01'), new Date(0), null]) {
    await docstore.collection<Asset>('assets').updateOne({ id: asset!.id }, { $set: { last_comment_at } })
    expect(await run({})).toBe(1)
    expect(said.err).toContain(`assets ${asset!.id} last_comment_at: stored `)
    expect([await run({ fix: true }), await run({})]).toEqual([0, 0])
  }

  // A count that is missing or not a number is found like a wrong one.
  await docstore.collection<Asset>('assets').updateOne({ id: asset!.id }, { $unset: { comment_counts: true } } as never)
  const [, other] = await docstore.collection<Asset>('assets').find({}).toArray()
  await docstore
    .collection<Asset>('assets')
    .updateOne({ id: other!.id }, { $set: { 'comment_counts.statuses': 7 } } as never)
  await docstore
    .collection<Comment>('comments')
    .updateOne({ id: comment!.id }, { $unset: { reply_count: true }, $set: { action_counts: 'many' } } as never)
  expect(await run({})).toBe(1)
  expect(said.err).toContain(`assets ${asset!.id} comment_counts.total: stored no number, counted `)
  expect([await run({ fix: true, json: true }), await run({}), await faults(platform.services.docstore)]).toEqual([
    0,
    0,
    [],
  ])
  await rm(platform.directory, { recursive: true, force: true })
})

testWith(mongo)('the same holds on MongoDB', { timeout: 240_000 }, async () => {
  await using platform = await worked({ PLATFORM_DOCSTORE_URL: mongo.url() })
  await operate(platform, { seed: 4, rounds: 25 })
  await platform.services.jobs.idle()
  expect(await faults(platform.services.docstore)).toEqual([])
  await rm(platform.directory, { recursive: true, force: true })
})
