import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import type { Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { type Blog, callsIn, frameOf, serveFrame, withBlog } from './blog.ts'

describeWith(CHROMIUM)('messages between a page and its stream, in Chromium', { timeout: 60_000 }, () => {
  let visited: Visited
  let blog: Blog
  let count = 0
  withBlog(site => {
    visited = site.visited
    blog = site.blog
  })

  /** A page with a stream whose handle is `handle`, and whose events are kept in `heard`. */
  async function open({ hash = '', before = '', after = '', headers = {} } = {}): Promise<Page> {
    const script = blog.put(
      `/render-${++count}.js`,
      `window.heard = []
       window.handle = Platform.render(document.getElementById('comments'), {
         lazy: false,
         lang: 'en',
         events: events => events.onAny((name, value) => heard.push([name, value])),
         onAuthChanged: visitor => heard.push(['auth', visitor]),
         snackBarStyles: { backgroundColor: 'rgb(1, 2, 3)', 'border-radius': '9px' },
       })`,
    )
    const address = blog.put(
      `/page-${count}`,
      `<!doctype html><html lang="en"><title>Post</title><link rel="canonical" href="http://localhost/post">${before}
       <div id="comments"></div>${after}
       <script src="${visited.root}/embed.js"></script><script src="${script}"></script>`,
      headers,
    )
    const page = await visited.open('about:blank', { viewport: { width: 800, height: 600 } })
    await serveFrame(page)
    await page.goto(address + hash)
    return page
  }
  const heard = (page: Page) => page.evaluate('window.heard')

  test('a site gets the events of its patterns, until it removes the listener', async () => {
    const page = await open()
    await page.evaluate(`
      window.kept = (value, name) => heard.push(['kept', name])
      handle.on('mutation.*.success', kept)
      handle.on('query.**', (value, name) => heard.push(['query', name]))
      handle.on('mutation.**', () => { throw new Error('a listener of the site') })
    `)
    const frame = await frameOf(page)
    const emit = (name: string) => frame.evaluate(event => Reflect.get(window, 'host').event(event), name)
    for (const name of [
      'mutation.PostComment.success',
      'mutation.PostComment.begin',
      'query.Thread.fetchMore.More.begin',
    ])
      await emit(name)
    await page.evaluate('handle.off("mutation.*.success", kept)')
    await emit('mutation.EditComment.success')
    await expect
      .poll(() => heard(page))
      .toEqual([
        ['mutation.PostComment.success', null],
        ['kept', 'mutation.PostComment.success'],
        ['mutation.PostComment.begin', null],
        ['query.Thread.fetchMore.More.begin', null],
        ['query', 'query.Thread.fetchMore.More.begin'],
        ['mutation.EditComment.success', null],
      ])
  })

  test('events have ids, times, counts and codes, and no texts or e-mail addresses [O18]', async () => {
    const page = await open()
    const frame = await frameOf(page)
    await frame.evaluate(() =>
      Reflect.get(window, 'host').event('mutation.PostComment.success', {
        variables: { input: { asset_id: 'a-1', body: 'PRIVATE', metadata: { note: 'PRIVATE' } } },
        data: {
          createComment: {
            comment: {
              id: 'c-1',
              status: 'NONE',
              created_at: '2026-11-22T10:00:00.000Z',
              reply_count: 0,
              body: 'PRIVATE',
              user: { id: 'u-1', username: 'PRIVATE', email: 'PRIVATE@example.org' },
              tags: ['PRIVATE'],
            },
          },
        },
      }),
    )
    await expect
      .poll(() => heard(page))
      .toEqual([
        [
          'mutation.PostComment.success',
          {
            variables: { input: { asset_id: 'a-1', metadata: {} } },
            data: {
              createComment: {
                comment: {
                  id: 'c-1',
                  status: 'NONE',
                  created_at: '2026-11-22T10:00:00.000Z',
                  reply_count: 0,
                  user: { id: 'u-1' },
                  tags: [],
                },
              },
            },
          },
        ],
      ])
  })

  test('onAuthChanged is called with the user who signs in, and after signing out', async () => {
    const page = await open()
    const frame = await frameOf(page)
    const visitor = { id: 'u-1', username: 'anna', roles: ['COMMENTER'] }
    await frame.evaluate(value => Reflect.get(window, 'host').authChanged(value), visitor)
    await frame.evaluate(() => Reflect.get(window, 'host').authChanged(null))
    await expect
      .poll(() => heard(page))
      .toEqual([
        ['auth', visitor],
        ['auth', null],
      ])
  })

  test('messages of other windows are ignored by the page and by the frame [O16]', async () => {
    const stranger = blog.put('/stranger', '<!doctype html><title>Stranger</title>')
    const page = await open({ after: `<iframe id="stranger" src="${stranger}"></iframe>` })
    const frame = await frameOf(page)
    await expect.poll(async () => (await page.locator('#comments iframe').boundingBox())?.height).toBe(900)
    const event = { platform: 'platform-embed', name: 'event', value: { name: 'forged', value: null } }
    const login = { platform: 'platform-embed', name: 'login', value: 'forged' }
    const other = (await (await page.waitForSelector('#stranger')).contentFrame())!
    await page.evaluate(data => window.postMessage(data, '*'), event)
    await other.evaluate(data => window.parent.postMessage(data, '*'), event)
    await other.evaluate(data => {
      for (let i = 0; i < window.parent.frames.length; i++) window.parent.frames[i]!.postMessage(data, '*')
    }, login)
    await frame.evaluate(data => window.postMessage(data, '*'), login)
    // Messages that are not of the right form, from the right window.
    for (const value of [
      null,
      'text',
      { platform: 'platform-embed' },
      { ...event, name: 'constructor' },
      { ...event, value: 7 },
    ])
      await frame.evaluate(data => window.parent.postMessage(data, '*'), value)
    for (const height of ['900', -1, Number.POSITIVE_INFINITY, 1e9])
      await frame.evaluate(
        value => window.parent.postMessage({ platform: 'platform-embed', name: 'height', value }, '*'),
        height,
      )
    await frame.evaluate(() => Reflect.get(window, 'host').event('action.GENUINE'))
    await expect.poll(() => heard(page)).toEqual([['action.GENUINE', null]])
    expect(await callsIn(frame)).toEqual([['onConfig', { lang: 'en' }]])
    expect((await page.locator('#comments iframe').boundingBox())?.height).toBe(900)
  })

  test('what depends on the visitor is posted to the site around the frame only [O17]', async () => {
    const page = await open()
    const frame = await frameOf(page)
    await frame.evaluate(() => {
      const posted: unknown[] = []
      Object.assign(window, { posted })
      // The window around the frame is of another origin, so it is replaced from inside the frame.
      const postMessage = (message: { name: string }, target: string) => posted.push([message.name, target])
      Object.defineProperty(window, 'parent', { value: { postMessage } })
    })
    await frame.evaluate(() => {
      const { host } = window as unknown as { host: Record<string, (value: unknown) => void> }
      host['authChanged']!(null)
      host['event']!('x')
    })
    expect(await frame.evaluate('window.posted')).toEqual([
      ['authChanged', blog.root],
      ['event', blog.root],
    ])
  })

  test('the page’s address names the comment that is shown alone, and keeps everything else', async () => {
    const page = await open({ hash: '?p=1#comment-old' })
    const frame = await frameOf(page)
    const show = (id: string | null) => frame.evaluate(value => Reflect.get(window, 'host').viewComment(value), id)
    await show('c-9')
    await expect.poll(() => new URL(page.url()).search).toBe('?p=1&commentId=c-9')
    expect(new URL(page.url()).hash).toBe('')
    await show(null)
    await expect.poll(() => new URL(page.url()).search).toBe('?p=1')
    await page.evaluate(() => {
      location.hash = '#comment-c-7'
    })
    await expect.poll(async () => (await callsIn(frame)).at(-1)).toEqual(['onShowComment', 'c-7'])
  })

  test('the page scrolls to a place in the frame, also where a part of the page scrolls', async () => {
    for (const around of ['', '<div id="scroller" style="height: 400px; overflow: auto">']) {
      const page = await open({
        before: `${around}<p style="height: 700px">Words</p>`,
        after: '<p style="height: 2000px">Words</p>',
      })
      const frame = await frameOf(page)
      await frame.evaluate(() => {
        const mark = document.createElement('p')
        mark.id = 'mark'
        mark.style.cssText = 'position: absolute; margin: 0; top: 600px'
        document.body.append(mark)
        Reflect.get(window, 'host').scrollTo(mark)
      })
      const frameTop = () => page.locator('#comments iframe').evaluate(element => element.getBoundingClientRect().top)
      const scrollerTop = around
        ? await page.locator('#scroller').evaluate(element => element.getBoundingClientRect().top)
        : 0
      await expect.poll(async () => Math.round((await frameTop()) + 600 - scrollerTop)).toBe(24)
    }
  })

  test('the frame learns which part of it is on the screen', async () => {
    const page = await open({ before: '<p style="height: 400px; margin: 0">Words</p>' })
    const frame = await frameOf(page)
    await expect.poll(async () => (await page.locator('#comments iframe').boundingBox())?.height).toBe(900)
    const position = () => frame.evaluate(() => Reflect.get(window, 'host').position())
    const { top } = await page.locator('#comments iframe').evaluate(element => element.getBoundingClientRect().toJSON())
    expect(await position()).toEqual({ top: 0, height: 600 - top })
    await page.evaluate(by => scrollTo(0, by), top + 100)
    expect(await position()).toEqual({ top: 100, height: 600 })
  })

  test('addresses are opened in a window without an opener, and only web addresses', async () => {
    const page = await open()
    const frame = await frameOf(page)
    const target = blog.put('/target', '<!doctype html><title>Target</title>')
    const opening = page.context().waitForEvent('page')
    for (const address of ['javascript:alert(1)', 'data:text/html,x', target])
      await frame.evaluate(value => Reflect.get(window, 'host').navigate(value), address)
    const opened = await opening
    await opened.waitForURL(target)
    expect(await opened.evaluate(() => window.opener)).toBeNull()
    expect(page.context().pages()).toHaveLength(2)
  })

  test('notices are shown under a strict content security policy, with the styles of the site', async () => {
    const page = await open({
      headers: {
        'content-security-policy': `default-src 'none'; script-src ${visited.root} ${blog.root}; frame-src ${visited.root}; require-trusted-types-for 'script'`,
      },
    })
    const frame = await frameOf(page)
    await frame.evaluate(() => Reflect.get(window, 'host').notify({ kind: 'error', text: '<b>Not saved</b>' }))
    const bar = page.getByRole('alert')
    await bar.waitFor()
    expect(await bar.textContent()).toBe('<b>Not saved</b>')
    expect(
      await bar.evaluate(element => {
        const { backgroundColor, borderRadius, position } = getComputedStyle(element)
        return { backgroundColor, borderRadius, position }
      }),
    ).toEqual({ backgroundColor: 'rgb(1, 2, 3)', borderRadius: '9px', position: 'fixed' })
    await frame.evaluate(() => Reflect.get(window, 'host').notify({ kind: 'success', text: 'Saved' }))
    expect(await page.getByRole('status').textContent()).toBe('Saved')
    await frame.evaluate(() => Reflect.get(window, 'host').notify(null))
    await expect.poll(() => page.getByRole('status').count()).toBe(0)
    await expect.poll(async () => (await page.locator('#comments iframe').boundingBox())?.height).toBe(900)
    expect(visited.complaints.filter(complaint => complaint !== 'a listener of the site')).toEqual([])
  })

  test('the page of the site keeps nothing, the last height is kept in the frame’s own storage', async () => {
    const page = await open()
    await frameOf(page)
    // The browser of the tests gives no storage to a frame of another site, so the page has another name of its host.
    await page.goto(page.url().replace('127.0.0.1', 'localhost'))
    const frame = await frameOf(page)
    await expect.poll(() => frame.evaluate(() => localStorage.getItem('platform:heights'))).toBe('[["one",900]]')
    expect(await page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie])).toEqual([0, 0, ''])
    expect(await page.context().cookies()).toEqual([])
    expect(await frame.evaluate(() => Object.keys(localStorage))).toEqual(['platform:heights'])
  })
})
