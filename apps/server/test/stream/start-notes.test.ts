import { tmpdir } from 'node:os'
import { loadConfig } from '@platform/config'
import type { LoadedPlugin } from '@platform/plugin-host'
import { loadStreamBuild, withParts } from '@platform/stream'
import { expect, test } from 'vitest'
import { firstTabWarning, streamNotes } from '../../src/main/stream-notes.ts'

const build = await loadStreamBuild()
const withHooks = (hooks: object) => [{ hooks } as LoadedPlugin]
const configOf = (env: Readonly<Record<string, string>>) =>
  loadConfig({ env: { ...env, NODE_ENV: 'test' }, cwd: tmpdir() })

test('an operator whose readers can’t sign in is told what to do', () => {
  const streamBuild = withParts(build, ['platform-plugin-permalink'])
  expect(streamNotes({ plugins: withHooks({}), streamBuild })).toEqual([
    expect.stringContaining('List platform-plugin-auth there'),
  ])
  expect(streamNotes({ plugins: [], streamBuild: withParts(build, ['platform-plugin-auth']) })).toEqual([])
})

test('an operator who signs the readers in is told nothing', () => {
  expect(
    streamNotes({ plugins: withHooks({ tokenUserNotFound: () => null }), streamBuild: withParts(build, []) }),
  ).toEqual([])
})

test('a first tab that no listed plugin has is a warning, which names the tabs that there are', () => {
  const config = configOf({ PLATFORM_DEFAULT_STREAM_TAB: 'featured' })
  const listed = withParts(build, ['platform-plugin-featured-comments'])
  expect(firstTabWarning({ config, streamBuild: withParts(build, []) })).toMatch(
    /no tab of comments named featured, so all is the one that opens first\. Name one of all,/,
  )
  expect(firstTabWarning({ config, streamBuild: listed })).toBeNull()
  expect(firstTabWarning({ config: configOf({}), streamBuild: listed })).toBeNull()
})
