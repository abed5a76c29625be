import { createTestPlatform } from '@platform/plugin-testing'
import { expect, test } from 'vitest'

test('an operator changes a header by the current name of its option or by the older one', async () => {
  await using platform = await createTestPlatform({
    env: {
      PLATFORM_ROOT_URL: 'https://comments.test.example',
      PLATFORM_SECURITY_HEADERS_CONFIGURATION: JSON.stringify({
        hsts: { maxAge: 60 },
        frameguard: { action: 'sameorigin' },
        noSniff: false,
        referrerPolicy: { policy: 'no-referrer' },
      }),
    },
  })
  const { headers } = await platform.http('/sign-in')
  const names = ['strict-transport-security', 'x-frame-options', 'x-content-type-options', 'referrer-policy']
  expect(names.map(name => headers.get(name))).toEqual([
    'max-age=60; includeSubDomains',
    'SAMEORIGIN',
    null,
    'no-referrer',
  ])
})
