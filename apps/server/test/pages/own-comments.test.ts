import type { Asset } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { statements } from '../statements.ts'
import { changeAsset, post, visit } from './visit.ts'

const PATH = '/account/comments'
const REJECT = `mutation ($id: ID!, $reason: String) {
  setCommentStatus(id: $id, status: REJECTED, reason: $reason) { errors { message } }
}`

let platform: TestPlatform
let asset: Asset
let ada: TestUser
let ben: TestUser

beforeAll(async () => {
  platform = await createTestPlatform()
  asset = await platform.createAsset({ url: 'http://localhost/canal' })
  await changeAsset(platform, asset, { title: 'The <canal> & its locks' })
  ada = await platform.createUser({ username: 'ada' })
  ben = await platform.createUser({ username: 'ben' })
  const say = (body: string, more: object = {}) => platform.createComment({ asset, author: ada, body, ...more })
  const shown = await say('Shown to everybody')
  await platform.createComment({ asset, author: ben, parent: shown, body: 'What ben answers' })
  await say('Still waiting', { status: 'PREMOD' })
  await say('Held as suspect', { status: 'SYSTEM_WITHHELD' })
  const { id } = await say('Not for this site')
  const moderator = platform.as(await platform.createUser({ roles: ['MODERATOR'] }))
  await moderator.graphql(REJECT, { id, reason: 'Please keep to the <subject>.' })
  await platform.createComment({ asset, author: ben, body: 'What ben holds', status: 'PREMOD' })
})
afterAll(() => platform[Symbol.asyncDispose]())

const articlesIn = (html: string) =>
  [...html.matchAll(/<article[\s\S]*?<\/article>/g)].map(([article]) =>
    article
      .replaceAll(/<time[\s\S]*?<\/time>/g, '')
      .replaceAll(/ aria-label="[^"]*"/g, '')
      .replaceAll(/<[^>]+>/g, '|')
      .split('|')
      .map(text => text.trim())
      .filter(Boolean),
  )

test('an author sees their own comments, the newest first, with what became of each and why', async () => {
  const { html, status } = await visit(platform, PATH, ada)
  expect(status).toBe(200)
  const title = 'In The &lt;canal> &amp; its locks'
  expect(articlesIn(html)).toEqual([
    [
      title,
      'Not published; only you see it',
      'The moderators wrote to you:',
      'Please keep to the &lt;subject>.',
      'Not for this site',
    ],
    [title, 'Waits for a moderator; only you see it', 'Held as suspect', 'Show in the discussion'],
    [title, 'Waits for a moderator; only you see it', 'Still waiting', 'Show in the discussion'],
    [title, 'Shown to everybody', '1 reply', 'Show in the discussion'],
  ])
  expect(html).toContain(`href="/discussions/${asset.id}"`)
})

test('nobody reads the comments of another user there, and the page is kept nowhere [R07] [X17]', async () => {
  const answer = await platform.as(ben).http(PATH)
  const html = await answer.text()
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(html).toContain('What ben holds')
  for (const text of ['Still waiting', 'Held as suspect', 'Not for this site', 'keep to the'])
    expect(html).not.toContain(text)
  const anonymous = await platform.http(PATH, { redirect: 'manual' })
  expect([anonymous.status, anonymous.headers.get('location')]).toEqual([303, `/sign-in?next=${PATH}`])
})

test('a user who has written nothing is told so', async () => {
  expect((await visit(platform, PATH, await platform.createUser())).html).toContain(
    'You have not written any comments yet.',
  )
})

test('a long list has pages, and every comment is on one of them', async () => {
  const many = await platform.createUser()
  for (let number = 0; number < 45; number++)
    await platform.createComment({ asset, author: many, body: `No ${number}.` })
  const seen: string[][] = []
  let path: string | undefined = PATH
  while (path !== undefined) {
    const { html }: { html: string } = await visit(platform, path, many)
    seen.push([...html.matchAll(/No \d+\./g)].map(([text]) => text))
    path = /rel="next" href="([^"]+)"/.exec(html)?.[1]
  }
  expect(seen.map(page => page.length)).toEqual([20, 20, 5])
  expect(seen.flat()).toEqual(Array.from({ length: 45 }, (_, i) => `No ${44 - i}.`))
})

test('a place that was changed in the address leads to the newest comments', async () => {
  const answer = await platform.as(ada).http(`${PATH}?after=nonsense`, { redirect: 'manual' })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, PATH])
})

test('a page of comments in many discussions asks the store as often as a single comment does', async () => {
  const wide = await platform.createUser()
  const narrow = await platform.createUser()
  for (let number = 0; number < 20; number++) {
    const own = await platform.createAsset()
    await platform.createComment({ asset: own, author: wide })
    if (number === 0) await platform.createComment({ asset: own, author: narrow })
  }
  const askedFor = (user: TestUser) => statements(() => visit(platform, PATH, user))
  await askedFor(narrow)
  expect(await askedFor(wide)).toBe(await askedFor(narrow))
})

test('is in the language of the reader', async () => {
  const { html } = await visit(platform, `${PATH}?lang=de`, ada)
  expect(html).toContain('Ihre Kommentare')
  expect(html).toContain('Wartet auf die Moderation')
})

test('the users whom a user ignores are listed, and seen again by a form', async () => {
  const reader = await platform.createUser()
  expect((await visit(platform, '/account/ignored', reader)).html).toContain('You ignore nobody.')
  const path = `/users/${ben.user.id}/ignoring`
  await post(platform, path, { decision: 'ignore' }, { user: reader })
  const { html } = await visit(platform, '/account/ignored', reader)
  expect(html).toContain('aria-label="Stop ignoring ben"')
  const answer = await post(platform, path, { decision: 'stop', next: '/account/ignored' }, { user: reader })
  expect(answer.headers.get('location')).toBe('/account/ignored')
  expect((await visit(platform, '/account/ignored', reader)).html).toContain('You ignore nobody.')
})

test('a deletion has four steps, and only the last one has the button', async () => {
  const leaving = await platform.createUser()
  let path: string | undefined = '/account/deletion'
  const titles: string[] = []
  while (path !== undefined) {
    const { html }: { html: string } = await visit(platform, path, leaving)
    titles.push(`${/<h1>([^<]*)/.exec(html)?.[1]}, ${/Step \d of 4/.exec(html)?.[0]}`)
    expect(html.includes('name="decision" value="leave"')).toBe(titles.length === 4)
    path = /href="(\/account\/deletion\?step=\d)"/.exec(html)?.[1]
  }
  expect(titles).toEqual([
    'What is deleted, Step 1 of 4',
    'When it happens, Step 2 of 4',
    'Keep a copy, Step 3 of 4',
    'Delete your account, Step 4 of 4',
  ])
})
