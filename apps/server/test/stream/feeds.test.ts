import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importUser, visit } from '../pages/visit.ts'
import { statements } from '../statements.ts'

type Element = DefaultTreeAdapterTypes.Element
type Node = DefaultTreeAdapterTypes.Node

const within = (node: Node): Element[] =>
  'childNodes' in node
    ? node.childNodes.flatMap(child => ('tagName' in child ? [child, ...within(child)] : within(child)))
    : []
const textOf = (node: Node): string =>
  'value' in node ? node.value : 'childNodes' in node ? node.childNodes.map(textOf).join('') : ''
const named = (node: Node, name: string) => within(node).filter(({ tagName }) => tagName === name)
const attribute = ({ attrs }: Element, name: string) => attrs.find(attr => attr.name === name)?.value

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform()
})
afterAll(() => platform[Symbol.asyncDispose]())

/** The feed that a page names in its head. */
const feedOf = async (page: string) => {
  const { html } = await visit(platform, page)
  const [tag = ''] = /<link[^>]+type="application\/atom\+xml"[^>]*>/.exec(html) ?? []
  return /href="([^"]+)"/.exec(tag)![1]!.replaceAll('&amp;', '&')
}
const read = async (path: string) => {
  const text = await (await platform.http(path)).text()
  const feed = parseFragment(text)
  const entries = named(feed, 'entry').map(entry => {
    const only = (name: string) => named(entry, name)[0]!
    return {
      id: textOf(only('id')),
      updated: textOf(only('updated')),
      author: textOf(only('name')),
      link: attribute(only('link'), 'href'),
      type: attribute(only('content'), 'type'),
      content: textOf(only('content')),
    }
  })
  return { text, entries, updated: textOf(named(feed, 'updated')[0]!) }
}

test('the page of a discussion names its feed, which has the latest comments first', async () => {
  const asset = await platform.createAsset()
  const author = await platform.createUser({ username: 'anna' })
  await platform.createComment({ asset, author, body: 'The first one' })
  const last = await platform.createComment({ asset, author, body: 'The second one' })
  await platform.createComment({ asset, body: 'Rejected', status: 'REJECTED' })
  const answer = await platform.http(await feedOf(`/discussions/${asset.id}`))
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/atom+xml; charset=utf-8'])
  const { entries, updated } = await read(await feedOf(`/discussions/${asset.id}`))
  expect(entries.map(entry => entry.content)).toEqual(['The second one', 'The first one'])
  expect(entries[0]).toMatchObject({
    author: 'anna',
    link: `http://localhost:3000/discussions/${asset.id}/comments/${last.id}`,
    updated: last.created_at.toISOString(),
  })
  expect(updated).toBe(last.created_at.toISOString())
})

test('the front page names the feed of the site, with comments of every discussion', async () => {
  const [one, other] = [await platform.createAsset(), await platform.createAsset()]
  await platform.createComment({ asset: one, body: 'In one discussion' })
  await platform.createComment({ asset: other, body: 'In another discussion' })
  const { entries } = await read(await feedOf('/'))
  expect(entries.map(entry => entry.content)).toEqual(
    expect.arrayContaining(['In one discussion', 'In another discussion']),
  )
})

test('hostile texts stay texts, and characters that XML does not know are dropped [X15]', async () => {
  const asset = await platform.createAsset()
  const author = await importUser(platform, '</name><script>alert(1)</script>\u0007')
  const body =
    ']]>]]> </content><script>alert(1)</script> &amp; &lt; &amp;#65; &#66; &#99999999999; "quoted" <![CDATA[ \u{1f600}'
  const comment = await platform.createComment({ asset, body })
  await platform.services.docstore
    .collection('comments')
    .updateOne({ id: comment.id }, { $set: { body: `${body}\u0000\u0008\ufffe\ud800!`, author_id: author.user.id } })
  platform.services.revisions.bump(`asset:${asset.id}`, 'comments')
  const { text, entries } = await read(`/discussions/${asset.id}/feed.atom`)
  expect(entries[0]).toMatchObject({ type: 'text', author: '</name><script>alert(1)</script>' })
  // MongoDB stores texts as UTF-8, in which half a pair becomes the sign for a character that is not known.
  expect([`${body}!`, `${body}\ufffd!`]).toContain(entries[0]!.content)
  expect(text).not.toMatch(/<script|[\u0000-\u0008\ufffe]/)
})

test('ids stay the same when a discussion is merged into another one', async () => {
  const [from, into] = [await platform.createAsset(), await platform.createAsset()]
  await platform.createComment({ asset: from })
  const before = await read(`/discussions/${from.id}/feed.atom`)
  await platform.services.assets.merge({ from: from.id, into: into.id })
  const after = await read(`/discussions/${into.id}/feed.atom`)
  expect(after.entries.map(entry => entry.id)).toEqual(before.entries.map(entry => entry.id))
  expect(before.entries[0]!.id).toMatch(/^tag:localhost,2026:/)
})

test('a feed has at most fifty entries, and is read from the store once until a comment changes it', async () => {
  const asset = await platform.createAsset()
  const author = await platform.createUser()
  for (let i = 0; i < 52; i++) await platform.createComment({ asset, author, body: `Comment ${i}` })
  const path = `/discussions/${asset.id}/feed.atom`
  const { entries } = await read(path)
  expect(entries.length).toBe(50)
  // Comments of one millisecond have no order.
  expect(entries.slice(0, 3).map(entry => entry.content)).toContain('Comment 51')
  expect(entries.map(entry => entry.content)).not.toContain('Comment 0')
  const etag = (await platform.http(path)).headers.get('etag')!
  const asked = await statements(async () => {
    const again = await platform.http(path, { headers: { 'if-none-match': etag } })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })
  expect(asked).toBe(0)
  await platform.createComment({ asset, author, body: 'News' })
  expect((await platform.http(path, { headers: { 'if-none-match': etag } })).status).toBe(200)
})

test('a discussion without comments has a feed without entries, and an unknown one has none', async () => {
  const asset = await platform.createAsset()
  expect((await read(`/discussions/${asset.id}/feed.atom`)).entries).toEqual([])
  expect((await platform.http('/discussions/unknown/feed.atom')).status).toBe(404)
})

test('what would end a section of XML does not end the text of a comment', async () => {
  const asset = await platform.createAsset()
  await platform.createComment({ asset, body: 'a[b[0]]>c & <d>' })
  const { text } = await read(await feedOf(`/discussions/${asset.id}`))
  expect(text).toContain('<content type="text">a[b[0]]&gt;c &amp; &lt;d></content>')
})
