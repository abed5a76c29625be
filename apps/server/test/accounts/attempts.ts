import type { TestPlatform } from '@platform/plugin-testing'

/** A platform behind one proxy, which says who the client is: `from` any address. */
export const BEHIND_PROXY = { PLATFORM_TRUST_PROXY: '1' }

export interface Outcome {
  readonly status: number
  readonly code: string | null
  readonly retryAfter: string | null
  readonly body: any
  readonly device: string | null
}

interface Attempt {
  readonly email?: string
  readonly password?: string
  readonly from?: string
  readonly captcha?: string
  readonly device?: string | null
}

export const PASSWORD = 'a long enough password'

/** Posts JSON as a client at an address. */
export async function post(
  platform: TestPlatform,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Outcome> {
  const response = await platform.http(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  const answer = text === '' ? null : JSON.parse(text)
  return {
    status: response.status,
    code: answer?.error?.code ?? null,
    retryAfter: response.headers.get('retry-after'),
    body: answer,
    device: deviceOf(response),
  }
}

/** The device cookie that an answer sets, in the form in which the browser sends it back. */
export function deviceOf({ headers }: Response): string | null {
  return (
    headers
      .getSetCookie()
      .find(cookie => cookie.startsWith('platform-device='))
      ?.split(';')[0] ?? null
  )
}

/** Tries to sign in. */
export function tryToSignIn(
  platform: TestPlatform,
  { email = 'ada@test.example', password = 'a wrong password', from = '192.0.2.1', captcha, device }: Attempt = {},
): Promise<Outcome> {
  return post(
    platform,
    '/api/v1/auth/local',
    { email, password },
    {
      'x-forwarded-for': from,
      ...(captcha === undefined ? {} : { 'x-captcha-response': captcha }),
      ...(device ? { cookie: device } : {}),
    },
  )
}
