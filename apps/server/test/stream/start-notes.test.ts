import { definePlugin } from '@platform/plugin-sdk'
import { createTestPlatform } from '@platform/plugin-testing'
import { loadStreamBuild, withParts } from '@platform/stream'
import { expect, test } from 'vitest'

type Options = NonNullable<Parameters<typeof createTestPlatform>[0]>

/** What a server with these client parts says at its start that has the words. */
async function said(words: string, parts: readonly string[], options: Options = {}) {
  const streamBuild = withParts(await loadStreamBuild(), parts)
  const build = { ...streamBuild, offers: streamBuild.parts.flatMap(({ part }) => part.offers ?? []) }
  await using platform = await createTestPlatform({ ...options, streamBuild: build })
  return platform.logs.filter(({ msg }) => String(msg).includes(words)).map(({ level, msg }) => ({ level, msg }))
}

const NO_SIGN_IN = 'no button to sign in'

test('a server whose readers can’t sign in says once what to do', async () => {
  expect(await said(NO_SIGN_IN, ['platform-plugin-permalink'])).toEqual([
    { level: 'info', msg: expect.stringContaining('List platform-plugin-auth there') },
  ])
  expect(await said(NO_SIGN_IN, ['platform-plugin-auth'])).toEqual([])
})

test('a site that signs its readers in itself is told nothing', async () => {
  const own = definePlugin({ name: 'own-users', sdk: '^1.0', tokenUserNotFound: async () => null })
  expect(await said(NO_SIGN_IN, [], { plugins: [own] })).toEqual([])
})

test('a first tab that no listed plugin has is a warning, which names the tabs that there are', async () => {
  const env = { PLATFORM_DEFAULT_STREAM_TAB: 'fetured' }
  expect(await said('PLATFORM_DEFAULT_STREAM_TAB', [], { env })).toEqual([
    {
      level: 'warn',
      msg: expect.stringContaining('no tab of comments named fetured, so all is the one that opens first'),
    },
  ])
  expect(await said('PLATFORM_DEFAULT_STREAM_TAB', [])).toEqual([])
})
