import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { connectDocstore } from '@platform/docstore'
import type { Action, Comment, User } from '@platform/plugin-sdk'
import { definePlugin, defineReaction } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { expect, test } from 'vitest'
import { verifyCounts } from '../../src/features/comments/counts/verify.ts'
import { testStore } from '../../src/testing/open-test-platform.ts'
import { decide, post } from '../comments/operations.ts'
import { endLeases } from '../killed-server.ts'
import { refusals } from './operations.ts'

async function drift({ services: { docstore } }: TestPlatform) {
  const found = []
  for await (const step of verifyCounts(docstore, { fix: false })) found.push(...step.drift)
  return found
}

const RESPECT = 'createRespectAction(input: { item_id: $id })'

test('a deleted account leaves its places in threads, and nothing of the person anywhere', async () => {
  await using platform = await createTestPlatform({ plugins: [defineReaction('respect')] })
  const { services } = platform
  const { docstore } = services
  await services.jobs.start()
  const admin = await platform.createUser({ roles: ['ADMIN'] })
  const gone = await platform.createUser({ username: 'gone_person', roles: ['MODERATOR'] })
  const other = await platform.createUser()
  const asset = await platform.createAsset()
  const own = await platform.createComment({ asset, author: gone, body: 'words of gone_person' })
  const answer = await platform.createComment({ asset, author: other, parent: own })
  await decide(platform.as(gone), answer.id, 'ACCEPTED')
  for (const [by, id] of [
    [gone, answer.id],
    [other, own.id],
  ] as const)
    await refusals(platform.as(by), RESPECT, { id })
  await refusals(platform.as(gone), 'alwaysPremodUser(input: { id: $id })', { id: other.user.id })
  await platform.as(gone).graphql(
    `mutation ($id: ID!) {
      addTag(tag: { id: $id, name: "noted", item_type: COMMENTS }) { errors { translation_key } }
    }`,
    { id: answer.id },
  )
  await docstore.collection<User>('users').updateOne({ id: other.user.id }, { $set: { ignoresUsers: [gone.user.id] } })

  expect(
    await refusals(platform.as(other), 'delUser(id: $id, password: "a long enough password")', { id: gone.user.id }),
  ).toEqual(['NOT_AUTHORIZED'])
  expect(
    await refusals(platform.as(admin), 'delUser(id: $id, password: "a long enough password")', { id: gone.user.id }),
  ).toBeNull()
  expect((await platform.as(gone).graphql('{ me { id } }')).data?.['me'] ?? null).toBeNull()
  await services.jobs.idle()

  const { data } = await platform.graphql(
    `query ($id: ID!) {
      comment(id: $id) {
        body user { id } replyCount tags { tag { name } } replies { nodes { body } }
      }
    }`,
    { id: own.id },
  )
  expect(data!['comment']).toEqual({
    body: null,
    user: null,
    replyCount: 1,
    tags: [],
    replies: { nodes: [{ body: answer.body }] },
  })
  const everything = JSON.stringify(
    await Promise.all(
      ['users', 'comments', 'actions', 'assets'].map(name => docstore.collection(name).find({}).toArray()),
    ),
  )
  expect(everything).not.toContain(gone.user.id)
  expect(everything).not.toContain('gone_person')
  expect(await drift(platform)).toEqual([])
  expect(
    await refusals(platform.as(admin), 'delUser(id: $id, password: "a long enough password")', { id: gone.user.id }),
  ).toEqual(['NOT_FOUND'])
})

test('a record that is stored during the deletion is erased too, and counts stay right [K18]', async () => {
  await using platform = await createTestPlatform({ plugins: [defineReaction('respect')] })
  const { services } = platform
  const { docstore } = services
  await services.jobs.start()
  const admin = await platform.createUser({ roles: ['ADMIN'] })
  const gone = await platform.createUser()
  const asset = await platform.createAsset()
  const liked = await platform.createComment({ asset })
  await Promise.all([
    ...Array.from({ length: 10 }, () => post(platform.as(gone), { asset_id: asset.id }).catch(() => null)),
    ...Array.from({ length: 3 }, () => refusals(platform.as(gone), RESPECT, { id: liked.id }).catch(() => null)),
    refusals(platform.as(admin), 'delUser(id: $id, password: "a long enough password")', { id: gone.user.id }),
  ])
  await services.jobs.idle()
  expect(await docstore.collection<Comment>('comments').countDocuments({ author_id: gone.user.id })).toBe(0)
  expect(await docstore.collection<Action>('actions').countDocuments({ user_id: gone.user.id })).toBe(0)
  expect(await drift(platform)).toEqual([])
})

test('an erasure that was killed half-way continues', { timeout: 60_000 }, async () => {
  const directory = await mkdtemp(join(tmpdir(), 'platform-erasure-'))
  let id: string
  {
    await using platform = await createTestPlatform({ directory })
    const author = await platform.createUser({ username: 'gone_person' })
    id = author.user.id
    const asset = await platform.createAsset()
    for (let i = 0; i < 20; i++)
      await Promise.all(Array.from({ length: 75 }, () => platform.createComment({ asset, author })))
    // The erasure is left to the process that is killed.
    await platform.services.jobs.stop()
    expect(
      await refusals(
        platform.as(await platform.createUser({ roles: ['ADMIN'] })),
        'delUser(id: $id, password: "a long enough password")',
        { id },
      ),
    ).toBeNull()
  }
  const child = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      fileURLToPath(new URL('programs/serve-until-killed.ts', import.meta.url)),
      directory,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  child.stdout.once('data', () => {
    child.kill('SIGKILL')
  })
  await once(child, 'close')
  const store = await connectDocstore(testStore(directory))
  expect(await store.collection<Comment>('comments').countDocuments({ author_id: id })).toBeGreaterThan(0)
  await store.close()
  {
    await using platform = await createTestPlatform({ directory })
    const left = () => platform.services.docstore.collection<Comment>('comments').countDocuments({ author_id: id })
    endLeases(platform)
    await platform.services.jobs.idle()
    expect([await left(), await drift(platform)]).toEqual([0, []])
  }
  await rm(directory, { recursive: true, force: true })
})

test('a reaction that began before its account was deleted is refused', async () => {
  const state: { remove?: () => Promise<unknown> } = {}
  const deletes = definePlugin({
    name: 'deletes-meanwhile',
    sdk: '^1.0',
    hooks: { RootMutation: { createRespectAction: { pre: () => state.remove?.() } } },
  } as never)
  await using platform = await createTestPlatform({ plugins: [defineReaction('respect'), deletes] })
  const [admin, gone] = [await platform.createUser({ roles: ['ADMIN'] }), await platform.createUser()]
  const { id } = await platform.createComment({ asset: await platform.createAsset() })
  state.remove = () => platform.services.erasure.request(admin.user, gone.user.id)
  expect(await refusals(platform.as(gone), RESPECT, { id })).toEqual(['NOT_AUTHORIZED'])
  expect(await platform.services.docstore.collection<Action>('actions').countDocuments({})).toBe(0)
})

test('a comment that began before its account was deleted is refused', async () => {
  const state: { remove?: () => Promise<unknown> } = {}
  const deletes = definePlugin({
    name: 'deletes-meanwhile',
    sdk: '^1.0',
    hooks: { RootMutation: { createComment: { pre: () => state.remove?.() } } },
  } as never)
  await using platform = await createTestPlatform({ plugins: [deletes] })
  const [admin, gone] = [await platform.createUser({ roles: ['ADMIN'] }), await platform.createUser()]
  const asset = await platform.createAsset()
  state.remove = () => platform.services.erasure.request(admin.user, gone.user.id)
  expect((await post(platform.as(gone), { asset_id: asset.id })).errors).toEqual(['NOT_AUTHORIZED'])
  expect(await platform.services.docstore.collection<Comment>('comments').countDocuments({})).toBe(0)
})

test('a record that a request stored after the first erasure is erased a minute later', async () => {
  await using platform = await createTestPlatform({ now: new Date('2026-03-01T12:00:00.000Z') })
  const { services, clock } = platform
  const [admin, gone] = [await platform.createUser({ roles: ['ADMIN'] }), await platform.createUser()]
  const late = await platform.createComment({ asset: await platform.createAsset() })
  await services.erasure.request(admin.user, gone.user.id)
  await services.jobs.idle()
  const comments = services.docstore.collection<Comment>('comments')
  await comments.updateOne({ id: late.id }, { $set: { author_id: gone.user.id } })
  clock.advance(60_000)
  await services.jobs.idle()
  expect(await comments.findOne({ id: late.id })).toMatchObject({ author_id: null, body: null })
  expect(await services.docstore.collection('deletions').countDocuments({})).toBe(0)
})

test('tokens from before a deletion are refused for good, and a later one of the provider works', async () => {
  const state: { again?: User } = {}
  const provider = definePlugin({ name: 'provider', sdk: '^1.0', tokenUserNotFound: () => state.again ?? null })
  await using platform = await createTestPlatform({ plugins: [provider], now: new Date('2026-03-01T12:00:00.000Z') })
  const { services, clock } = platform
  const [admin, gone] = [await platform.createUser({ roles: ['ADMIN'] }), await platform.createUser()]
  state.again = (await platform.createUser()).user
  const status = async (token: string) =>
    (await platform.http('/api/v1/auth', { headers: { authorization: `Bearer ${token}` } })).status
  await services.erasure.request(admin.user, gone.user.id)
  clock.advance(2_000)
  const later = await services.tokens.sign({ kind: 'session', userId: gone.user.id })
  expect([await status(gone.token), await status(later.token)]).toEqual([401, 200])
})
