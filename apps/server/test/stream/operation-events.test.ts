import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Frame, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import type { Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { type Blog, withBlog } from './blog.ts'

test.each(['stream', 'admin'])(
  'the documents of the app %s, their types and names are those of its .graphql files',
  async app => {
    const [script, folder] = ['stream/scripts/documents.js', app].map(path =>
      fileURLToPath(new URL(`../../../${path}`, import.meta.url)),
    )
    expect((await promisify(execFile)(process.execPath, [script!, '--check', folder!])).stderr).toBe('')
  },
)

type Heard = [name: string, value: { data?: unknown; error?: unknown } | null]

describeWith(CHROMIUM)('in Chromium, a site that listens to the stream in its frame', { timeout: 60_000 }, () => {
  let visited: Visited
  let blog: Blog
  withBlog(site => {
    visited = site.visited
    blog = site.blog
  })

  async function open(path: string, token: string): Promise<{ page: Page; frame: Frame; assetId: string }> {
    const options = { auth_token: token }
    const address = blog.put(
      path,
      `<!doctype html><title>Post</title><div id="comments"></div><script src="${visited.root}/embed.js"></script>
      <script>
        heard = []
        const events = emitter => emitter.onAny((name, value) => heard.push([name, value]))
        handle = Platform.render(document.getElementById('comments'), { ...${JSON.stringify(options)}, events })
      </script>`,
    )
    const asset = await visited.platform.createAsset({ url: address })
    for (const body of ['A secret of one', 'A secret of two']) await visited.platform.createComment({ asset, body })
    const page = await visited.open(address)
    const frame = (await (await page.waitForSelector('#comments iframe')).contentFrame())!
    await frame.locator('.stream.alive').waitFor()
    return { page, frame, assetId: asset.id }
  }
  const heard = (page: Page, name: string): Promise<Heard | undefined> =>
    page.evaluate(wanted => (Reflect.get(window, 'heard') as Heard[]).find(([each]) => each === wanted), name)
  const hears = async (page: Page, name: string) => {
    await expect.poll(() => heard(page, name), { message: name }).toBeTruthy()
    return (await heard(page, name))![1]
  }

  test('hears what its readers do and see, without a word that they wrote [O18]', async () => {
    const { token } = await visited.platform.createUser()
    const { page, frame, assetId } = await open('/first', token)
    await hears(page, 'query.Own.loading')
    await hears(page, 'query.Own.ready')
    await frame.locator('textarea').fill('A secret of mine')
    await frame.locator('.composer button[type=submit]').click()
    await hears(page, 'mutation.PostComment.begin')
    const { data } = (await hears(page, 'mutation.PostComment.success'))!
    expect(data).toMatchObject({ createComment: { comment: { id: expect.any(String), status: 'NONE' } } })
    await frame.getByRole('link', { name: 'Oldest' }).click()
    await hears(page, 'action.SET_SORT')
    await hears(page, 'query.Thread.fetchMore.MoreComments.success')
    await expect
      .poll(async () => {
        await visited.platform.services.events.publish(
          'commentAdded',
          await visited.platform.createComment({ asset: { id: assetId }, body: 'A secret of another' }),
        )
        return heard(page, 'subscription.CommentAdded.data')
      })
      .toBeTruthy()
    expect(JSON.stringify(await page.evaluate('heard'))).not.toContain('secret')
    await page.context().close()
  })

  test('hears that the token of login was refused, and nothing of that for one that is accepted', async () => {
    const { page, frame } = await open('/refused', '')
    const { token, user } = await visited.platform.createUser()
    const login = (value: string) => page.evaluate(given => Reflect.get(window, 'handle').login(given), value)
    await login(token)
    await frame.locator('.viewer bdi', { hasText: user.username }).waitFor()
    expect(await heard(page, 'action.LOGIN_REFUSED')).toBeUndefined()
    await login('garbage')
    expect(await hears(page, 'action.LOGIN_REFUSED')).toBe(null)
    await page.context().close()
  })

  test('hears that something was refused, with the code', async () => {
    const user = await visited.platform.createUser()
    const { page, frame, assetId } = await open('/second', user.token)
    await hears(page, 'query.Own.ready')
    // Once the page has read what is newer, it does not learn that the discussion is closed.
    await hears(page, 'query.NewerComments.ready')
    await frame.locator('textarea').fill('Too late')
    await visited.platform.services.docstore
      .collection<{ id: string; closedAt: Date }>('assets')
      .updateOne({ id: assetId }, { $set: { closedAt: new Date(0) } })
    await frame.locator('.composer button[type=submit]').click()
    expect(await hears(page, 'mutation.PostComment.error')).toMatchObject({ error: { code: 'COMMENTING_CLOSED' } })
    await page.context().close()
  })

  test('hears each event that the reference lists', async () => {
    const reference = readFileSync(new URL('../../../../docs/reference/embed.md', import.meta.url), 'utf8')
    const listed = [...reference.matchAll(/^\| `((?:mutation|query|subscription|action|ui)\.[^`]+)`/gm)].map(
      ([, name = '']) => name,
    )
    expect(listed.length).toBeGreaterThan(10)
    const { page, frame, assetId } = await open('/third', (await visited.platform.createUser()).token)
    await hears(page, 'query.NewerComments.ready')
    await frame.locator('textarea').fill('One more')
    await frame.locator('.composer button[type=submit]').click()
    await hears(page, 'mutation.PostComment.success')
    await visited.platform.createComment({ asset: { id: assetId }, body: 'Another one' })
    await frame.getByRole('button', { name: /^Show \d+ new comment/ }).click()
    await frame.getByRole('link', { name: 'Oldest' }).click()
    await hears(page, 'query.Thread.fetchMore.MoreComments.success')
    await page.route(/graph\/ql/, route => route.abort())
    await frame.getByRole('link', { name: 'Newest' }).click()
    await hears(page, 'query.Thread.fetchMore.MoreComments.error')
    await frame.locator('textarea').fill('Lost on its way')
    await frame.locator('.composer button[type=submit]').click()
    await hears(page, 'mutation.PostComment.error')
    await frame.locator('#thread article header a:has(time)').first().click()
    const patterns = listed.map(name => new RegExp(`^${name.replaceAll('.', '\\.').replaceAll(/<\w+>/g, '[^.]+')}$`))
    const missing = async () => {
      const names = ((await page.evaluate('heard')) as Heard[]).map(([name]) => name)
      return patterns.filter(pattern => !names.some(name => pattern.test(name))).map(({ source }) => source)
    }
    await expect.poll(missing).toEqual([])
    await page.context().close()
  })
})
