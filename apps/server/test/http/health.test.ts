import { createTestPlatform, type TestPlatform } from '@platform/plugin-testing'
import { afterEach, expect, test } from 'vitest'

let platform: TestPlatform
afterEach(() => platform[Symbol.asyncDispose]())

const answer = async (path: string) => {
  const response = await platform.http(path)
  return [response.status, await response.text(), response.headers.get('cache-control')]
}

test('a running platform is live, started and ready, at the root of the server whatever the mount path', async () => {
  platform = await createTestPlatform({
    env: { PLATFORM_ROOT_URL: 'http://localhost/talk/', PLATFORM_ROOT_URL_MOUNT_PATH: 'TRUE' },
  })
  for (const path of ['/livez', '/readyz', '/startupz', '/readyz?verbose'])
    expect(await answer(path)).toEqual([200, 'ok\n', 'no-store'])
  expect((await platform.http('/talk/livez')).status).toBe(404)
})

test('a platform that is stopping is live and not ready', async () => {
  platform = await createTestPlatform()
  platform.drain()
  expect(await answer('/livez')).toEqual([200, 'ok\n', 'no-store'])
  expect(await answer('/readyz')).toEqual([503, 'not ready\n', 'no-store'])
})

test('a platform that is not ready names the store that it can not reach', async () => {
  platform = await createTestPlatform()
  await platform.services.docstore.close()
  expect(await answer('/readyz')).toEqual([503, 'document store: not reachable\n', 'no-store'])
})
