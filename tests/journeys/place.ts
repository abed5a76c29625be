import { createTestPlatform, type TestPlatform, type TestPlatformOptions } from '@platform/plugin-testing'
import { expect } from 'vitest'
import { type Blog, startBlog } from '../../apps/server/test/stream/blog.ts'
import { type Driver, PATIENCE, retry, type Tab, type View, type Visitor } from './drivers/driver.ts'

export const PASSWORD = 'a long enough password'

/** A platform, a blog on another site whose posts have comments, and browsers for visitors. */
export interface Place extends AsyncDisposable {
  readonly platform: TestPlatform
  /** The address of the platform. */
  readonly root: string
  readonly blog: Blog
  /** Opens a browser of a person who was never here. All of them are closed with the place. */
  visitor: Driver['visitor']
  /** Publishes a post with comments on the blog, and gives its address. */
  post(options?: PostOptions): string
}

interface PostOptions {
  /** The address in place of the post's own. */
  readonly about?: string
  readonly headers?: Readonly<Record<string, string>>
}

interface PlaceOptions extends Pick<TestPlatformOptions, 'plugins' | 'streamBuild'> {
  /** Whether nobody has set the platform up. */
  readonly isNew?: boolean
}

let posts = 0

export async function openPlace(
  start: () => Driver | Promise<Driver>,
  { isNew = false, ...options }: PlaceOptions = {},
): Promise<Place> {
  const platform = await createTestPlatform({ env: { PORT: '0' }, ...options })
  if (!isNew) await platform.services.settings.update({ domains: { whitelist: ['127.0.0.1', 'localhost'] } })
  const { port, stop } = await platform.listen()
  const root = `http://localhost:${port}`
  const blog = await startBlog()
  const driver = await start()
  const visitors: Visitor[] = []
  return {
    platform,
    root,
    blog,
    async visitor(options) {
      const visitor = await driver.visitor(options)
      visitors.push(visitor)
      return visitor
    },
    post: (options = {}) => publish(blog, root, options),
    async [Symbol.asyncDispose]() {
      for (const visitor of visitors) await visitor.close()
      await driver[Symbol.asyncDispose]()
      await blog[Symbol.asyncDispose]()
      await stop()
      await platform[Symbol.asyncDispose]()
    },
  }
}

function publish(blog: Blog, root: string, { about, headers }: PostOptions): string {
  const path = `/post-${++posts}`
  return blog.put(
    path,
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>A post</title>
     <link rel="canonical" href="${about ?? blog.root + path}">
     <h1>A post</h1><div id="comments"></div><footer>The end of the post</footer>
     <script async src="${root}/embed.js" data-element="comments"></script>`,
    headers,
  )
}

/** Waits until an element that is shown has the text. */
export async function see(view: View, selector: string, text: string): Promise<void> {
  await expect.poll(() => texts(view, selector), { timeout: PATIENCE }).toContainEqual(expect.stringContaining(text))
}

/** Waits until no element that is shown has the text. The view must show something else, so that it can be read. */
export async function seeNo(view: View, selector: string, text: string): Promise<void> {
  const found = async () => (await texts(view, selector)).filter(each => each.includes(text))
  await expect.poll(found, { timeout: PATIENCE }).toEqual([])
}

/** Reading fails while a page is being loaded, so the failure stands among the texts until the next attempt. */
function texts(view: View, selector: string): Promise<string[]> {
  return view.texts(selector).catch((error: unknown) => [`the page could not be read: ${error}`])
}

let registered = 0

/**
 * Registers from the comments, in a window or on the page that takes their place. The name begins as given: a repeated
 * test needs another.
 */
export async function register(visitor: Visitor, tab: Tab, beginning: string): Promise<void> {
  const name = `${beginning}${++registered}`
  await see(tab.comments, '.join', 'Register')
  await tab.comments.click('.join a', 'Register')
  const view = await retry('there is a form to register', async () => {
    const view = (await visitor.windows()) > 1 ? visitor.popup : tab
    return (await view.value('#username')) === null ? null : view
  })
  await view.fill('#email', `${name}@test.example`)
  await view.fill('#username', name)
  await view.fill('#password', PASSWORD)
  await view.click('main button', 'Register')
  await see(tab.comments, '.viewer', name)
  await expect.poll(() => visitor.windows(), { timeout: PATIENCE }).toBe(1)
}
