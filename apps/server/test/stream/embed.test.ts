import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import type { Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { type Blog, callsIn, frameOf, serveFrame, withBlog } from './blog.ts'

describeWith(CHROMIUM)('in Chromium, on a page of another site', { timeout: 60_000 }, () => {
  let visited: Visited
  let blog: Blog
  let count = 0
  withBlog(site => {
    visited = site.visited
    blog = site.blog
  })

  const embed = (attributes = 'data-element="comments"') =>
    `<script async src="${visited.root}/embed.js" ${attributes}></script>`
  const canonical = '<link rel="canonical" href="http://localhost/post">'
  const place = '<div id="comments"></div>'

  /** Opens a page of the blog. The frame in it is the test's own page. */
  async function open(
    html: string,
    { hash = '', headers = {}, height = 900, viewport = { width: 800, height: 600 } } = {},
  ) {
    const address = blog.put(`/page-${++count}`, `<!doctype html><html lang="en"><title>Post</title>${html}`, headers)
    const page = await visited.open('about:blank', { viewport })
    await serveFrame(page, { height })
    await page.goto(address + hash)
    return page
  }
  const api = (page: Page) => page.waitForFunction(() => 'Platform' in window)

  test('the tag makes a frame for the canonical address, which grows with its content', async () => {
    const page = await open(`${canonical}<div id="comments"><a href="/">Comments</a></div>${embed()}`)
    await frameOf(page)
    const frame = page.locator('#comments iframe')
    const { origin, pathname, searchParams } = new URL((await frame.getAttribute('src'))!)
    expect([origin + pathname, Object.fromEntries(searchParams)]).toEqual([
      `${visited.root}/embed/stream`,
      { asset_url: 'http://localhost/post', lang: 'en' },
    ])
    expect(
      await frame.evaluate(element => ['id', 'title', 'allow', 'sandbox'].map(name => element.getAttribute(name))),
    ).toEqual(['comments_iframe', 'Comments', 'clipboard-write; web-share', null])
    await expect.poll(async () => (await frame.boundingBox())?.height).toBe(900)
    expect(await page.locator('#comments').textContent()).toBe('')
    await (await frameOf(page)).evaluate(() =>
      document.getElementById('content')!.style.setProperty('height', '1300px'),
    )
    await expect.poll(async () => (await frame.boundingBox())?.height).toBe(1300)
    expect(visited.complaints).toEqual([])
  })

  test('without a canonical address the location counts, without its fragment', async () => {
    const page = await open(`${place}${embed()}`, { hash: '?p=7#part' })
    await frameOf(page)
    const address = new URL((await page.locator('#comments iframe').getAttribute('src'))!)
    expect(address.searchParams.get('asset_url')).toBe(page.url().replace('#part', ''))
  })

  test.each(['no-referrer', 'same-origin'])(
    'the frame learns the site around it, and not the page, under the policy %s for referrers',
    async policy => {
      const page = await open(canonical + place + embed(), { headers: { 'referrer-policy': policy } })
      expect(await (await frameOf(page)).evaluate(() => document.referrer)).toBe(`${new URL(page.url()).origin}/`)
    },
  )

  test('the options of the tag reach the address and the stream', async () => {
    const page = await open(
      `${canonical}${place}${embed(
        `data-element="comments" data-asset-id="a-1" data-asset-url="http://localhost/other" data-title="Opinions"
         data-lang="de" data-min-height="700" data-auth-token="token" data-plugins-config='{"likes":{"x":1}}'`,
      )}`,
      { height: 100 },
    )
    const frame = await frameOf(page)
    expect(Object.fromEntries(new URL(frame.url()).searchParams)).toEqual({
      asset_url: 'http://localhost/other',
      asset_id: 'a-1',
      lang: 'de',
    })
    await expect
      .poll(() => callsIn(frame))
      .toEqual([['onConfig', { auth_token: 'token', lang: 'de', plugins_config: { likes: { x: 1 } } }]])
    const element = page.locator('#comments iframe')
    expect([await element.getAttribute('title'), (await element.boundingBox())?.height]).toEqual(['Opinions', 700])
  })

  test('Platform.render takes the same options, forwards unknown ones, and its methods wait for the stream', async () => {
    const page = await open(`${canonical}${place}${embed('')}`)
    await api(page)
    await page.evaluate(() => {
      const handle = Reflect.get(window, 'Platform').render(document.getElementById('comments')!, {
        threshold: 3,
        lang: 'en',
      })
      handle.login('early')
      handle.enablePluginsDebug()
      handle.logout()
      Object.assign(window, { handle })
    })
    const frame = await frameOf(page)
    const early = [
      ['onConfig', { lang: 'en', threshold: 3 }],
      ['onLogin', 'early'],
      ['onPluginsDebug', true],
      ['onLogout'],
    ]
    await expect.poll(() => callsIn(frame)).toEqual(early)
    await page.evaluate('handle.disablePluginsDebug(), handle.login("late")')
    await expect.poll(() => callsIn(frame)).toEqual([...early, ['onPluginsDebug', false], ['onLogin', 'late']])
    await page.mouse.click(5, 5)
    await expect.poll(async () => (await callsIn(frame)).at(-1)).toEqual(['onOutsideClick'])
  })

  test('after the frame was loaded again, it gets the token of the last login', async () => {
    const page = await open(`${canonical}${place}${embed('')}`)
    await api(page)
    await page.evaluate(() => {
      const handle = Reflect.get(window, 'Platform').render(document.getElementById('comments')!, {
        auth_token: 'first',
        lang: 'en',
      })
      Object.assign(window, { handle })
    })
    await frameOf(page)
    await page.evaluate('handle.login("second")')
    await (await frameOf(page)).evaluate(() => location.reload())
    await expect
      .poll(async () => callsIn(await frameOf(page)))
      .toEqual([['onConfig', { auth_token: 'second', lang: 'en' }]])
  })

  test('<platform-comments> shows a discussion while it is on the page', async () => {
    const page = await open(
      `${embed('')}<platform-comments id="place" asset-url="http://localhost/element" data-title="Here"></platform-comments>`,
    )
    const frame = await frameOf(page, '#place')
    expect(new URL(frame.url()).searchParams.get('asset_url')).toBe('http://localhost/element')
    expect(await page.locator('#place iframe').getAttribute('title')).toBe('Here')
    await page.evaluate(() => document.getElementById('place')!.remove())
    expect(await page.locator('iframe').count()).toBe(0)
  })

  test('<platform-comments> whose attributes change shows what they name now, and loads no more than once', async () => {
    const page = await open(
      `${embed('')}<platform-comments id="place" asset-url="http://localhost/first"></platform-comments>`,
    )
    await frameOf(page, '#place')
    let loaded = 0
    page.on('request', request => {
      if (request.url().includes('/embed/stream?')) loaded += 1
    })
    await page.locator('#place').evaluate(element => {
      element.setAttribute('asset-url', 'http://localhost/second')
      element.setAttribute('data-title', 'There')
      element.setAttribute('lang', 'de')
      element.setAttribute('lang', 'de')
    })
    await expect.poll(() => page.locator('#place iframe').getAttribute('title')).toBe('There')
    const frame = await frameOf(page, '#place')
    expect(Object.fromEntries(new URL(frame.url()).searchParams)).toEqual({
      asset_url: 'http://localhost/second',
      lang: 'de',
    })
    expect([loaded, await page.locator('iframe').count()]).toEqual([1, 1])
    await page.locator('#place').evaluate(element => element.setAttribute('min-height', 'many'))
    await expect.poll(() => page.locator('iframe').count()).toBe(0)
    await page.locator('#place').evaluate(element => element.setAttribute('min-height', '300'))
    await frameOf(page, '#place')
  })

  test('two streams on one page don’t disturb each other', async () => {
    const page = await open(`${canonical}${place}<div id="more"></div>
      ${embed('data-element="comments" data-lazy="false"')}
      ${embed('data-element="more" data-lazy="false" data-asset-url="http://localhost/more"')}`)
    const [one, other] = [await frameOf(page, '#comments'), await frameOf(page, '#more')]
    // Chromium does not lay out a frame that is far from the screen.
    await page.locator('#more').scrollIntoViewIfNeeded()
    await other.evaluate(() => document.getElementById('content')!.style.setProperty('height', '1500px'))
    await expect.poll(async () => (await page.locator('#more iframe').boundingBox())?.height).toBe(1500)
    expect((await page.locator('#comments iframe').boundingBox())?.height).toBe(900)
    expect(await callsIn(one)).toHaveLength(1)
  })

  test('a stream far below loads when the reader comes near, unless lazy is off or a comment is linked', async () => {
    const far = `${canonical}<p style="height: 4000px">Words</p>${place}`
    const page = await open(`${far}${embed()}`)
    await api(page)
    expect((await page.locator('#comments').boundingBox())?.height).toBe(480)
    expect(await page.locator('iframe').count()).toBe(0)
    await page.evaluate(() => scrollTo(0, 3400))
    await frameOf(page)
    const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
    expect(loaded.filter(name => name.includes('polyfill'))).toEqual([])
    await frameOf(await open(`${far}${embed('data-element="comments" data-lazy="false"')}`))
    const waiting = await open(`${far}${embed()}`)
    await api(waiting)
    await waiting.evaluate(() => {
      location.hash = 'comment-c-3'
    })
    expect(new URL((await frameOf(waiting)).url()).searchParams.get('comment_id')).toBe('c-3')
    const linked = await frameOf(await open(`${far}${embed()}`, { hash: '?commentId=c-1' }))
    expect(new URL(linked.url()).searchParams.get('comment_id')).toBe('c-1')
  })

  test.each(['?commentID=c-2', '#comment-c-2', '?commentId=c-2'])('%s names a comment', async hash => {
    const frame = await frameOf(await open(`${canonical}${place}${embed()}`, { hash }))
    expect(new URL(frame.url()).searchParams.get('comment_id')).toBe('c-2')
  })

  test.each([
    ['en', 'The comments do not answer. Open them on a page of their own'],
    ['de', 'Die Kommentare antworten nicht. Auf einer eigenen Seite öffnen'],
  ])('a reader whose frame can not be loaded is told so, and where the discussion is: %s', async (lang, sentence) => {
    const page = await open('')
    await page.route(/\/embed\/stream\?/, route => route.abort())
    await page.goto(
      blog.put('/unanswered', `${canonical}${place}${embed(`data-element="comments" data-lang="${lang}"`)}`),
    )
    const note = page.locator('#comments [role=status]')
    await expect.poll(() => note.allTextContents(), { timeout: 20_000 }).toEqual([sentence])
    const link = new URL((await note.locator('a').getAttribute('href'))!)
    expect([link.pathname, link.searchParams.get('asset_url')]).toEqual([
      '/discussions/by-url',
      'http://localhost/post',
    ])
  })

  test('a removed stream is gone, also one that has not been loaded yet', async () => {
    const page = await open(`${canonical}<p style="height: 4000px">Words</p>${place}${embed('')}`)
    await api(page)
    await page.evaluate(() => Reflect.get(window, 'Platform').render(document.getElementById('comments')!).remove())
    await page.evaluate(() => scrollTo(0, 4000))
    expect((await page.locator('#comments').boundingBox())?.height).toBe(0)
    await page.evaluate(() => {
      const handle = Reflect.get(window, 'Platform').render(document.getElementById('comments')!)
      Object.assign(window, { handle })
    })
    await frameOf(page)
    await page.evaluate('handle.remove()')
    expect(await page.locator('iframe').count()).toBe(0)
  })

  test('wrong arguments are refused with a sentence that says what to do', async () => {
    const page = await open(`${place}${embed('')}`)
    await api(page)
    const refusal = (call: string) =>
      page.evaluate(
        `(() => { try { const comments = document.getElementById('comments'); ${call}; return 'accepted' }
          catch (error) { return error instanceof TypeError ? error.message : String(error.stack) } })()`,
      )
    for (const [call, sentence] of [
      ['Platform.render(null, {})', 'the first argument is no element; give document.getElementById("comments")'],
      ['Platform.render("comments", {})', 'the first argument is no element'],
      ['Platform.render(comments, "x")', 'the second argument is no object; give the options'],
      ['Platform.render(comments, {lazy: "no"})', 'the option lazy is wrong; give true or false'],
      ['Platform.render(comments, {asset_url: 7})', 'the option asset_url is wrong; give a text'],
      ['Platform.render(comments, {events: {}})', 'the option events is wrong; give a function'],
      ['Platform.render(comments, {min_height: NaN})', 'the option min_height is wrong; give a number'],
      ['Platform.render(comments, {theme: "black"})', 'the option theme is wrong; give light, dark or auto'],
      ['Platform.render(comments, {root_url: "comments"})', 'give an address that begins with https://'],
      ['Platform.render(comments, {}).login()', 'login(token): give the session token as a text'],
      ['Platform.render(comments, {}).on("x")', 'the second argument is no function; give the listener'],
    ] as const)
      expect(await refusal(call)).toContain(sentence)
    expect(await page.locator('iframe').count()).toBeLessThanOrEqual(1)
  })

  test('a tag whose element is missing says so', async () => {
    const errors: string[] = []
    const address = blog.put('/missing', `<!doctype html><title>Post</title>${embed('data-element="nowhere"')}`)
    const page = await visited.open('about:blank')
    page.on('pageerror', error => errors.push(error.message))
    await page.goto(address)
    await expect
      .poll(() => errors)
      .toEqual(['embed.js: data-element is "nowhere", and no element of this page has that id; add <div id="nowhere">'])
  })
})
