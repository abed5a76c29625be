import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadStreamBuild, withParts } from '@platform/stream'
import { buildStream } from '@platform/stream/build'
import { expect, test } from 'vitest'
import { describeWith } from '../../../../test/needs.ts'
import { startVisited } from '../pages/browser.ts'
import { CHROMIUM } from '../pages/chromium.ts'
import { openAsWriter } from '../stream/writer.ts'
import { clientParts, LISTED, listWithout, serverParts } from './default-list.ts'

// Seventeen builds take two minutes with two processors.
describeWith(CHROMIUM)('the default list with a plugin less, in Chromium', { timeout: 60_000 }, () => {
  test.each(['nothing', ...LISTED])('without %s a build is made of the rest, and the comments work', async name => {
    const list = listWithout(name)
    const folder = await mkdtemp(join(tmpdir(), 'platform-default-list-'))
    try {
      const names = list.client.map(entry => entry.name)
      await buildStream({ parts: clientParts(names), out: join(folder, 'build') })
      const streamBuild = withParts(await loadStreamBuild(join(folder, 'build')), names)
      await using visited = await startVisited({ plugins: await serverParts(list), streamBuild })
      const { platform } = visited
      const asset = await platform.createAsset()
      await platform.createComment({ asset, body: 'Well said' })
      await using writer = await openAsWriter(visited, asset, await platform.createUser({ roles: ['MODERATOR'] }))
      await writer
        .comment('Well said')
        .getByRole('link', { name: /^Reply/ })
        .click()
      await writer.write('Indeed')
      await writer.comment('Indeed').waitFor()
      expect(await writer.page.locator('.comment').count()).toBe(2)
      // A part that can't be loaded is only told of in the console, and its slots stay empty.
      const told: string[] = []
      writer.page.on('console', message => told.push(message.text()))
      await writer.page.reload()
      await writer.page.locator('.stream.alive').waitFor()
      expect(told).toEqual([])
      expect(visited.complaints).toEqual([])
      expect(platform.diagnostics).toEqual([])
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
})
