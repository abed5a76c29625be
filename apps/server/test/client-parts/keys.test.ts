import { queuesOf } from '@platform/client-sdk'
import { BadUserInputError, definePlugin, shared } from '@platform/plugin-sdk'
import type { StreamBuild } from '@platform/stream'
import type { Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { describeWith } from '../../../../test/needs.ts'
import { startVisited, type Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { type Blog, withBlog } from '../stream/blog.ts'
import { openAsWriter } from '../stream/writer.ts'
import { buildsPart } from './built-part.ts'

const keyed = definePlugin({
  name: 'keyed',
  sdk: '^1.0',
  config: z.object({
    greeting: z.string().default('Hello'),
    password: z.string().default('a hidden password'),
    inner: z.any(),
  }),
  public: ['greeting', 'password', 'inner'],
  typeDefs: `
    type Comment { mark: String }
    type PinResponse implements Response { by: ID errors: [UserError!] }
    type RootMutation { pin(id: ID!, refuse: Boolean!): PinResponse! }
  `,
  resolvers: {
    Comment: { mark: shared(() => 'marked') },
    RootMutation: {
      pin: (_root, { id, refuse }) => {
        if (refuse) throw new BadUserInputError('There is no pin left')
        return { by: id, errors: null }
      },
    },
  },
})

describeWith(CHROMIUM)('the keys of a client part, in Chromium', { timeout: 60_000 }, () => {
  let visited: Visited
  let blog: Blog
  let build: StreamBuild
  const buildPart = buildsPart('keyed')
  withBlog(
    site => {
      visited = site.visited
      blog = site.blog
    },
    async () => {
      build = await buildPart()
      const settings = { keyed: { config: { inner: { shown: 1, apiKey: 'a hidden key' } } } }
      return startVisited({ plugins: [keyed], streamBuild: build, settings })
    },
  )
  const discussion = async () => {
    const asset = await visited.platform.createAsset({ url: `${blog.root}/post` })
    return { asset, comment: await visited.platform.createComment({ asset, body: 'Well said' }) }
  }

  test('own: the fields are asked for apart, also those that all readers could share', async () => {
    const { asset, comment } = await discussion()
    const html = await (await visited.platform.http(`/discussions/${asset.id}`)).text()
    expect(html).not.toContain('marked')
    await using reader = await openAsWriter(visited, asset, await visited.platform.createUser())
    await expect.poll(() => reader.page.locator(`#c-${comment.id} .pin`).first().textContent()).toBe('marked')
  })

  test('mutations: the page changes at once, keeps what the server answers, and takes back what it refuses', async () => {
    const { asset } = await discussion()
    await using reader = await openAsWriter(visited, asset, await visited.platform.createUser())
    const { page } = reader
    const shown = () => page.locator('.pinned').first().textContent()
    /** Presses a button, and lets the request go on once the page is seen as it is before the answer. */
    const press = async (selector: string, before: string) => {
      const request = Promise.withResolvers<Route>()
      await page.route('**/graph/ql**', route =>
        route.request().postData()?.includes('refuse') ? request.resolve(route) : route.continue(),
      )
      await page.locator(selector).first().click()
      const route = await request.promise
      await expect.poll(shown).toBe(before)
      await route.continue()
      await page.unroute('**/graph/ql**')
    }
    await press('form.refused button', 'GUESSED')
    await page.getByText('There is no pin left').first().waitFor()
    expect(await shown()).toBe('')
    await press('form.done button', 'GUESSED')
    await expect.poll(shown).toBe('PINNED')
    expect(visited.complaints).toEqual([])
  })

  test('config: components get defaults, public configuration and what the site says; a misfit is told', async () => {
    const { asset } = await discussion()
    const html = await (await visited.platform.http(`/discussions/${asset.id}`)).text()
    const shown = { color: 'red', limit: 5, greeting: 'Hello', inner: { shown: 1 } }
    expect(html).toContain(JSON.stringify(shown).replaceAll('"', '&quot;'))
    expect(html).not.toMatch(/a hidden (password|key)/)
    const address = blog.put(
      '/post',
      `<!doctype html><link rel="canonical" href="${blog.root}/post"><div id="comments"></div>
      <script src="${visited.root}/embed.js"></script><script src="/options.js"></script>`,
    )
    const config = { keyed: { color: 'green', limit: 7, size: 1 } }
    blog.put(
      '/options.js',
      `window.events = []
      const options = ${JSON.stringify({ root_url: visited.root, plugins_config: config })}
      options.events = events => events.onAny((name, value) => window.events.push([name, value]))
      Platform.render(document.getElementById('comments'), options)`,
    )
    const page = await visited.open('about:blank')
    const warnings: string[] = []
    page.on('console', message => message.text().startsWith('plugins_config') && warnings.push(message.text()))
    await page.goto(address)
    const frame = (await (await page.waitForSelector('#comments iframe', { state: 'attached' })).contentFrame())!
    await expect
      .poll(async () => JSON.parse((await frame.locator('.configured').textContent()) ?? 'null'))
      .toEqual({ ...shown, limit: 7 })
    expect(warnings).toEqual([
      'plugins_config: keyed.color is "green", expected one of red, blue',
      'plugins_config: keyed.size has no such key; it has color, limit',
    ])
    // Not signed in, the mutation is refused: the part tells the page around the frame, without the text.
    await frame.locator('form.refused button').first().click()
    await expect
      .poll(() => page.evaluate('window.events.filter(([name]) => name.startsWith("plugin."))'))
      .toEqual([['plugin.keyed.pinned', { comment_id: expect.any(String), done: false }]])
    await page.context().close()
  })

  test('tabs: the tab has the name in addresses', async () => {
    const { asset } = await discussion()
    await using reader = await openAsWriter(visited, asset, null)
    await reader.page.getByRole('link', { name: 'Pins' }).click()
    await reader.page.locator('.pins').waitFor()
    expect(new URL(reader.page.url()).search).toMatch(/=pins$/)
    expect(await (await visited.platform.http(reader.page.url().replace(visited.root, ''))).text()).toContain(
      'class="pins"',
    )
  })

  test('queues: the admin panel finds them with their names', () => {
    expect(queuesOf(build.parts, 'de')).toEqual([
      { key: 'pinned', plugin: 'keyed', name: 'Pinned', icon: 'M4 12h16', statuses: ['ACCEPTED'], tags: ['PINNED'] },
    ])
  })
})
