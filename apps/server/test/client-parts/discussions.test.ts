import { BadUserInputError, definePlugin, shared } from '@platform/plugin-sdk'
import { AssetModel } from '@platform/server/models/asset'
import { metadata } from '@platform/server/services/metadata'
import type { Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { describeWith } from '../../../../test/needs.ts'
import { openDesk } from '../admin/desk.ts'
import { startVisited, type Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { type Blog, withBlog } from '../stream/blog.ts'
import { openAsWriter } from '../stream/writer.ts'
import { buildsPart } from './built-part.ts'

const following = new Set<string>()
const stored = z.object({ followed: z.object({ rules: z.string() }) })

/** Keeps the rules that moderators wrote with the discussion. */
async function keepRules(_root: unknown, { id, input }: { readonly id: string; readonly input: { rules?: string } }) {
  if (input.rules !== undefined) await metadata.set(AssetModel, id, 'followed.rules', input.rules)
  delete input.rules
}

const followed = definePlugin({
  name: 'followed',
  sdk: '^1.0',
  typeDefs: `
    type Asset { isFollowed: Boolean rules: String }
    input AssetSettingsInput { rules: String }
    type Settings { followLimit: Int }
    type FollowResponse implements Response { errors: [UserError!] }
    type RootMutation { follow(id: ID!, refuse: Boolean!): FollowResponse! }
  `,
  resolvers: {
    Asset: {
      isFollowed: ({ id }, _args, { user }) => (user ? following.has(`${user.id} ${id}`) : null),
      rules: shared(({ metadata }) => stored.safeParse(metadata).data?.followed.rules ?? null),
    },
    Settings: { followLimit: () => 7 },
    RootMutation: {
      follow(_root, { id, refuse }, { user }) {
        if (refuse) throw new BadUserInputError('You follow too much')
        following.add(`${user?.id} ${id}`)
        return { errors: null }
      },
    },
  },
  hooks: { RootMutation: { updateAssetSettings: { pre: keepRules } } },
})

/** An answer that waits. */
const holding = () => ({ asked: Promise.withResolvers<void>(), allowed: Promise.withResolvers<void>() })

describeWith(CHROMIUM)('what client parts ask for about discussions and settings', { timeout: 60_000 }, () => {
  let visited: Visited
  let blog: Blog
  const buildPart = buildsPart('followed')
  withBlog(
    site => {
      visited = site.visited
      blog = site.blog
    },
    async () => {
      return startVisited({ plugins: [followed], streamBuild: await buildPart() })
    },
  )

  test('each reader gets what is their own in a discussion, and nobody else gets it', async () => {
    const { platform } = visited
    const asset = await platform.createAsset()
    const [reader, other] = [await platform.createUser(), await platform.createUser()]
    following.add(`${reader.user.id} ${asset.id}`)
    const page = async (cookie = '') =>
      (await platform.http(`/discussions/${asset.id}`, { headers: { cookie } })).text()
    expect(await page()).toContain('<span class="followed">undefined</span>')
    expect(await page(`authorization=${reader.token}`)).toContain('<span class="followed">true</span>')
    await using desk = await openAsWriter(visited, asset, reader)
    const shown = desk.page.locator('.followed')
    await expect.poll(() => shown.textContent()).toBe('true')
    await desk.page.getByRole('button', { name: 'Sign out' }).click()
    await expect.poll(() => shown.textContent()).toBe('undefined')
    await using another = await openAsWriter(visited, asset, other)
    await expect.poll(() => another.page.locator('.followed').textContent()).toBe('false')
  })

  test('an answer that arrives after another reader has signed in is not shown to them', async () => {
    const { platform } = visited
    const address = blog.put(
      '/post',
      `<!doctype html><link rel="canonical" href="${blog.root}/post"><div id="comments"></div>
      <script src="${visited.root}/embed.js"></script>
      <script>handle = Platform.render(comments, { root_url: '${visited.root}' })</script>`,
    )
    const asset = await platform.createAsset({ url: address })
    const [former, next] = [await platform.createUser(), await platform.createUser()]
    following.add(`${former.user.id} ${asset.id}`)
    const page = await visited.open(address)
    const held = new Map([former, next].map(({ token }) => [`Bearer ${token}`, holding()]))
    const [ofFormer, ofNext] = [...held.values()]
    await page.route('**/graph/ql**', async route => {
      const answer = held.get(route.request().headers()['authorization'] ?? '')
      const response = await route.fetch()
      answer?.asked.resolve()
      await answer?.allowed.promise
      await route.fulfill({ response })
    })
    const frame = (await (await page.waitForSelector('#comments iframe', { state: 'attached' })).contentFrame())!
    await frame.locator('.stream.alive').waitFor()
    const shown = frame.locator('.followed')
    await page.evaluate(`handle.login(${JSON.stringify(former.token)})`)
    await ofFormer!.asked.promise
    await page.evaluate(`handle.login(${JSON.stringify(next.token)})`)
    await ofNext!.asked.promise
    ofFormer!.allowed.resolve()
    // The page has handled the answer when the one to a later request is there.
    await frame.evaluate(() => fetch('/').then(answer => answer.text()))
    expect(await shown.textContent()).toBe('undefined')
    ofNext!.allowed.resolve()
    await expect.poll(() => shown.textContent()).toBe('false')
    await page.context().close()
  })

  test('a mutation changes it at once, and the page takes that back when the server refuses', async () => {
    const asset = await visited.platform.createAsset()
    await using reader = await openAsWriter(visited, asset, await visited.platform.createUser())
    const { page } = reader
    const shown = () => page.locator('.followed').textContent()
    await expect.poll(shown).toBe('false')
    /** Presses a button, and lets the request go on once the page is seen as it is before the answer. */
    const press = async (selector: string) => {
      const request = Promise.withResolvers<Route>()
      await page.route('**/graph/ql**', route =>
        route.request().postData()?.includes('refuse') ? request.resolve(route) : route.continue(),
      )
      await page.locator(selector).click()
      const route = await request.promise
      await expect.poll(shown).toBe('at once')
      await route.continue()
      await page.unroute('**/graph/ql**')
    }
    await press('form.refused button')
    await page.getByText('You follow too much').first().waitFor()
    expect(await shown()).toBe('false')
    await press('form.done button')
    await expect.poll(shown).toBe('true')
    expect(visited.complaints).toEqual([])
  })

  test('the settings of a discussion get what is the moderator’s own, and what is saved there is shown at once', async () => {
    const { platform } = visited
    const asset = await platform.createAsset()
    const moderator = await platform.createUser({ roles: ['MODERATOR'] })
    following.add(`${moderator.user.id} ${asset.id}`)
    await using desk = await openAsWriter(visited, asset, moderator)
    const { page } = desk
    await page.getByRole('link', { name: 'Configure' }).click()
    const rules = page.getByLabel('Rules')
    await rules.fill('Be kind')
    expect(await rules.getAttribute('data-followed')).toBe('true')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved').first().waitFor()
    await page.locator('.stream-tabs').getByRole('link', { name: 'Comments' }).click()
    await expect.poll(() => page.locator('.rules').textContent()).toBe('Be kind')
    expect(visited.complaints).toEqual([])
  })

  test('the admin panel shows what they ask for about the discussion of a comment, and settings of plugins', async () => {
    const { platform } = visited
    const asset = await platform.createAsset()
    await platform.createComment({ asset })
    const admin = await platform.createUser({ roles: ['ADMIN'] })
    following.add(`${admin.user.id} ${asset.id}`)
    await using desk = await openDesk(visited, admin, `/admin/moderate/all/${asset.id}`)
    await expect.poll(() => desk.page.locator('article.card .followed').textContent()).toBe('true')
    await desk.page.goto(`${visited.root}/admin/configure/moderation`)
    await expect.poll(() => desk.page.locator('.follow-limit').textContent()).toBe('7')
  })
})
