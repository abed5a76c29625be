import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { transformSync } from 'oxc-transform'
import type { Frame, Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { startVisited, type Visited } from '../pages/browser.ts'

/** A site of another origin than the platform. */
export interface Blog extends AsyncDisposable {
  readonly root: string
  /** Puts a page on the site, and gives its address. */
  put(path: string, html: string, headers?: Readonly<Record<string, string>>): string
}

/** `127.0.0.1` and `localhost` are two sites for a browser; two ports of one of them would be one site. */
export async function startBlog(): Promise<Blog> {
  const pages = new Map<string, { html: string; headers: Readonly<Record<string, string>> }>()
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://blog.example')
    const page = pages.get(pathname)
    response.writeHead(page ? 200 : 404, { 'content-type': typeOf(pathname), ...page?.headers }).end(page?.html ?? '')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const root = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    root,
    put(path, html, headers = {}) {
      pages.set(path, { html, headers })
      return root + path
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Starts a platform that a browser visits, and a site that may show its discussions, for the tests of a `describe`. */
export function withBlog(
  prepare: (site: { readonly visited: Visited; readonly blog: Blog }) => unknown,
  start: () => Promise<Visited> = startVisited,
): void {
  let visited: Visited | undefined
  let blog: Blog | undefined
  beforeAll(async () => {
    visited = await start()
    blog = await startBlog()
    await visited.platform.services.settings.update({ domains: { whitelist: ['localhost', '127.0.0.1'] } })
    await prepare({ visited, blog })
  })
  afterAll(async () => {
    await blog?.[Symbol.asyncDispose]()
    await visited?.[Symbol.asyncDispose]()
  })
}

function typeOf(path: string): string {
  return path.endsWith('.js') ? 'text/javascript' : path.endsWith('.css') ? 'text/css' : 'text/html; charset=utf-8'
}

const SOURCES = fileURLToPath(new URL('../../../stream/src/', import.meta.url))

/**
 * Answers for the frame of the stream with a page of the test, which uses the stream's own side of the messages. It
 * keeps the calls that it gets in `calls`, and its `host` can be called by the test.
 */
export async function serveFrame(page: Page, { height = 900 }: { readonly height?: number } = {}): Promise<void> {
  await page.route(/\/embed\/stream\?/, route =>
    route.fulfill({
      contentType: 'text/html; charset=utf-8',
      body: `<!doctype html><style>html, body { margin: 0 }</style>
        <div id="content" style="height: ${height}px"></div>
        <script type="module">
          import { connectHost } from '/test-sources/browser/host.ts'
          window.calls = []
          const names = ['onConfig', 'onLogin', 'onLogout', 'onOutsideClick', 'onShowComment', 'onPluginsDebug']
          const calls = Object.fromEntries(names.map(name => [name, value => window.calls.push([name, value])]))
          window.host = connectHost(calls, { discussion: 'one' })
          window.host.ready()
        </script>`,
    }),
  )
  await page.route(/\/test-sources\//, route => {
    const path = SOURCES + new URL(route.request().url()).pathname.replace('/test-sources/', '')
    return route.fulfill({
      contentType: 'text/javascript',
      body: transformSync(path, readFileSync(path, 'utf8')).code,
    })
  })
}

/** Runs code in the frame of the stream, once it is connected. */
export async function frameOf(page: Page, element = '#comments'): Promise<Frame> {
  const handle = await page.waitForSelector(`${element} iframe`, { state: 'attached' })
  const frame = (await handle.contentFrame())!
  // A frame that is not on the screen gets no animation frames, by which a page is asked otherwise.
  await frame.waitForFunction(() => 'host' in window, null, { polling: 50 })
  return frame
}

/** The calls that the frame got, without the first configuration. */
export async function callsIn(frame: Frame): Promise<unknown[]> {
  const calls = (await frame.evaluate('window.calls')) as [string, unknown][]
  return calls.map(([name, value]) => (value === undefined || value === null ? [name] : [name, value]))
}
