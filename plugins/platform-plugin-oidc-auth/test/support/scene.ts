import { configure } from '@platform/plugin-sdk'
import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import oidc from '../../server/index.ts'
import { createHttpBrowser, type HttpBrowser, type LoadedPage } from './http-browser.ts'
import { type OpenidProvider, startProvider } from './openid-provider.ts'

/** A platform, and two providers by which it signs users in. */
export interface Scene extends AsyncDisposable {
  readonly platform: TestPlatform
  readonly first: OpenidProvider
  readonly second: OpenidProvider
  browser(): HttpBrowser
}

export const ROOT = 'http://localhost:3000'

export async function startScene({ env = {} }: { env?: Readonly<Record<string, string>> } = {}): Promise<Scene> {
  const root = env['PLATFORM_ROOT_URL'] ?? ROOT
  const [first, second] = await Promise.all([
    startProvider({ redirectUris: [`${root}/api/v1/auth/first/callback`] }),
    startProvider({ redirectUris: [`${root}/api/v1/auth/second/callback`], authMethod: 'client_secret_post' }),
  ])
  const platform = await createTestPlatform({
    env,
    plugins: [
      configure(oidc, {
        providers: [
          { name: 'first', issuer: first.issuer, ...first.client, label: 'The First' },
          { name: 'second', issuer: second.issuer, ...second.client },
        ],
      }),
    ],
  })
  return {
    platform,
    first,
    second,
    browser: () => createHttpBrowser(platform),
    async [Symbol.asyncDispose]() {
      await platform[Symbol.asyncDispose]()
      await Promise.all([first[Symbol.asyncDispose](), second[Symbol.asyncDispose]()])
    },
  }
}

/** The message that a pop-up sends to the page which opened it, and the origin that this page must have. */
export function popupMessage({ text }: LoadedPage): {
  message: { name: string; data?: any; error?: { code: string; message: string } }
  origin: string
} {
  const message = /<script id="message"[^>]*>(.*?)<\/script>/s.exec(text)?.[1]
  const origin = /postMessage\(.*, "([^"]+)"\)/.exec(text)?.[1]
  if (message === undefined || origin === undefined)
    throw new Error(`the page has no message for the page that opened it: ${text}`)
  return { message: JSON.parse(message), origin }
}

/** The user whom a browser has signed in; `null` for none. */
export async function whoIs(
  { platform }: Scene,
  browser: HttpBrowser,
): Promise<{
  id: string
  username: string
  email: string | null
  roles: string[]
  status: { username: string }
} | null> {
  const answer = await platform.http('/api/v1/auth', { headers: { cookie: browser.cookies() } })
  if (answer.status !== 200) return null
  const { user = null, ...rest } = (await answer.json()) as any
  return user ?? rest
}
