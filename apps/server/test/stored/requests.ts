import type { TestPlatform, TestUser } from '@platform/plugin-testing'
import { SITE } from './site.ts'

/** The platform as the bearer of a token sees it. */
export function bearer(site: TestPlatform, token: string): TestPlatform {
  // Requests are made with the token alone: nothing else of the user is read.
  return site.as({ user: {} as TestUser['user'], token })
}

/** Sends JSON to an HTTP route. */
export function send(site: TestPlatform, method: string, path: string, body?: object): Promise<Response> {
  return site.http(path, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
}

/** Signs in with the password of every user of the fixture. */
export async function signIn(
  site: TestPlatform,
  name: string,
): Promise<{ readonly status: number; readonly token: string; readonly id: string; readonly as: TestPlatform }> {
  const response = await send(site, 'POST', '/api/v1/auth/local', {
    email: `${name}@test.example`,
    password: SITE.password,
  })
  const { token = '', user } = (await response.json()) as { token?: string; user?: { id: string } }
  return { status: response.status, token, id: user?.id ?? '', as: bearer(site, token) }
}
