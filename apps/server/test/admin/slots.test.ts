import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SlotName } from '@platform/client-sdk'
import { loadStreamBuild } from '@platform/stream'
import { buildStream } from '@platform/stream/build'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { startVisited, type Visited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { openDesk } from './desk.ts'

/** The slots of the moderation screen. Those of the settings are in their own views. */
const IN_MODERATION: readonly SlotName[] = [
  'adminCommentDetailArea',
  'adminCommentMoreDetails',
  'adminCommentMoreFlagDetails',
  'adminCommentLabels',
  'adminCommentInfoBar',
  'adminCommentContent',
  'adminSideActions',
  'adminModeration',
  'adminModerationIndicator',
  'moderationActions',
  'userProfile',
  'userDetailCommentContent',
]
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

describeWith(CHROMIUM)(
  'a client part that fills every slot, in the moderation screen in Chromium',
  { timeout: 60_000 },
  () => {
    let visited: Visited
    let folder: string
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'platform-admin-slots-'))
      const entry = join(import.meta.dirname, '../client-parts/every-slot/client/index.tsx')
      // The slot `adminCommentMoreFlagDetails` is in the part of this plugin.
      const reports = join(import.meta.dirname, '../../../../plugins/platform-plugin-flag-details/client/index.tsx')
      await buildStream({
        parts: [
          { plugin: 'every-slot', version: null, entry, hash: '' },
          { plugin: 'platform-plugin-flag-details', version: null, entry: reports, hash: '' },
        ],
        out: join(folder, 'build'),
      })
      visited = await startVisited({ streamBuild: await loadStreamBuild(join(folder, 'build')) })
    })
    afterAll(async () => {
      await visited?.[Symbol.asyncDispose]()
      await rm(folder, { recursive: true, force: true })
    })

    test('is seen in each slot of it', async () => {
      const { platform } = visited
      const asset = await platform.createAsset()
      const comment = await platform.createComment({ asset, body: 'Reported' })
      const FLAG = `mutation ($id: ID!) {
      createFlag(flag: { item_id: $id, item_type: COMMENTS, reason: COMMENT_SPAM }) { errors { message } }
    }`
      await platform.as(await platform.createUser()).graphql(FLAG, { id: comment.id })
      const moderator = await platform.createUser({ roles: ['MODERATOR'] })
      await using desk = await openDesk(visited, moderator, `/admin/moderate/all/${asset.id}`)
      const { page } = desk
      const seen = new Set<string>()
      const look = async () => {
        const found = await page
          .locator('[data-filled]')
          .evaluateAll(all => all.map(each => (each as HTMLElement).dataset['filled'] ?? ''))
        for (const name of found) seen.add(name)
      }
      const card = page.locator('article.card')
      await card.getByRole('button', { name: 'Details' }).click()
      await card.locator('[data-filled=adminCommentMoreFlagDetails]').waitFor()
      await card.locator('.card-menu > summary').click()
      await card.locator('[data-filled=moderationActions]').waitFor()
      await look()
      await page.keyboard.press('Escape')
      await card.locator('.author').click()
      await page.locator('[data-filled=userDetailCommentContent]').waitFor()
      await look()
      expect(IN_MODERATION.filter(name => !seen.has(name))).toEqual([])
      expect(visited.complaints).toEqual([])
    })

    test.each([
      ['stream', 'adminStreamSettings'],
      ['moderation', 'adminModerationSettings'],
      ['tech', 'adminTechSettings'],
      ['organization', 'adminOrganizationSettings'],
    ])('is seen on the page of settings “%s”, with the settings and the way to change them', async (view, slot) => {
      const administrator = await visited.platform.createUser({ roles: ['ADMIN'] })
      await using desk = await openDesk(visited, administrator, `/admin/configure/${view}`)
      const place = desk.page.locator(`[data-filled=${slot}]`)
      await place.waitFor()
      expect((await place.getAttribute('data-props'))?.split(' ')).toEqual(
        expect.arrayContaining(['config', 'errors', 'root', 'settings', 'updatePending']),
      )
    })
  },
)

describeWith(CHROMIUM)('axe finds no fault, in Chromium', { timeout: 90_000 }, () => {
  let visited: Visited
  beforeAll(async () => {
    visited = await startVisited()
  })
  afterAll(() => visited?.[Symbol.asyncDispose]())

  test.each(['light', 'dark'] as const)(
    'in the moderation screen, its dialogs and the drawer, %s',
    async colorScheme => {
      const { platform } = visited
      const asset = await platform.createAsset()
      for (const body of ['One', 'Two']) await platform.createComment({ asset, body })
      const moderator = await platform.createUser({ roles: ['MODERATOR'] })
      await using desk = await openDesk(visited, moderator, `/admin/moderate/all/${asset.id}`, { colorScheme })
      const { page } = desk
      const faults = async () => {
        await page.evaluate(AXE)
        const { violations } = await page.evaluate(() => (globalThis as never as { axe: any }).axe.run())
        return violations.map(({ id, nodes }: any) => `${id}: ${nodes.map((node: any) => node.html).join(' ')}`)
      }
      await desk.card('Two').getByRole('button', { name: 'Details' }).click()
      await desk.card('One').getByRole('checkbox').check()
      expect(await faults()).toEqual([])
      await desk.card('Two').locator('.author').click()
      await page.locator('.facts').waitFor()
      expect(await faults()).toEqual([])
      await page.keyboard.press('Escape')
      await page.keyboard.press('?')
      await page.locator('.keys').waitFor()
      expect(await faults()).toEqual([])
    },
  )
})
