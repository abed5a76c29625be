import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { definePlugin } from '@platform/plugin-sdk'
import { createTestPlatform } from '@platform/plugin-testing'
import { loadStreamBuild, withParts } from '@platform/stream'
import { buildStream } from '@platform/stream/build'
import type { Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { startVisited, type Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'

/** A plugin that offers ways to sign in, as those of the platform do. */
const provider = (name: string, strategies: Readonly<Record<string, string>>) =>
  definePlugin({
    name: `platform-plugin-${name}-auth`,
    sdk: '^1.0',
    translations: { en: { [`platform-plugin-${name}-auth`]: { button: 'Continue with {0}' } } },
    authStrategies(registry: { use(name: string, strategy: object): unknown }) {
      for (const [strategy, label] of Object.entries(strategies))
        registry.use(strategy, {
          name: strategy,
          authenticate: () => undefined,
          button: { text: `platform-plugin-${name}-auth.button`, values: [label] },
        })
    },
  } as never)
const plugins = [
  provider('google', { google: 'Google' }),
  provider('facebook', { facebook: 'Facebook' }),
  provider('github', { github: 'GitHub' }),
  provider('oidc', { staff: 'Staff', club: 'Club' }),
]
const TEXTS = ['Google', 'Facebook', 'GitHub', 'Staff', 'Club'].map(name => `Continue with ${name}`)

describe('the buttons of sign-in providers', () => {
  const shown = async (parts: readonly string[], path: string) => {
    const streamBuild = withParts(await loadStreamBuild(), parts)
    await using platform = await createTestPlatform({ plugins, streamBuild })
    const page = await (await platform.http(path)).text()
    const buttons = [...page.matchAll(/<a class="button" href="([^"]+)" dir="auto">(.*?)<\/a>/gs)]
    return {
      page,
      buttons: buttons.map(([, address, content = '']) => ({
        address,
        text: content.replace(/<[^>]*>/g, '').trim(),
        icon: content.includes('<svg'),
      })),
    }
  }
  const all = ['google', 'facebook', 'github', 'oidc'].map(name => `platform-plugin-${name}-auth`)

  test.each(['/sign-in?next=/demo', '/register?next=/demo'])('have icons by the client parts, on %s', async path => {
    const { buttons } = await shown(all, path)
    expect(buttons.map(({ text, icon }) => [text, icon])).toEqual(TEXTS.map(text => [text, true]))
    expect(buttons.map(({ address }) => address)).toEqual(
      ['google', 'facebook', 'github', 'staff', 'club'].map(name => `/api/v1/auth/${name}?next=%2Fdemo`),
    )
  })

  test('are plain, each once, where the client part is not listed', async () => {
    const { buttons, page } = await shown(['platform-plugin-google-auth'], '/sign-in')
    expect(buttons.map(({ text, icon }) => [text, icon])).toEqual(TEXTS.map((text, i) => [text, i === 0]))
    expect((await shown([], '/sign-in')).buttons.map(({ icon }) => icon)).toEqual(TEXTS.map(() => false))
    expect([
      page.includes('platform-islands'),
      (await shown([], '/sign-in')).page.includes('platform-islands'),
    ]).toEqual([true, false])
  })
})

describeWith(CHROMIUM)('a plugin on the pages to sign in and to register, in Chromium', { timeout: 60_000 }, () => {
  let visited: Visited
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'platform-signing-in-'))
    const entry = join(import.meta.dirname, 'signing-in/client/index.tsx')
    await buildStream({
      parts: [{ plugin: 'house-rules', version: null, entry, hash: '' }],
      out: join(folder, 'build'),
    })
    visited = await startVisited({ plugins, streamBuild: await loadStreamBuild(join(folder, 'build')) })
  })
  afterAll(async () => {
    await visited?.[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  })

  test('keeps the form to register from being sent until its field is answered', async () => {
    const page = await visited.open('/register')
    const send = page.getByRole('main').getByRole('button', { name: 'Register' })
    await page.locator('[data-alive=true]').first().waitFor()
    await expect.poll(() => send.isEnabled()).toBe(false)
    await page.getByLabel('I keep to the rules').check()
    await expect.poll(() => send.isEnabled()).toBe(true)
    await page.getByLabel('I keep to the rules').uncheck()
    await expect.poll(() => send.isEnabled()).toBe(false)
    expect(visited.complaints).toEqual([])
    await page.context().close()
  })

  test.each([
    ['/sign-in', ['login', 'authExternalSignIn']],
    ['/register', ['login', 'authExternalSignUp', 'talkPluginAuth.formField']],
    ['/sign-in?next=%2Fadmin%2Fmoderate', ['login', 'authExternalAdminSignIn']],
  ])('fills the slots of %s on the server and in the browser', async (path, names) => {
    const drawn = await (await visited.platform.http(path)).text()
    const page = await visited.open(path)
    await page.locator('[data-alive=true]').first().waitFor()
    const shown = await page.locator('[data-filled]').evaluateAll(all => all.map(each => each.dataset['filled']))
    expect(shown).toEqual(names)
    expect([...drawn.matchAll(/data-filled="([^"]+)"/g)].map(([, name]) => name)).toEqual(names)
    expect(visited.complaints).toEqual([])
    await page.context().close()
  })

  test('says that nothing was done when the server does not answer, or has no answer', async () => {
    const page = await visited.open('/sign-in')
    const failures = [
      (route: Route) => route.abort(),
      (route: Route) => route.fulfill({ status: 503, json: { errors: [{ message: 'Busy' }] } }),
    ]
    for (const fail of failures) {
      await page.route('**/graph/ql', fail)
      await page.reload()
      await page.locator('[data-alive=true]').first().waitFor()
      await page.getByRole('button', { name: 'Ask' }).click()
      await page.locator('output').getByText('This does not work just now; try again in a moment').waitFor()
    }
    expect(visited.complaints).toEqual([])
    await page.context().close()
  })
})
