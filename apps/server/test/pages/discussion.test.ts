import type { Asset, Comment } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform, type TestUser } from '@platform/plugin-testing'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { changeAsset, hrefOf, linksTo, visit } from './visit.ts'

let platform: TestPlatform
let author: TestUser
let asset: Asset
let roots: Comment[]

beforeAll(async () => {
  platform = await createTestPlatform()
  author = await platform.createUser({ username: 'ada' })
  asset = await platform.createAsset()
  await changeAsset(platform, asset, { title: 'What to read' })
  roots = []
  for (let i = 0; i < 45; i++) {
    platform.clock.advance(1_000)
    roots.push(await platform.createComment({ asset, author, body: `root number ${i}.` }))
  }
  for (let i = 0; i < 7; i++) await answer(roots[3]!, `reply number ${i}.`)
  for (const root of roots.slice(10, 40)) await answer(root, 'one reply.')
})

afterAll(() => platform[Symbol.asyncDispose]())

async function answer(parent: Comment, body: string): Promise<Comment> {
  platform.clock.advance(1_000)
  return platform.createComment({ asset, author, parent, body })
}

const page = (query = '') => visit(platform, `/discussions/${asset.id}${query}`)
const rootsIn = (html: string) => [...html.matchAll(/root number (\d+)\./g)].map(match => Number(match[1]))

test('a page has the first twenty roots in the order asked for, and links to the others', async () => {
  const newest = await page()
  expect(rootsIn(newest.html)).toEqual(Array.from({ length: 20 }, (_, i) => 44 - i))
  const second = await visit(platform, hrefOf(newest.html, 'More comments'))
  expect(rootsIn(second.html)).toEqual(Array.from({ length: 20 }, (_, i) => 24 - i))
  const third = await visit(platform, hrefOf(second.html, 'More comments'))
  expect(rootsIn(third.html)).toEqual([4, 3, 2, 1, 0])
  expect(linksTo(third.html, 'More comments')).toEqual([])
  expect(rootsIn((await visit(platform, hrefOf(newest.html, 'Oldest'))).html)[0]).toBe(0)
  expect(rootsIn((await visit(platform, hrefOf(newest.html, 'Most replies'))).html)[0]).toBe(3)
})

test('a root has three replies; the others are on its own page, which pages them', async () => {
  const { html } = await page('?sort=replies')
  expect([0, 1, 2, 3].map(i => html.includes(`reply number ${i}.`))).toEqual([true, true, true, false])
  const all = await visit(platform, hrefOf(html, 'Show 4 more replies'))
  expect(all.html.match(/reply number \d\./g)).toHaveLength(7)
  expect(hrefOf(all.html, 'The whole discussion')).toBe(`/discussions/${asset.id}`)
  expect(all.html).toContain('root number 3.')
})

test('replies are nested as deep as configured; deeper ones are behind a link', async () => {
  const other = await platform.createAsset()
  let last = await platform.createComment({ asset: other, author, body: 'depth 0.' })
  for (let depth = 1; depth < 6; depth++)
    last = await platform.createComment({ asset: other, author, parent: last, body: `depth ${depth}.` })
  const { html } = await visit(platform, `/discussions/${other.id}`)
  expect(html.match(/depth \d\./g)).toEqual(['depth 0.', 'depth 1.', 'depth 2.', 'depth 3.'])
  const deeper = await visit(platform, hrefOf(html, 'Show 1 reply'))
  // The head describes the comment; above it are those that lead to it.
  const [, main] = deeper.html.split('<main')
  expect(main!.match(/depth \d\./g)).toEqual([0, 1, 2, 3, 4, 5].map(depth => `depth ${depth}.`))
})

test('a page takes a fixed number of store queries, however many parents it has', async () => {
  const queriesFor = async (path: string) => {
    const { commentsReader, users } = platform.services
    const spies = [vi.spyOn(commentsReader, 'page'), vi.spyOn(commentsReader, 'replies'), vi.spyOn(users, 'findByIds')]
    await platform.as(author).http(path)
    const calls = spies.map(spy => spy.mock.calls.length)
    for (const spy of spies) spy.mockRestore()
    return calls
  }
  const small = await platform.createAsset()
  const root = await platform.createComment({ asset: small, author })
  await platform.createComment({ asset: small, author, parent: root })
  // Right after a comment one more is asked for: what is not new although the page does not show it.
  platform.clock.advance(60_000)
  const few = await queriesFor(`/discussions/${small.id}`)
  // One page of comments, and one of the reader's own comments that wait for a moderator.
  expect(few).toEqual([2, 1, 1])
  expect(await queriesFor(`/discussions/${asset.id}`)).toEqual(few)
})

test('a page stays below 600 kB whatever was written', async () => {
  const busy = await platform.createAsset()
  const body = `${'"'.repeat(30)} https://site.example/${'x'.repeat(100)} `.repeat(300)
  for (let i = 0; i < 20; i++) {
    const root = await platform.createComment({ asset: busy, author, body })
    for (let j = 0; j < 3; j++) {
      const reply = await platform.createComment({ asset: busy, author, parent: root, body })
      for (let k = 0; k < 3; k++) await platform.createComment({ asset: busy, author, parent: reply, body })
    }
  }
  const { html } = await visit(platform, `/discussions/${busy.id}`)
  expect(html.match(/<article /g)!.length).toBeGreaterThanOrEqual(200)
  const answer = await platform.http(`/discussions/${busy.id}`)
  expect((await answer.arrayBuffer()).byteLength).toBeLessThan(600_000)
  const whole = await visit(platform, hrefOf(html, 'Read the whole comment'))
  expect(whole.html.match(/<a href="https:\/\/site\.example/g)!.length).toBeGreaterThanOrEqual(300)
}, 60_000)

test('a comment shows its author, time, staff badge, edit mark, and text in paragraphs and lines', async () => {
  const staff = await platform.createUser({ username: 'the_editor', roles: ['STAFF'] })
  const made = await platform.createComment({ asset, author: staff, body: 'first line\nsecond line\n\nnew paragraph' })
  await platform.services.comments.edit(staff.user, {
    id: made.id,
    asset_id: asset.id,
    body: 'first line\nsecond line\n\nnew paragraph, changed',
  })
  const { html } = await page(`/comments/${made.id}`)
  expect(html).toContain('<bdi>the_editor</bdi></a><span class="badge">Staff</span>')
  expect(html).toContain(`<time datetime="${made.created_at.toISOString()}">`)
  expect(html).toMatch(/<time class="edited" datetime="[^"]+">edited<\/time>/)
  expect(html).toContain('<p>first line<br/>second line</p><p>new paragraph, changed</p>')
})

test('a deleted comment is a tombstone that keeps its replies', async () => {
  const other = await platform.createAsset()
  const parent = await platform.createComment({ asset: other, body: 'to be deleted' })
  await platform.createComment({ asset: other, parent, body: 'the answer stays' })
  await platform.services.docstore
    .collection<Comment>('comments')
    .updateOne({ id: parent.id }, { $set: { body: null, author_id: null, deleted_at: new Date() } })
  platform.services.revisions.bump(`asset:${other.id}`)
  const { html } = await visit(platform, `/discussions/${other.id}`)
  expect(html).toContain('This comment was deleted.')
  expect(html).toContain('the answer stays')
  expect(html).not.toContain('to be deleted')
})

test.each([
  ['ADMIN', 'Administrator'],
  ['MODERATOR', 'Moderator'],
  ['STAFF', 'Staff'],
] as const)('the badge of a comment names the role of its author: %s', async (role, badge) => {
  const author = await platform.createUser({ roles: [role] })
  const made = await platform.createComment({ asset, author })
  const { html } = await page(`/comments/${made.id}`)
  expect(/<span class="badge">(.*?)<\/span>/.exec(html)?.[1]).toBe(badge)
})

test('a closed discussion offers no reply, on any page', async () => {
  const closed = await platform.createAsset()
  const parent = await platform.createComment({ asset: closed })
  const reply = await platform.createComment({ asset: closed, parent })
  const paths = ['', '?sort=oldest', `/comments/${parent.id}`, `/comments/${reply.id}`]
  const offers = () =>
    Promise.all(
      paths.map(async path => (await visit(platform, `/discussions/${closed.id}${path}`)).html.includes('>Reply</a>')),
    )
  expect(await offers()).toEqual([true, true, true, true])
  await changeAsset(platform, closed, { closedAt: new Date(0) })
  expect(await offers()).toEqual([false, false, false, false])
})

test('a discussion that is closed says so instead of asking to join', async () => {
  const closed = await platform.createAsset({ closedAt: new Date(0) })
  const { html } = await visit(platform, `/discussions/${closed.id}`)
  expect(html).toContain('This discussion is closed.')
  expect(html).not.toContain('to join the discussion')
})

test('an unknown comment, one of another discussion and a wrong cursor get a page that explains it', async () => {
  const other = await platform.createAsset()
  expect((await visit(platform, '/discussions/nothing')).status).toBe(404)
  expect((await visit(platform, `/discussions/${other.id}/comments/${roots[0]!.id}`)).status).toBe(404)
  const wrong = await page('?after=rubbish')
  expect(wrong.status).toBe(400)
  expect(wrong.html).toContain('Remove “after=…” from the address')
  expect(wrong.html).not.toContain('endCursor')
  expect((await page('?after=rubbish&lang=de')).html).toContain('Entfernen Sie „after=…“ aus der Adresse')
  const alone = await page(`/comments/${roots[0]!.id}?after=rubbish`)
  expect([alone.status, alone.html.includes('Remove “after=…” from the address')]).toEqual([400, true])
})

test('an anonymous page is computed once for all readers, and anew after a comment', async () => {
  const other = await platform.createAsset()
  await platform.createComment({ asset: other })
  platform.clock.advance(60_000)
  const read = vi.spyOn(platform.services.commentsReader, 'page')
  for (let i = 0; i < 3; i++) await visit(platform, `/discussions/${other.id}`)
  expect(read).toHaveBeenCalledTimes(1)
  read.mockRestore()
  await platform.createComment({ asset: other, body: 'it is there at once' })
  expect((await visit(platform, `/discussions/${other.id}`)).html).toContain('it is there at once')
})

test('a page knows the comments posted right before it was read, and asks for no older ones', async () => {
  const other = await platform.createAsset()
  const old = await platform.createComment({ asset: other })
  platform.clock.advance(60_000)
  const root = await platform.createComment({ asset: other })
  const reply = await platform.createComment({ asset: other, parent: root })
  const recent = async () => {
    const answer = await platform.http(`/discussions/${other.id}?sort=oldest`)
    const [, state] = /id="platform-state">(.*?)<\/script>/s.exec(await answer.text())!
    return (JSON.parse(state!) as { recent: string[] }).recent.toSorted()
  }
  expect(await recent()).toEqual([root.id, reply.id].toSorted())
  expect(await recent()).not.toContain(old.id)
})
