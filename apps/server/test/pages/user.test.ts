import type { Asset } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { statements } from '../statements.ts'
import { hrefOf, post, visit } from './visit.ts'

let platform: TestPlatform
let asset: Asset
let ada: TestUser
let ben: TestUser
let page: string

beforeAll(async () => {
  platform = await createTestPlatform()
  asset = await platform.createAsset({ url: 'http://localhost/canal' })
  ada = await platform.createUser({ username: 'ada_b' })
  ben = await platform.createUser()
  page = `/users/${ada.user.id}`
  const say = (body: string, more: object = {}) => platform.createComment({ asset, author: ada, body, ...more })
  await say('Shown to everybody')
  await say('Approved', { status: 'ACCEPTED' })
  await say('Still waiting', { status: 'PREMOD' })
  await say('Held as suspect', { status: 'SYSTEM_WITHHELD' })
  await say('Rejected', { status: 'REJECTED' })
  const { id } = await say('Deleted by ada')
  await platform.as(ada).graphql('mutation ($id: ID!) { deleteOwnComment(id: $id) { errors { message } } }', { id })
  await platform.createComment({ asset, author: ben, body: 'What ben says' })
})
afterAll(() => platform[Symbol.asyncDispose]())

const textsIn = (html: string) => [...html.matchAll(/class="text"[^>]*><p>([^<]*)/g)].map(([, text]) => text)

test('the name of an author leads to their visible comments, the newest first', async () => {
  const discussion = await visit(platform, `/discussions/${asset.id}`)
  expect(hrefOf(discussion.html, '<bdi>ada_b</bdi>')).toBe(page)
  const { html } = await visit(platform, page)
  expect(textsIn(html)).toEqual(['Approved', 'Shown to everybody'])
  expect(html).toContain('Member since')
  expect(html).toContain('<meta name="robots" content="noindex"')
})

test('shows nobody what is hidden: neither other readers, nor a moderator, nor the author [R07]', async () => {
  const moderator = await platform.createUser({ roles: ['MODERATOR'] })
  for (const viewer of [undefined, ben, moderator, ada]) {
    const { whole } = await visit(platform, page, viewer)
    expect(textsIn(whole)).toEqual(['Approved', 'Shown to everybody'])
    for (const text of ['Still waiting', 'Held as suspect', 'Rejected', 'Deleted by ada'])
      expect(whole).not.toContain(text)
    expect(whole).not.toContain('test.example')
  }
})

test('anonymous readers share one answer, which changes with the comments, and holds nothing of a viewer [X17]', async () => {
  await visit(platform, page, ben)
  const first = await platform.http(page)
  expect(first.headers.get('cache-control')).toContain('public')
  expect(await first.text()).not.toContain(ben.user.username)
  const etag = first.headers.get('etag') ?? ''
  expect((await platform.http(page, { headers: { 'if-none-match': etag } })).status).toBe(304)
  const { id } = await platform.createComment({ asset, author: ada, body: 'A new one' })
  expect(textsIn((await visit(platform, page)).html)).toEqual(['A new one', 'Approved', 'Shown to everybody'])
  const moderator = platform.as(await platform.createUser({ roles: ['MODERATOR'] }))
  await moderator.graphql(
    'mutation ($id: ID!) { setCommentStatus(id: $id, status: REJECTED) { errors { message } } }',
    { id },
  )
  expect(textsIn((await visit(platform, page)).html)).toEqual(['Approved', 'Shown to everybody'])
})

test('a signed-in reader gets an answer of their own', async () => {
  const answer = await platform.as(ben).http(page)
  expect(answer.headers.get('cache-control')).not.toContain('public')
})

test.each(['nobody', '%20', 'system'])('the address of no user is answered in plain words: /users/%s', async id => {
  const { status, html } = await visit(platform, `/users/${id}`)
  expect(status).toBe(404)
  expect(html).toContain('There is no account here. It was deleted, or the address is wrong.')
})

test('a deleted account has no page any more', async () => {
  const leaving = await platform.createUser()
  const path = `/users/${leaving.user.id}`
  expect((await visit(platform, path)).status).toBe(200)
  await platform.services.erasure.request(leaving.user, leaving.user.id)
  expect((await visit(platform, path)).status).toBe(404)
})

test('the comments of an ignored user are hidden from the reader alone, who can stop that by a form', async () => {
  const reader = await platform.createUser()
  expect((await visit(platform, page, reader)).html).toContain('Ignore ada_b')
  expect((await post(platform, `${page}/ignoring`, { decision: 'ignore' }, { user: reader })).status).toBe(303)
  const { html } = await visit(platform, page, reader)
  expect(textsIn(html)).toEqual([])
  expect(html).toContain('You ignore ada_b, so their comments are hidden from you.')
  expect(textsIn((await visit(platform, page, ben)).html)).toEqual(['Approved', 'Shown to everybody'])
  await post(platform, `${page}/ignoring`, { decision: 'stop' }, { user: reader })
  expect(textsIn((await visit(platform, page, reader)).html)).toEqual(['Approved', 'Shown to everybody'])
})

test('a form of another site ignores nobody', async () => {
  const reader = await platform.createUser()
  const sent = { user: reader, origin: 'https://elsewhere.example' }
  expect((await post(platform, `${page}/ignoring`, { decision: 'ignore' }, sent)).status).toBe(403)
  expect((await visit(platform, page, reader)).html).toContain('Ignore ada_b')
})

test('a long list has pages, and asks the store as often for twenty discussions as for one', async () => {
  const many = await platform.createUser()
  for (let number = 0; number < 25; number++)
    await platform.createComment({ asset: await platform.createAsset(), author: many, body: `No ${number}.` })
  const path = `/users/${many.user.id}`
  const first = await visit(platform, path)
  expect(textsIn(first.html)).toHaveLength(20)
  const next = /rel="next" href="([^"]+)"/.exec(first.html)?.[1] ?? ''
  expect(textsIn((await visit(platform, next)).html)).toEqual([4, 3, 2, 1, 0].map(number => `No ${number}.`))
  const asked = (of: string) => statements(() => visit(platform, of, ben))
  await asked(page)
  expect(await asked(path)).toBe(await asked(page))
})

test('somebody who has written nothing has a page that says so, and a user reads how others see them', async () => {
  const quiet = await platform.createUser({ username: 'quiet' })
  const path = `/users/${quiet.user.id}`
  expect((await visit(platform, path)).html).toContain('quiet has not written any comments that are shown here.')
  expect((await visit(platform, path, quiet)).html).toContain('This is what others see of you.')
})

test('who is sent to sign in comes back to the user, whatever the id has', async () => {
  const { user } = await platform.services.users.upsertExternal({
    provider: 'elsewhere',
    id: 'with-marks',
    userId: '50%25 of a#b?c&d',
    displayName: 'marked',
    creation: 'named',
  })
  const path = `/users/${encodeURIComponent(user.id)}`
  const sent = (await post(platform, `${path}/ignoring`, { decision: 'ignore' })).headers.get('location')!
  const next = /name="next" value="([^"]*)"/.exec((await visit(platform, sent)).html)![1]!
  const back = await post(platform, '/sign-in', {
    email: 'ada_b@test.example',
    password: 'a long enough password',
    next: next.replaceAll('&amp;', '&'),
  })
  expect(back.headers.get('location')).toBe(path)
  expect((await visit(platform, path, ada)).html).toContain('marked')
})
