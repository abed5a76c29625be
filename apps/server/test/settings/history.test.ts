import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD } from '../accounts/letters.ts'

let platform: TestPlatform
let admin: TestUser

beforeAll(async () => {
  platform = await createTestPlatform({ now: new Date('2026-03-01T12:00:00.000Z') })
  admin = await platform.createUser({ roles: ['ADMIN'], username: 'boss' })
})
afterAll(() => platform[Symbol.asyncDispose]())

const UPDATE = `mutation ($input: UpdateSettingsInput!, $password: String) {
  updateSettings(input: $input, password: $password) { errors { translation_key message } }
}`
const RESTORE = `mutation ($id: ID!, $password: String) {
  restoreSettings(id: $id, password: $password) { errors { translation_key message } }
}`
const HISTORY = `query ($limit: Int, $cursor: Cursor) {
  settingsHistory(limit: $limit, cursor: $cursor) {
    nodes {
      id created_at user { username }
      changes { name before after added addedCount removed removedCount hidden }
    }
    hasNextPage endCursor
  }
}`

async function update(input: object, password?: string) {
  platform.clock.advance(1_000)
  const { data } = await platform.as(admin).graphql(UPDATE, { input, ...(password ? { password } : {}) })
  return data!['updateSettings']
}
async function restore(id: string, password?: string) {
  platform.clock.advance(1_000)
  const { data } = await platform.as(admin).graphql(RESTORE, { id, ...(password ? { password } : {}) })
  return data!['restoreSettings']
}
const history = async (limit = 100, cursor: string | null = null) =>
  (await platform.as(admin).graphql(HISTORY, { limit, cursor })).data!['settingsHistory']
const latest = async () => (await history(1)).nodes[0]
const settings = () => platform.services.settings.load()

test('each change names its user, its time, and the values before and after', async () => {
  expect(await update({ moderation: 'PRE', charCount: 900, infoBoxEnable: false })).toBeNull()
  expect(await latest()).toMatchObject({
    created_at: platform.clock.now().toISOString(),
    user: { username: 'boss' },
    changes: [
      { name: 'moderation', before: '"POST"', after: '"PRE"', added: [], hidden: false },
      { name: 'charCount', before: '5000', after: '900' },
    ],
  })
  const { nodes } = await history()
  // The same values again are no change.
  await update({ moderation: 'PRE' })
  expect((await history()).nodes).toEqual(nodes)
  const first = await history(1)
  expect(first.hasNextPage).toBe(nodes.length > 1)
})

test('a change is taken back, and that is a change, too', async () => {
  await update({ closedMessage: 'Closed for good', charCount: 700 })
  const change = await latest()
  await update({ infoBoxContent: 'Welcome' })
  expect(await restore(change.id)).toBeNull()
  expect(await settings()).toMatchObject({ closedMessage: null, charCount: 900, infoBoxContent: 'Welcome' })
  expect((await latest()).changes).toMatchObject([
    { name: 'closedMessage', before: '"Closed for good"', after: 'null' },
    { name: 'charCount', before: '700', after: '900' },
  ])
  expect((await restore('unknown')).errors).toMatchObject([{ translation_key: 'NOT_FOUND' }])
})

test('of a word list the added and removed words are kept, and taking it back leaves later changes', async () => {
  await update({ wordlist: { banned: ['one', 'two'] } })
  await update({ wordlist: { banned: ['two', 'three'] } })
  const change = await latest()
  expect(change.changes).toMatchObject([
    { name: 'wordlist.banned', added: ['three'], addedCount: 1, removed: ['one'], removedCount: 1, before: null },
  ])
  await update({ wordlist: { banned: ['two', 'three', 'four'] } })
  expect(await restore(change.id)).toBeNull()
  expect((await settings()).wordlist.banned).toEqual(['two', 'four', 'one'])
})

test('the password is given again to change the permitted domains, also to take a change of them back', async () => {
  const domains = { whitelist: ['localhost', 'news.example'] }
  platform.clock.advance(11 * 60_000)
  expect((await update({ domains })).errors).toMatchObject([{ translation_key: 'PASSWORD_AGAIN' }])
  expect((await update({ domains }, 'wrong')).errors).toMatchObject([{ translation_key: 'PASSWORD_INCORRECT' }])
  expect((await settings()).domains.whitelist).toEqual(['localhost'])
  expect(await update({ domains }, PASSWORD)).toBeNull()
  // A form that sends the same domains again needs none.
  expect(await update({ domains, charCount: 600 })).toBeNull()
  const change = (await history(2)).nodes[1]
  expect((await restore(change.id)).errors).toMatchObject([{ translation_key: 'PASSWORD_AGAIN' }])
  expect(await restore(change.id, PASSWORD)).toBeNull()
  expect((await settings()).domains.whitelist).toEqual(['localhost'])
})

test('values of plugins with secrets are not kept', async () => {
  await platform.services.settings.update({ metadata: { chat: { channel: 'news', apiToken: 'very secret words' } } })
  const change = await latest()
  expect(change).toMatchObject({
    user: null,
    changes: [{ name: 'metadata.chat', hidden: true, before: null, after: null }],
  })
  expect((await restore(change.id)).errors[0].message).toContain('secret')
  const stored = await platform.services.docstore.collection('settings_changes').find({}).toArray()
  expect(JSON.stringify(stored)).not.toContain('very secret words')
})

test('two changes at the same time are both in the history', async () => {
  const before = (await history()).nodes.length
  await Promise.all([update({ charCount: 501 }), update({ commentsPerMinute: 7 })])
  expect((await history()).nodes.length - before).toBe(2)
})

test('the history is for administrators, and forgets who made a change when the account is deleted', async () => {
  const moderator = await platform.createUser({ roles: ['MODERATOR'] })
  expect((await platform.as(moderator).graphql(HISTORY)).errors).toMatchObject([{ code: 'NOT_AUTHORIZED' }])
  const gone = await platform.createUser({ roles: ['ADMIN'] })
  await platform.as(gone).graphql(UPDATE, { input: { questionBoxIcon: 'owl' } })
  const exported: unknown[] = []
  for await (const { plugin, record } of platform.services.composition.personalData.export(gone.user.id))
    if (plugin === 'settings') exported.push(record)
  expect(exported).toMatchObject([{ changed: ['questionBoxIcon'] }])
  await platform.services.erasure.request(admin.user, gone.user.id)
  await platform.services.jobs.idle()
  expect(await latest()).toMatchObject({ user: null, changes: [{ name: 'questionBoxIcon' }] })
})
