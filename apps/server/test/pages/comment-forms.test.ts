import type { Action, Asset, Comment, User } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hrefOf, post, visit } from './visit.ts'

let platform: TestPlatform
let asset: Asset
let ada: TestUser
let bob: TestUser
let comment: Comment

beforeAll(async () => {
  platform = await createTestPlatform()
  await platform.services.settings.update({ editCommentWindowLength: 60_000 })
})
beforeEach(async () => {
  asset = await platform.createAsset()
  ada = await platform.createUser()
  bob = await platform.createUser()
  comment = await platform.createComment({ asset, author: ada, body: 'First words' })
})
afterAll(() => platform[Symbol.asyncDispose]())

const form = (kind: string) => `/discussions/${asset.id}/comments/${comment.id}/${kind}`
const location = (page: { headers: Headers }) => page.headers.get('location')
/** Follows the answer to a form, as the browser of the user does. */
const landing = (page: { headers: Headers }, user: TestUser) => visit(platform, location(page)!.split('#')[0]!, user)
const stored = () => platform.services.docstore.collection<Comment>('comments').findOne({ id: comment.id })
const actions = (item: string) =>
  platform.services.docstore.collection<Action>('actions').find({ item_id: item }).toArray()

describe('on the page of a discussion without script', () => {
  test('an author has links to edit and delete, another reader to report and ignore, and an anonymous one to report', async () => {
    const page = `/discussions/${asset.id}`
    const tools = async (user?: TestUser) =>
      [...(await visit(platform, page, user)).html.matchAll(/data-tool="(\w+)"/g)].map(([, kind]) => kind)
    expect([await tools(ada), await tools(bob), await tools()]).toEqual([
      ['edit', 'delete'],
      ['report', 'ignore'],
      ['report'],
    ])
  })

  test('a link leads to a page with the form, and a reader who is not signed in to the page for that', async () => {
    const { html } = await visit(platform, `/discussions/${asset.id}`)
    const href = /<a class="action tool report"[^>]*href="([^"]*)"/.exec(html)![1]!
    expect(location(await visit(platform, href))).toContain('/sign-in?next=')
    expect((await visit(platform, href, bob)).html).toContain(`<form class="comment-form report"`)
  })
})

describe('editing', () => {
  test('changes the text, and leads back to the comment', async () => {
    const page = await visit(platform, form('edit'), ada)
    expect(page.html).toMatch(/<textarea[^>]*name="body"[^>]*>First words<\/textarea>/)
    const done = await post(platform, form('edit'), { body: 'Better\r\nwords' }, { user: ada })
    expect([done.status, location(done)]).toEqual([
      303,
      `/discussions/${asset.id}?comment=${comment.id}&done=changed#c-${comment.id}`,
    ])
    const { html } = await landing(done, ada)
    expect(html).toContain('Better<br/>words')
    expect(html).toContain('role="status">Your comment is changed.')
  })

  test('keeps what was typed when it is refused, with the reason', async () => {
    const short = await post(platform, form('edit'), { body: 'x' }, { user: ada })
    expect(short.status).toBe(400)
    expect(short.html).toMatch(/>x<\/textarea>.*role="alert">Write a little more/s)
    platform.clock.advance(61_000)
    const late = await post(platform, form('edit'), { body: 'Much too late' }, { user: ada })
    expect(late.status).toBe(403)
    expect(late.html).toMatch(/>Much too late<\/textarea>.*The time in which you could change this comment is over/s)
    const anonymous = await post(platform, form('edit'), { body: 'Written while signed out' })
    expect(anonymous.status).toBe(401)
    expect(anonymous.html).toMatch(/>Written while signed out<\/textarea>.*You are not signed in/s)
    expect((await stored())?.body).toBe('First words')
  })

  test('is for the author: no other user gets the form, or changes the text by sending it [R01]', async () => {
    expect((await visit(platform, form('edit'), bob)).status).toBe(403)
    expect((await visit(platform, form('delete'), bob)).status).toBe(403)
    expect((await post(platform, form('edit'), { body: 'By another user' }, { user: bob })).status).toBe(403)
    expect((await stored())?.body).toBe('First words')
  })
})

test('deleting asks first, then leaves a tombstone', async () => {
  expect((await visit(platform, form('delete'), ada)).html).toContain('Delete this comment?')
  const done = await post(platform, form('delete'), {}, { user: ada })
  const { html } = await landing(done, ada)
  expect(html).toContain('Your comment is deleted.')
  expect(html).toContain('This comment was deleted.')
  expect(html).not.toContain('First words')
  expect((await post(platform, form('delete'), {}, { user: ada })).status).toBe(404)
})

describe('reporting', () => {
  test.each([
    ['COMMENT_OFFENSIVE', 'comment', 'FLAG'],
    ['COMMENT_SPAM', 'comment', 'FLAG'],
    ['COMMENT_OTHER', 'comment', 'FLAG'],
    ['USERNAME_OFFENSIVE', 'author', 'FLAG'],
    ['USERNAME_NOLIKE', 'author', 'FLAG'],
    ['USERNAME_IMPERSONATING', 'author', 'FLAG'],
    ['USERNAME_SPAM', 'author', 'FLAG'],
    ['USERNAME_OTHER', 'author', 'FLAG'],
  ])('%s reports the %s to the moderators', async (reason, of, type) => {
    const page = await visit(platform, form('report'), bob)
    expect(page.html).toContain(`value="${reason}"`)
    const done = await post(platform, form('report'), { reason, message: 'Look at this' }, { user: bob })
    expect((await landing(done, bob)).html).toContain('The moderators will look at your report')
    expect(await actions(of === 'author' ? ada.user.id : comment.id)).toEqual([
      expect.objectContaining({ action_type: type, group_id: reason, metadata: { message: 'Look at this' } }),
    ])
  })

  test('that one does not agree is a don’t-agree, and no flag', async () => {
    const done = await post(platform, form('report'), { reason: 'DISAGREE', message: '' }, { user: bob })
    expect((await landing(done, bob)).html).toContain('The moderators learn that you don’t agree')
    expect(await actions(comment.id)).toEqual([expect.objectContaining({ action_type: 'DONTAGREE', group_id: null })])
  })

  test('needs a reason, and keeps the message', async () => {
    const page = await post(platform, form('report'), { message: 'I only say this' }, { user: bob })
    expect(page.status).toBe(400)
    expect(page.html).toMatch(/>I only say this<\/textarea>.*Choose a reason first/s)
    expect(await actions(comment.id)).toEqual([])
  })
})

test('ignoring an author hides their comments, and the page of a comment takes it back', async () => {
  const list = async () =>
    (await platform.services.docstore.collection<User>('users').findOne({ id: bob.user.id }))?.ignoresUsers
  const done = await post(platform, form('ignore'), { ignored: 'yes' }, { user: bob })
  expect(await list()).toEqual([ada.user.id])
  const { html } = await landing(done, bob)
  expect(html).not.toContain('First words')
  const back = hrefOf(html, `Stop ignoring ${ada.user.username}`)
  expect((await visit(platform, back, bob)).html).toContain('name="ignored" value="no"')
  const undone = await post(platform, back, { ignored: 'no' }, { user: bob })
  expect(await list()).toEqual([])
  expect((await landing(undone, bob)).html).toContain('First words')
})

test('staff can’t be ignored, and the page says so', async () => {
  const staff = await platform.createUser({ roles: ['STAFF'] })
  comment = await platform.createComment({ asset, author: staff })
  const page = await post(platform, form('ignore'), { ignored: 'yes' }, { user: bob })
  expect(page.html).toContain('People who work for this site can’t be ignored')
})

test('a form about a comment is not accepted from another site [C01, C02]', async () => {
  for (const origin of ['https://evil.example', 'null'])
    for (const [kind, values] of Object.entries({
      edit: { body: 'Forged words' },
      delete: {},
      report: { reason: 'COMMENT_SPAM' },
      ignore: { ignored: 'yes' },
    })) {
      const user = kind === 'edit' || kind === 'delete' ? ada : bob
      const page = await post(platform, form(kind), values as Record<string, string>, { user, origin })
      expect([kind, page.status]).toEqual([kind, 403])
    }
  expect((await stored())?.body).toBe('First words')
  expect(await actions(comment.id)).toEqual([])
})

test('an address that names no form, or a comment of another discussion, is not found', async () => {
  const other = await platform.createAsset()
  expect((await visit(platform, form('applaud'), ada)).status).toBe(404)
  expect((await visit(platform, `/discussions/${other.id}/comments/${comment.id}/edit`, ada)).status).toBe(404)
})

describe('a comment that waits for a moderator', () => {
  beforeEach(async () => {
    asset = await platform.createAsset({ settings: { moderation: 'PRE' } })
  })

  test('stands in the discussion for its author, marked, and for no other reader', async () => {
    await post(platform, `/discussions/${asset.id}/comments`, { body: 'Please approve this' }, { user: ada })
    const page = `/discussions/${asset.id}`
    const own = await visit(platform, page, ada)
    expect(own.html).toMatch(/Waits for a moderator; only you see it.*Please approve this/s)
    expect(own.html).toContain('0 comments')
    for (const user of [bob, undefined]) expect((await visit(platform, page, user)).whole).not.toContain('approve this')
  })

  test('has a page of its own for its author only, and can be changed there', async () => {
    comment = await platform.createComment({ asset, author: ada, status: 'PREMOD', body: 'Not approved yet' })
    const page = `/discussions/${asset.id}/comments/${comment.id}`
    expect((await visit(platform, page, ada)).html).toContain('Not approved yet')
    expect((await visit(platform, page, bob)).status).toBe(404)
    const done = await post(platform, form('edit'), { body: 'Waits in other words' }, { user: ada })
    expect(location(done)).toContain('held=waits')
    expect((await landing(done, ada)).html).toContain('Waits in other words')
  })
})
