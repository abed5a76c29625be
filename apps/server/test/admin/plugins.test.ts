import { definePlugin } from '@platform/plugin-sdk'
import type { TestUser } from '@platform/plugin-testing'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { describeWith } from '../../../../test/needs.ts'
import { startVisited, type Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { openDesk } from './desk.ts'

const polls = definePlugin({
  name: 'polls',
  version: '1.2.3',
  sdk: '^1.0',
  config: z.strictObject({ limit: z.number().describe('The most polls.').default(3), apiToken: z.string() }),
  typeDefs: 'type RootQuery { polls: Int }',
  resolvers: {
    RootQuery: {
      polls: () => {
        throw new Error('the polls are broken')
      },
    },
  },
})
const one = definePlugin({ name: 'one', sdk: '^1.0', typeDefs: 'type RootQuery { same: Int }', resolvers: {} })
const two = definePlugin({ name: 'two', sdk: '^1.0', typeDefs: 'type RootQuery { same: String }', resolvers: {} })

describeWith(CHROMIUM)('the list of plugins, in Chromium', { timeout: 60_000 }, () => {
  let visited: Visited
  let admin: TestUser
  beforeAll(async () => {
    visited = await startVisited({
      plugins: [polls, one, two],
      settings: { polls: { config: { apiToken: 'a very secret token' } }, two: { onFailure: 'disable' } },
    })
    admin = await visited.platform.createUser({ roles: ['ADMIN'] })
    await visited.platform.graphql('{ polls }')
  })
  afterEach(() => expect(visited.complaints).toEqual([]))
  afterAll(() => visited?.[Symbol.asyncDispose]())

  const open = (options = {}) => openDesk(visited, admin, '/admin/plugins', options)

  test('shows the version, the failures with their place, and the settings without secrets', async () => {
    await using desk = await open()
    const card = desk.page.locator('.plugin', { hasText: 'polls' })
    await card.getByText('the polls are broken').waitFor()
    const text = await card.textContent()
    for (const part of ['1.2.3', 'One failure', 'RootQuery.polls', 'typeDefs, resolvers']) expect(text).toContain(part)
    expect(await card.getByLabel('limit').inputValue()).toBe('3')
    expect(await card.getByLabel('limit').getAttribute('readonly')).not.toBeNull()
    expect(text).toContain('The most polls. This is the default.')
    expect(await card.getByLabel('apiToken').inputValue()).toBe('(set, hidden)')
    expect(await desk.page.content()).not.toContain('a very secret token')
  })

  test('a plugin that does not run says what it clashes with', async () => {
    await using desk = await open()
    await desk.page.getByLabel(/Only those with a problem/).check()
    await expect
      .poll(() => desk.page.locator('.plugin > summary strong').allTextContents())
      .toEqual(expect.arrayContaining(['polls', 'two']))
    const card = desk.page.locator('.plugin', { hasText: 'Does not run' })
    expect(await card.locator('.problem').textContent()).toMatch(/same/)
    await desk.page.getByLabel('Name').fill('polls')
    await desk.page.getByText('One plugin').waitFor()
  })
})
