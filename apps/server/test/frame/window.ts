import { createHash, randomBytes } from 'node:crypto'
import type { TestPlatform } from '@platform/plugin-testing'

export const BLOG = 'https://blog.example'
export const PASSWORD = 'a long enough password'

/** The secret that a frame makes before it opens its window, and the digest of the secret. */
export function newSecret(): { readonly secret: string; readonly handoff: string } {
  const secret = randomBytes(32).toString('base64url')
  return { secret, handoff: createHash('sha256').update(secret).digest('base64url') }
}

/** The answer to one page of a window. */
export interface WindowAnswer {
  readonly status: number
  readonly html: string
  readonly headers: Headers
  readonly location: string
}

/** A window of a browser, which keeps its cookies and follows no redirect by itself. */
export interface SignInWindow {
  readonly cookies: ReadonlyMap<string, string>
  visit(path: string): Promise<WindowAnswer>
  post(path: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<WindowAnswer>
  /** Posts the form by which a frame opens the window. */
  open(handoff: string, fields?: Record<string, string>): Promise<WindowAnswer>
}

export function openBrowserWindow(platform: TestPlatform): SignInWindow {
  const cookies = new Map<string, string>()
  const { rootUrl, mountPath } = platform.services.config
  const own = new URL(rootUrl).origin

  async function send(path: string, init: RequestInit): Promise<WindowAnswer> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = {
      accept: 'text/html',
      ...(cookie ? { cookie } : {}),
      ...Object.fromEntries(new Headers(init.headers)),
    }
    const answer = await platform.http(path, { ...init, headers })
    for (const set of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set)!
      if (/Max-Age=0/.test(set)) cookies.delete(name!)
      else cookies.set(name!, value!)
    }
    const { status, headers: received } = answer
    return { status, html: await answer.text(), headers: received, location: received.get('location') ?? '' }
  }

  const post: SignInWindow['post'] = (path, fields, headers = {}) =>
    send(path, {
      method: 'POST',
      headers: { origin: own, 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams(fields).toString(),
    })
  return {
    cookies,
    visit: path => send(path, {}),
    post,
    open: (handoff, fields = {}) => post(`${mountPath}/sign-in/window`, { handoff, origin: BLOG, ...fields }),
  }
}

/** The values that the last page of a window sends to the frame. */
export function handedOver({ html }: WindowAnswer): Record<string, string> {
  return Object.fromEntries(
    [...html.matchAll(/ data-(handoff|code|back)="([^"]*)"/g)].map(([, name, value]) => [name!, value!]),
  )
}

/** Signs a user in by a new window, from the opening to the last page. @returns the values of the last page. */
export async function finishBy(
  platform: TestPlatform,
  username: string,
  handoff: string,
  fields: Record<string, string> = {},
): Promise<Record<string, string>> {
  const window = openBrowserWindow(platform)
  const { location } = await window.open(handoff, fields)
  const next = new URLSearchParams(location.split('?')[1]).get('next')!
  const answer = await window.post(`${platform.services.config.mountPath}/sign-in`, {
    email: `${username}@test.example`,
    password: PASSWORD,
    next,
  })
  return handedOver(await window.visit(answer.location))
}

/** A request of a frame's script, as a browser sends it. */
export interface FrameRequest {
  readonly method?: string
  readonly body?: unknown
  readonly cookie?: string | undefined
  readonly headers?: Record<string, string>
}

/** A page of the platform inside a page of the blog. */
export function frameOf(platform: TestPlatform) {
  const { rootUrl, mountPath } = platform.services.config
  const own = new URL(rootUrl).origin
  const request = (path: string, { method = 'GET', body, cookie, headers = {} }: FrameRequest = {}) =>
    platform.http(`${mountPath}${path}`, {
      method,
      headers: {
        'sec-fetch-site': 'same-origin',
        ...(method === 'GET' ? {} : { origin: own }),
        ...(cookie === undefined ? {} : { cookie }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  return {
    request,
    async redeem(body: object, given: FrameRequest = {}) {
      const answer = await request('/api/v1/auth/handoff', { method: 'POST', body, ...given })
      const [setCookie = ''] = answer.headers.getSetCookie()
      const cookie = setCookie.split(';', 1)[0] ?? ''
      return { status: answer.status, headers: answer.headers, body: await answer.json(), setCookie, cookie }
    },
    /** The name of the user as whom a request acts; `null` for an anonymous reader, or the code of an error. */
    async whoami(given: FrameRequest): Promise<string | null> {
      const answer = await request('/api/v1/auth', given)
      if (answer.status === 204) return null
      const { user, error } = await answer.json()
      return error?.code ?? user.username
    },
    bearer: (token: string, frame = BLOG) => ({ authorization: `Bearer ${token}`, 'x-platform-frame': frame }),
  }
}
