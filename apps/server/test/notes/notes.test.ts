import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { statements } from '../statements.ts'

let platform: TestPlatform
let moderator: TestUser
let other: TestUser
let admin: TestUser

beforeAll(async () => {
  platform = await createTestPlatform({ now: new Date('2026-03-01T12:00:00.000Z') })
  moderator = await platform.createUser({ roles: ['MODERATOR'] })
  other = await platform.createUser({ roles: ['MODERATOR'] })
  admin = await platform.createUser({ roles: ['ADMIN'] })
})
afterAll(() => platform[Symbol.asyncDispose]())

const WRITE = `mutation ($input: CreateUserNoteInput!) {
  createUserNote(input: $input) { note { id body author { username } created_at } errors { translation_key message } }
}`
const REMOVE = 'mutation ($id: ID!) { deleteUserNote(id: $id) { errors { translation_key } } }'
const READ = `query ($id: ID!, $limit: Int, $cursor: Cursor, $order: SORT_ORDER) {
  userNotes(user_id: $id, limit: $limit, cursor: $cursor, sortOrder: $order) {
    nodes { body author { id } } hasNextPage endCursor
  }
}`

async function write(as: TestUser, about: TestUser, body: string) {
  const { data } = await platform.as(as).graphql(WRITE, { input: { user_id: about.user.id, body } })
  return data!['createUserNote'] as { note: { id: string } | null; errors: { translation_key: string }[] | null }
}
const read = async (as: TestUser | null, about: TestUser, more: object = {}) =>
  platform.as(as).graphql(READ, { id: about.user.id, ...more })
const bodies = async (as: TestUser, about: TestUser) =>
  (await read(as, about)).data!['userNotes'].nodes.map(({ body }: { body: string }) => body)

test('moderators write notes about a user, which all moderators read in pages, the newest first', async () => {
  const person = await platform.createUser()
  expect(await write(moderator, person, '  Asked twice to stay calm.\u0000 ')).toMatchObject({
    note: { body: 'Asked twice to stay calm.', author: { username: moderator.user.username } },
    errors: null,
  })
  platform.clock.advance(1_000)
  await write(admin, person, 'Second')
  platform.clock.advance(1_000)
  await write(other, person, 'Third')
  const first = (await read(other, person, { limit: 2 })).data!['userNotes']
  const last = (await read(other, person, { limit: 2, cursor: first.endCursor })).data!['userNotes']
  expect([first.nodes.map((note: { body: string }) => note.body), first.hasNextPage]).toEqual([
    ['Third', 'Second'],
    true,
  ])
  expect([last.nodes, last.hasNextPage]).toEqual([
    [{ body: 'Asked twice to stay calm.', author: { id: moderator.user.id } }],
    false,
  ])
})

test('a note is deleted by its author only', async () => {
  const person = await platform.createUser()
  const { note } = await write(moderator, person, 'Mine')
  const remove = async (as: TestUser) =>
    (await platform.as(as).graphql(REMOVE, { id: note!.id })).data!['deleteUserNote']
  for (const stranger of [other, admin])
    expect(await remove(stranger)).toEqual({ errors: [{ translation_key: 'NOT_FOUND' }] })
  expect(await bodies(other, person)).toEqual(['Mine'])
  expect(await remove(moderator)).toBeNull()
  expect(await bodies(other, person)).toEqual([])
})

test('nobody writes or reads notes about themselves, and moderators none about moderators', async () => {
  for (const [as, about] of [
    [moderator, moderator],
    [moderator, other],
    [admin, admin],
  ] as const) {
    expect((await write(as, about, 'x')).errors).toMatchObject([{ translation_key: 'NOT_AUTHORIZED' }])
    expect((await read(as, about)).errors).toMatchObject([{ code: 'NOT_AUTHORIZED' }])
  }
  expect((await write(admin, moderator, 'New here')).errors).toBeNull()
  const person = await platform.createUser()
  for (const stranger of [null, person, await platform.createUser({ roles: ['STAFF'] })])
    expect((await read(stranger, person)).errors).toMatchObject([{ code: 'NOT_AUTHORIZED' }])
})

test('a note without words, one that is too long, and one about an unknown user are refused', async () => {
  const person = await platform.createUser()
  expect((await write(moderator, person, '  ')).errors).toMatchObject([{ translation_key: 'BAD_USER_INPUT' }])
  expect((await write(moderator, person, 'x'.repeat(2_001))).errors).toMatchObject([
    { message: 'write at most 2,000 characters' },
  ])
  const unknown = await platform.as(moderator).graphql(WRITE, { input: { user_id: 'unknown', body: 'x' } })
  expect(unknown.data!['createUserNote'].errors).toMatchObject([{ translation_key: 'NOT_FOUND' }])
})

test('a list of users has the number of notes of each, read together', async () => {
  const people = [await platform.createUser(), await platform.createUser(), moderator]
  for (const [count, person] of people.slice(0, 2).entries())
    for (let written = 0; written <= count; written++) await write(moderator, person, `Note ${written}`)
  let counts: unknown
  const list = async () => {
    const { data } = await platform.as(moderator).graphql('{ users(query: { limit: 100 }) { nodes { id noteCount } } }')
    const found = new Map(
      data!['users'].nodes.map((user: { id: string; noteCount: number }) => [user.id, user.noteCount]),
    )
    counts = people.map(({ user }) => found.get(user.id))
  }
  expect(await statements(list, 'notes')).toBe(1)
  expect(counts).toEqual([1, 2, null])
})

test('notes are exported without the names of their authors, and erased with the account they are about', async () => {
  const [person, writer] = [await platform.createUser(), await platform.createUser({ roles: ['MODERATOR'] })]
  await write(writer, person, 'To be erased')
  platform.clock.advance(1)
  const kept = await platform.createUser()
  await write(writer, kept, 'To be kept')
  const exported = async (user: TestUser) => {
    const found: object[] = []
    for await (const { plugin, name, record } of platform.services.composition.personalData.export(user.user.id))
      if (plugin === 'notes') found.push({ name, ...record })
    return found
  }
  expect(await exported(person)).toEqual([{ name: 'notes', body: 'To be erased', created_at: expect.any(Date) }])
  expect(await exported(writer)).toMatchObject([
    { name: 'written-notes', user_id: person.user.id },
    { name: 'written-notes', user_id: kept.user.id },
  ])
  for (const { user } of [person, writer]) await platform.services.erasure.request(admin.user, user.id)
  await platform.services.jobs.idle()
  const notes = await platform.services.docstore.collection('notes').find({}).toArray()
  expect(JSON.stringify(notes)).not.toMatch(new RegExp(`To be erased|${person.user.id}|${writer.user.id}`))
  expect((await read(moderator, kept)).data!['userNotes'].nodes).toEqual([{ body: 'To be kept', author: null }])
})
