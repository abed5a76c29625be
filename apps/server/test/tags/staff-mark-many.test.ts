import type { Comment, User } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newComment } from '../../src/features/comments/model.ts'
import type { Job } from '../../src/jobs/model.ts'

const MANY = 20_050
/** So many have the same time, as after an import. */
const TOGETHER = 450
const START = Date.parse('2026-03-01T12:00:00.000Z')

const SET_ROLE = `mutation ($id: ID!, $role: USER_ROLES!) {
  setUserRole(id: $id, role: $role, password: "a long enough password") { errors { translation_key } }
}`

let platform: TestPlatform
let admin: TestUser
let author: TestUser

beforeAll(async () => {
  platform = await createTestPlatform()
  admin = await platform.createUser({ roles: ['ADMIN'] })
  author = await platform.createUser()
  const asset = await platform.createAsset()
  const draft = {
    asset_id: asset.id,
    author_id: author.user.id,
    parent_id: null,
    body: 'Said',
    status: 'NONE',
  } as const
  for (let first = 0; first < MANY; first += 5_000)
    await comments().insertMany(
      Array.from({ length: Math.min(5_000, MANY - first) }, (_, at) => {
        const n = first + at
        return newComment({ ...draft, id: `c${n}` }, new Date(START + Math.floor(n / TOGETHER) * 1_000))
      }),
    )
}, 60_000)
afterAll(() => platform[Symbol.asyncDispose]())

const jobs = () => platform.services.jobs
const comments = () => platform.services.docstore.collection<Comment>('comments')
const waiting = () => platform.services.docstore.collection<Job>('jobs').find({ type: 'comments.mark-staff' }).toArray()
const marked = () => comments().countDocuments({ author_id: author.user.id, 'tags.tag.name': 'STAFF' })

async function setRole(role: string): Promise<void> {
  const { data } = await platform.as(admin).graphql(SET_ROLE, { id: author.user.id, role })
  expect(data).toEqual({ setUserRole: null })
}

test('a person with very many comments gets and loses the mark in small steps, which go on where they were', async () => {
  const before = platform.services.docstore.statistics?.().writes
  await setRole('STAFF')
  // The next job has the cursor, so that an interrupted one does little again.
  await expect
    .poll(async () => (await waiting()).map(({ payload }) => typeof payload['after']), { timeout: 60_000 })
    .toEqual(['string'])
  expect(await marked()).toBeGreaterThanOrEqual(10_000)
  await jobs().idle()
  expect(await marked()).toBe(MANY)
  // Others write between the steps. MongoDB counts its transactions in its server.
  if (before !== undefined)
    expect(platform.services.docstore.statistics!().writes - before).toBeGreaterThanOrEqual(MANY / 100)
  expect(await waiting()).toEqual([])

  await setRole('COMMENTER')
  await jobs().idle()
  expect(await marked()).toBe(0)
}, 120_000)

test('the role of the moment counts, also for a job that was begun for another one', async () => {
  await setRole('STAFF')
  await expect.poll(marked).toBeGreaterThan(0)
  await setRole('COMMENTER')
  await jobs().idle()
  expect(await marked()).toBe(0)
}, 120_000)

test('a job that has a cursor begins behind it', async () => {
  const [author_id, before] = [author.user.id, new Date(START + 10_000)]
  await comments().updateMany({ author_id, created_at: { $gte: before } }, { $set: { author_id: 'somebody' } })
  await platform.services.docstore
    .collection<User>('users')
    .updateOne({ id: author_id }, { $set: { roles: ['STAFF'] } })
  const keys = [{ t: START + 5_000 }, 'c2400']
  const after = Buffer.from(JSON.stringify(keys)).toString('base64url')
  await jobs().add('comments.mark-staff', { userId: author_id, after })
  await jobs().idle()
  const first = await comments()
    .find({ author_id, 'tags.tag.name': 'STAFF' }, { sort: { created_at: 1, id: 1 }, limit: 1 })
    .toArray()
  expect(first.map(({ id }) => id)).toEqual(['c2401'])
})
