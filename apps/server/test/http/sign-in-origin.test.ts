import { createTestPlatform } from '@platform/plugin-testing'
import { expect, test } from 'vitest'

const HOST = 'comments.example'
const FOREIGN = [`http://${HOST}`, `https://${HOST}:8443`, `http://${HOST}:443`]

test('a page of another site that signs in gets a token, and no cookie', async () => {
  await using platform = await createTestPlatform({ env: { PLATFORM_ROOT_URL: `https://${HOST}` } })
  const account = { email: 'grace@test.example', username: 'grace', password: 'a long enough password' }
  const send = (path: string, headers: Record<string, string>) =>
    platform.http(path, {
      method: 'POST',
      headers: { host: HOST, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(account),
    })
  await send('/api/v1/users', {})
  for (const origin of ['https://evil.example', ...FOREIGN]) {
    const response = await send('/api/v1/auth/local', { origin })
    expect([response.status, response.headers.get('set-cookie')]).toEqual([200, null])
  }
  for (const headers of [{ origin: `https://${HOST}` }, {}]) {
    const response = await send('/api/v1/auth/local', headers as Record<string, string>)
    expect([response.status, response.headers.get('set-cookie') === null]).toEqual([200, false])
  }
})
