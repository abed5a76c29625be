import { createTestPlatform } from '@platform/plugin-testing'
import { expect, test } from 'vitest'

test.each([
  ['at the root', {}, ''],
  [
    'below a mount path',
    { PLATFORM_ROOT_URL: 'http://localhost:3000/talk', PLATFORM_ROOT_URL_MOUNT_PATH: 'TRUE' },
    '/talk',
  ],
])('robots.txt lets search engines read discussions, and no forms: %s', async (_, env, mount) => {
  await using platform = await createTestPlatform({ env })
  const answer = await platform.http(`${mount}/robots.txt`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  const lines = (await answer.text()).trim().split('\n')
  expect(lines[0]).toBe('User-agent: *')
  expect(lines).toContain(`Disallow: ${mount}/account`)
  expect(lines.filter(line => /^Disallow: \S*\/(discussions\S*)?$/.test(line))).toEqual([])
})
