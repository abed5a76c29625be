import type { Asset } from '@platform/plugin-sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CHROMIUM } from '../../../../apps/server/test/pages/chromium.ts'
import { testWith } from '../../../../test/needs.ts'
import type { TestStream } from '../../src/index.ts'
import { type Site, siteOf, streamOf } from './site.ts'
import { unnamedBlocks } from './snippets.ts'

const PAGE = 'client-plugin.md'

let site: Site
let stream: TestStream
let asset: Asset

beforeAll(async () => {
  site = await siteOf(PAGE)
  stream = await streamOf(site)
  asset = await stream.platform.createAsset()
}, 60_000)
afterAll(async () => {
  await stream?.[Symbol.asyncDispose]()
  await site?.[Symbol.asyncDispose]()
})

test('the page shows no code that is not run, but commands', async () => {
  expect((await unnamedBlocks(PAGE)).filter(language => language !== 'sh')).toEqual([])
})

test('its files compile', { timeout: 60_000 }, async () => {
  expect(await site.compile()).toBe('')
})

test('its own tests pass, and the one in a browser is skipped without one', { timeout: 60_000 }, async () => {
  const passed = CHROMIUM.missing === undefined ? '2 passed' : '1 passed | 1 skipped'
  expect(await site.run('node_modules/vitest/vitest.mjs', 'run', 'plugins/thanks')).toContain(passed)
})

test('comments of five words or more have their number, in the language of the page', async () => {
  const { platform } = stream
  await platform.createComment({ asset, body: 'one two three four five six' })
  await platform.createComment({ asset, body: 'too short' })
  const html = await stream.html(asset)
  expect([...html.matchAll(/class="words">([^<]*)/g)].map(([, text]) => text)).toEqual(['6 words'])
  const german = await (await platform.http(`/discussions/${asset.id}?lang=de`)).text()
  expect(german).toContain('6 Wörter')
})

test('only the author sees which comment is theirs, and shared pages have no mark', async () => {
  const { platform } = stream
  const [ada, bob] = [await platform.createUser(), await platform.createUser()]
  await platform.createComment({ asset, author: ada })
  const marked = async (caller: typeof ada | null) => (await stream.html(asset, caller)).includes('badge mine')
  expect([await marked(ada), await marked(bob), await marked(null), await marked(ada)]).toEqual([
    true,
    false,
    false,
    true,
  ])
})

testWith(CHROMIUM)(
  'the page works in a browser: a dialog asks the graph, and a moderator pins',
  { timeout: 60_000 },
  async () => {
    const { platform } = stream
    const discussed = await platform.createAsset()
    await platform.createComment({ asset: discussed, body: 'one two three four five six' })
    const page = await stream.open(discussed, { roles: ['MODERATOR'] })
    await page.getByRole('button', { name: 'The rules' }).click()
    await page.getByRole('dialog', { name: 'The rules' }).getByText('the authors of 1 comments').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Pin' }).click()
    await page.locator('.comment.pinned').waitFor()
    await page.getByRole('link', { name: 'Pins 1' }).click()
    await page.locator('.tabs a[aria-current]').getByTitle('Pinned by the editors.').waitFor()
    await page.locator('.comment.pinned').waitFor()
    expect(stream.problems).toEqual([])
  },
)

testWith(CHROMIUM)('a question gets its tag by the server, in open pages, too', { timeout: 60_000 }, async () => {
  const { platform } = stream
  const discussed = await platform.createAsset()
  const ask = async (body: string) => {
    const caller = platform.as(await platform.createUser())
    const { data } = await caller.graphql(
      'mutation ($input: CreateCommentInput!) { createComment(input: $input) { errors { message } } }',
      { input: { asset_id: discussed.id, body } },
    )
    expect(data).toEqual({ createComment: { errors: null } })
  }
  await ask('No question. ')
  await ask('Is it one? ')
  const page = await stream.open(discussed)
  await page.getByRole('link', { name: 'Questions 1' }).waitFor()
  expect(await page.locator('.comment .badge', { hasText: 'Question' }).count()).toBe(1)
  await page.waitForLoadState('networkidle')
  await ask('And this?')
  await page.getByRole('link', { name: 'Questions 2' }).click()
  await expect.poll(() => page.locator('.comments .text').allTextContents()).toEqual(['And this?', 'Is it one?'])
  expect(stream.problems).toEqual([])
})

testWith(CHROMIUM)(
  'all readers see how often a comment was saved, and each finds their own in a tab',
  { timeout: 60_000 },
  async () => {
    const { platform } = stream
    const discussed = await platform.createAsset()
    const { id } = await platform.createComment({ asset: discussed, body: 'worth reading again' })
    const ada = await platform.createUser()
    expect(await stream.html(discussed)).toContain('Save (0)')
    const page = await stream.open(discussed, ada)
    await page.getByRole('button', { name: 'Save (0)', pressed: false }).click()
    await page.getByRole('button', { name: 'Saved (1)', pressed: true }).waitFor()
    await expect.poll(() => stream.html(discussed)).toContain('Save (1)')
    expect(await stream.html(discussed, ada)).toContain('Saved (1)')
    await page.getByRole('link', { name: 'Saved', exact: true }).click()
    await page.locator('.bookmarks').getByText('worth reading again').waitFor()
    expect(await page.locator('.bookmarks a').getAttribute('href')).toContain(id)
    const other = await stream.open(discussed)
    await other.goto(`${await stream.address(discussed)}?pane=bookmark`)
    await other.getByText('Readers who are signed in find').waitFor()
    await page.goto(`${await stream.address(discussed)}?pane=bookmark`)
    await page.locator('.bookmarks').getByText('worth reading again').waitFor()
    expect(stream.problems).toEqual([])
  },
)

test('without script the server runs a mutation of a client part, and leads back to the comment', async () => {
  const { platform } = stream
  const { id } = await platform.createComment({ asset })
  const ada = platform.as(await platform.createUser())
  const send = (variables: object, caller = ada) =>
    caller.http(`/discussions/${asset.id}/parts/wave/wave`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ variables: JSON.stringify(variables), comment: id }),
    })
  const answer = await send({ comment: id })
  expect([answer.status, answer.headers.get('location')]).toEqual([
    303,
    `/discussions/${asset.id}?comment=${id}#c-${id}`,
  ])
  expect((await send({ nothing: 1 })).status).toBe(400)
  expect((await send({ comment: id }, platform as never)).headers.get('location')).toMatch(/^\/sign-in\?next=/)
})
