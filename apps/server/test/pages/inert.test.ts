import type { Asset } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOSTILE } from './hostile.ts'
import { changeAsset, importUser, linksTo, post, visit } from './visit.ts'

let platform: TestPlatform
let asset: Asset

beforeAll(async () => {
  platform = await createTestPlatform()
  asset = await platform.createAsset()
})

afterAll(() => platform[Symbol.asyncDispose]())

/** Elements and attributes that a page of ours has only when a user's text was not escaped. */
function foreignMarkup(html: string): string[] {
  return elementsIn(parse(html)).flatMap(({ tagName, attrs }) => {
    // A script element with data is not executed.
    const isData = attrs.some(({ name, value }) => name === 'type' && /^application\/(ld\+)?json$/.test(value))
    const inline = tagName === 'script' && !isData && !attrs.some(({ name }) => name === 'src')
    const alien = OURS.has(tagName) && !inline ? [] : [tagName]
    const bad = attrs.filter(
      ({ name, value }) =>
        /^(on|style$|srcdoc$|formaction$|http-equiv$)/.test(name) ||
        /^\s*(javascript|data|vbscript):/i.test(value.replace(/[\t\n\r]/g, '')) ||
        (tagName === 'b' && ['id', 'name'].includes(name)) ||
        (['src', 'action'].includes(name) && !isOwn(value)) ||
        (name === 'href' && tagName !== 'a' && !isOwn(value)),
    )
    return [...alien, ...bad.map(({ name, value }) => `${tagName} ${name}=${value}`)]
  })
}

const isOwn = (address: string) => /^[/#]/.test(address) || address.startsWith('http://localhost:3000/')

const OURS = new Set(
  (
    'html head meta title link script body a blockquote header img bdi nav form button main section div h1 h2 p ol li article ' +
    'span time br footer b label textarea input aside'
  ).split(' '),
)

function elementsIn(node: DefaultTreeAdapterTypes.Node): DefaultTreeAdapterTypes.Element[] {
  const inner = 'childNodes' in node ? node.childNodes.flatMap(elementsIn) : []
  return 'tagName' in node ? [node, ...inner] : inner
}

test('the check finds a text that is not escaped [X05]', () => {
  for (const hostile of HOSTILE.filter(text => /<\w/.test(text)))
    expect(foreignMarkup(`<!doctype html><body><article>${hostile}</article>`)).not.toEqual([])
})

test.each(HOSTILE)('%s is text in a body, a username and a title [X01, X02, X11]', async hostile => {
  const author = await importUser(platform, hostile)
  await changeAsset(platform, asset, { title: hostile })
  const root = await platform.createComment({ asset, author, body: hostile })
  const reply = await platform.createComment({ asset, author, parent: root, body: hostile })
  for (const path of [
    '/',
    `/discussions/${asset.id}`,
    `/discussions/${asset.id}/comments/${reply.id}`,
    `/embed/stream?asset_id=${asset.id}`,
    `/api/v1/assets/${asset.id}/stream.html`,
  ]) {
    const { status, html } = await visit(platform, path, author)
    expect(status).toBe(200)
    expect(foreignMarkup(html)).toEqual([])
  }
  const refused = await post(platform, `/discussions/${asset.id}/comments`, { body: hostile })
  expect(refused.status).toBe(401)
  expect(foreignMarkup(refused.html)).toEqual([])
})

test("the site's own name and messages are text as well [X02]", async () => {
  await using site = await createTestPlatform()
  const closed = await site.createAsset({ closedAt: new Date(0) })
  const own = await site.createAsset({ closedAt: new Date(0) })
  for (const hostile of HOSTILE) {
    await site.services.settings.update({ closedMessage: hostile, organizationName: hostile.slice(0, 60) })
    await changeAsset(site, own, { closedMessage: hostile, author: hostile, section: hostile, description: hostile })
    for (const { id } of [closed, own]) {
      const { status, html } = await visit(site, `/discussions/${id}`)
      expect([status, foreignMarkup(html)]).toEqual([200, []])
    }
  }
})

test('the values of a form and of an address come back as text', async () => {
  for (const hostile of HOSTILE) {
    expect(
      foreignMarkup(
        (await post(platform, '/register', { email: hostile, username: hostile, password: 'x', next: hostile })).html,
      ),
    ).toEqual([])
    expect(
      foreignMarkup(
        (await post(platform, '/admin/install', { token: hostile, organizationName: hostile, email: hostile })).html,
      ),
    ).toEqual([])
    expect(foreignMarkup((await visit(platform, `/no/${encodeURIComponent(hostile)}`)).html)).toEqual([])
    expect(foreignMarkup((await visit(platform, `/sign-in?next=${encodeURIComponent(hostile)}`)).html)).toEqual([])
  }
})

test.each(['https://site.example/a?b=1&c=2', 'http://site.example/ü'])(
  '%s in a body is a link that tells search engines not to count it [X03]',
  async address => {
    const made = await platform.createComment({ asset, body: `see ${address}, please` })
    const { html } = await visit(platform, `/discussions/${asset.id}/comments/${made.id}`)
    const [link] = linksTo(html, address.replace('&', '&amp;'))
    expect(link).toBe(`href="${new URL(address).href.replace('&', '&amp;')}" rel="nofollow ugc noopener"`)
  },
)

test.each([
  'javascript:alert(1)',
  'vbscript:x',
  'data:text/html;base64,PHNjcmlwdD4=',
  'JaVa\tscript:alert(1)',
  '&#106;avascript:alert(1)',
  '//evil.example',
  '\\\\evil.example',
  'http://site.example@evil.example',
  'https://user:pass@evil.example/',
  'mailto:a@b.example?bcc=c@d.example',
  'intent:x',
  'ftp://evil.example/',
  `https://site.example/${'x'.repeat(5_000)}`,
  'javascript://site.example/%0aalert(1)',
  'file:///etc/passwd',
])('%s in a body is no link [X03]', async address => {
  const made = await platform.createComment({ asset, body: `see ${address} there` })
  const { html } = await visit(platform, `/discussions/${asset.id}/comments/${made.id}`)
  const { 1: body } = /<div class="text" dir="auto">(.*?)<\/div>/s.exec(html)!
  expect(body).not.toContain('<a ')
})

test('Markdown is text like any other, however much of it there is [X07]', async () => {
  const author = await platform.createUser()
  for (const unit of ['> ', '*', '[', '`', '| a ', '[a]: b\n', '**a', '![']) {
    const body = unit.repeat(Math.floor(50_000 / unit.length))
    const made = await platform.createComment({ asset, author, body })
    const { status, html } = await visit(platform, `/discussions/${asset.id}/comments/${made.id}`)
    expect([status, foreignMarkup(html)]).toEqual([200, []])
    const { 1: shown } = /<div class="text" dir="auto">(.*?)<\/div>/s.exec(html)!
    expect(shown).toContain(body.slice(0, 6).trim())
  }
})

test('a body with thousands of half addresses is shown within a second [X07]', async () => {
  const author = await platform.createUser()
  for (const body of [
    'http://'.repeat(9_000),
    'http://a('.repeat(7_000),
    `http://a.b/${'['.repeat(60_000)}`,
    `${'a.'.repeat(30_000)}://`,
    `${'\n'.repeat(60_000)}ok`,
  ]) {
    const made = await platform.createComment({ asset, author, body })
    const before = process.cpuUsage()
    expect((await visit(platform, `/discussions/${asset.id}/comments/${made.id}`)).status).toBe(200)
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000)
  }
})

test('a discussion whose address is no web address is shown without a link to it', async () => {
  const other = await platform.createAsset()
  await changeAsset(platform, other, { url: 'javascript:alert(1)', title: 'Odd address' })
  expect((await visit(platform, `/discussions/${other.id}`)).html).toContain('<h1 dir="auto">Odd address</h1>')
})

test('the policy allows no inline script or style, and pages have none [X14]', async () => {
  const { html, headers } = await visit(platform, `/discussions/${asset.id}`)
  const policy = headers.get('content-security-policy')!
  expect(policy).not.toContain('unsafe-inline')
  expect(policy).toContain("object-src 'none'")
  expect(policy).toContain("base-uri 'none'")
  expect(html).not.toMatch(/<script(?![^>]*\b(?:src=|type="application\/(?:ld\+)?json"))|<style|\sstyle=/)
})
